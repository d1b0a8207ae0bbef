import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../base/errors.js';
import { type HookInput, isTranscript } from './input.js';

/**
 * Where Cursor keeps a conversation: its command line does not tell its hooks. `~/.cursor/projects/<project>/agent-transcripts/<id>.jsonl`, or
 * in a folder named by the id. Undefined when there is none, and for other programs.
 */
export function cursorTranscript({ harness, session }: HookInput, home: string): string | undefined {
  if (harness !== 'cursor' || !/^[\w-]+$/.test(session)) return undefined;
  const projects = join(home, '.cursor', 'projects');
  for (const project of foldersOf(projects))
    for (const path of [`${session}.jsonl`, join(session, `${session}.jsonl`)]) {
      const transcript = join(projects, project, 'agent-transcripts', path);
      if (isTranscript(transcript)) return transcript;
    }
  return undefined;
}

function foldersOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}
