import type { Machine, Ran } from './support.js';

/**
 * A page of the docs with what its commands print now: lines of `console` blocks that begin with `$ palace`, or `$ echo '…' | palace`, are run one
 * after the other, and all other lines of the blocks are replaced.
 */
export async function rerun(
  page: string,
  run: (words: string[], input: string | undefined) => Promise<Ran>,
): Promise<string> {
  let fresh = '';
  let inside = false;
  for (const line of page.split('\n')) {
    if (line === '```console') inside = true;
    else if (line === '```') inside = false;
    else if (inside && !line.startsWith('$ ')) continue;
    fresh += `${line}\n`;
    const [, input, typed] = /^\$ (?:echo '(.*)' \| )?palace (.*)$/.exec(line) ?? [];
    if (!inside || typed === undefined) continue;
    const words = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
    const ran = await run(words, input);
    fresh += ran.stdout + ran.stderr.replace(/^(?!note: ).*\n/gm, '');
  }
  return fresh.slice(0, -1);
}

/** As {@link rerun}, on a machine as it is. */
export function rerunOn(machine: Machine, page: string): Promise<string> {
  return rerun(page, (words, input) => machine.cli(words, input === undefined ? {} : { input }));
}

/** Ids, commits and dates differ from run to run; which of them are the same must not. */
export function withoutChance(page: string): string {
  const names = new Map<string, string>();
  return page
    .replace(/\d{8}T\d{6}Z/g, 'TIME')
    .replace(/\d{4}-\d\d-\d\d(?: \d\d:\d\d)?/g, 'DATE')
    .replace(/\b(?:d-)?[0-9a-f]{8,16}\b/g, (id) => {
      const key = id.replace(/^d-/, '').slice(0, 8);
      if (!names.has(key)) names.set(key, `ID${names.size}`);
      return names.get(key) ?? '';
    });
}
