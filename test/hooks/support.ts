import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GitChoice } from '../../src/git/types.js';
import { type HookInput, readInput } from '../../src/hooks/input.js';
import { type HookAnswer, type Recalled, runHook } from '../../src/hooks/run.js';
import { listDrawers } from '../../src/services/list/list.js';
import { showDrawer } from '../../src/services/show/show.js';
import { type TestPalace, testPalace } from '../support/palace.js';
import { tempDir } from '../support/temp.js';

/** A palace whose worker makes no vectors: loading the model takes longer than all else, and has tests of its own. */
export async function hookPalace(git: GitChoice = 'system'): Promise<TestPalace> {
  const palace = await testPalace(git);
  palace.settings = { ...palace.settings, model: 'none' };
  return palace;
}

/** A conversation of Claude Code on the disk, which grows. */
export class Session {
  readonly path: string;
  readonly cwd: string;
  private last: string | null = null;
  private count = 0;

  constructor(
    readonly id: string,
    folder = tempDir('transcripts'),
  ) {
    mkdirSync(folder, { recursive: true });
    this.path = join(folder, `${id}.jsonl`);
    this.cwd = '/workspace/driftwood';
    writeFileSync(this.path, '');
  }

  say(role: 'user' | 'assistant', text: string): void {
    const uuid = `${this.id}-${this.count++}`;
    const timestamp = new Date(Date.UTC(2026, 4, 1, 9, 0, this.count)).toISOString();
    const content = role === 'user' ? text : [{ type: 'text', text }];
    const record = {
      parentUuid: this.last,
      isSidechain: false,
      cwd: this.cwd,
      sessionId: this.id,
      type: role,
      message: { role, content },
      uuid,
      timestamp,
    };
    appendFileSync(this.path, `${JSON.stringify(record)}\n`);
    this.last = uuid;
  }

  exchange(from: number, count: number): void {
    for (let at = from; at < from + count; at++) {
      this.say('user', `Question ${at} of ${this.id}?`);
      this.say('assistant', `Answer ${at}.\n\n    code ${at}\n`);
    }
  }

  input(event: string): string {
    return JSON.stringify({ session_id: this.id, transcript_path: this.path, cwd: this.cwd, hook_event_name: event });
  }
}

/** Answers a hook; what it started and was told. */
export async function hook(
  palace: TestPalace,
  input: HookInput | undefined,
  recall: (known: readonly string[]) => Promise<Recalled | undefined> = async () => undefined,
): Promise<{ answer: HookAnswer; started: string[] }> {
  if (input === undefined) throw new Error('no input');
  const started: string[] = [];
  const answer = await runHook(input, {
    palace: palace.root,
    runtime: palace.runtime,
    startWorker: (root) => void started.push(root),
    wakeUp: async () => undefined,
    recall: (_palace, _input, known) => recall(known),
  });
  return { answer, started };
}

export const of = (session: Session, event: string): HookInput | undefined =>
  readInput('claude-code', event, session.input(event));

/** What people said, of all conversations in the palace. */
export async function questions(palace: TestPalace): Promise<string[]> {
  const { drawers } = await listDrawers(palace, { limit: 100 });
  const texts: string[] = [];
  for (const { id } of drawers) {
    const { result } = await showDrawer(palace, { drawer: id, messages: true });
    for (const { role, text } of result.messages ?? []) if (role === 'user') texts.push(text);
  }
  return texts.sort();
}
