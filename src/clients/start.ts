import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Runtime } from '../base/runtime.js';

/** How another program starts palace. */
export interface Start {
  command: string;
  /** In front of the words of palace. */
  args: string[];
}

export interface Program {
  /** bin/run.js of this package. */
  script: string;
  /** The node that runs now. */
  node: string;
}

/**
 * `palace`, where that word leads to this very package and the one who starts it looks where a shell does; else node and the script by their full
 * paths. Desktop programs do not know the PATH of a terminal.
 */
export function startOf(
  { script, node }: Program,
  { env, platform }: Pick<Runtime, 'env' | 'platform'>,
  fromTerminal: boolean,
): Start {
  // On Windows the word is a file of commands, which is started by a shell only.
  if (fromTerminal && platform !== 'win32' && isOnPath(script, env.PATH ?? '')) return { command: 'palace', args: [] };
  return { command: node, args: [script] };
}

/** Whether the first `palace` on the PATH is this script. */
function isOnPath(script: string, path: string): boolean {
  for (const folder of path.split(delimiter)) {
    if (folder === '') continue;
    try {
      return realpathSync(join(folder, 'palace')) === realpathSync(script);
    } catch {
      // Not in this folder.
    }
  }
  return false;
}

/** A command line for the shell that runs hooks. */
export function commandLine(words: readonly string[], platform: NodeJS.Platform): string {
  return words.map((word) => (platform === 'win32' ? windowsWord(word) : shellWord(word))).join(' ');
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function windowsWord(word: string): string {
  return /^[\w@+=:,./\\~-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`;
}
