import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rerunOn, withoutChance } from './pages.js';
import { builtBeforeAll, Machine, ROOT } from './support.js';

builtBeforeAll();

const PAGE = join(ROOT, 'docs', 'history.md');

/** A palace in which a person and an agent wrote, and what they wrote changed. */
async function machineWithHistory(): Promise<Machine> {
  const machine = new Machine('system');
  const run = async (args: string[], input?: string) => {
    const ran = await machine.cli(args, { input });
    if (ran.code !== 0) throw new Error(`palace ${args.join(' ')}: ${ran.stdout}${ran.stderr}`);
    return ran.stdout;
  };
  await run(['init']);
  const text = 'Payments\nThe API is REST.\nClients get a year.\nRetries: three.\n';
  const added = await run(['add', '-', '--wing', 'driftwood', '--room', 'api', '--json'], text);
  const { id }: { id: string } = JSON.parse(added);
  const edit = (words: string, ...by: string[]) => run(['edit', id, '--file', '-', ...by], words);
  await edit('Payments\nThe API is GraphQL.\nClients get a year.\nRetries: three.\n', '--by', 'codex');
  await run(['add', 'Sessions last thirty minutes.', '--wing', 'driftwood', '--room', 'auth', '--by', 'codex']);
  await edit('Payments\nThe API is GraphQL.\nClients get a year.\nRetries: five.\n');
  return machine;
}

it('docs/history.md shows what its commands print (WRITE_DOCS=1 writes it anew)', {
  timeout: 300_000,
}, async () => {
  const page = readFileSync(PAGE, 'utf8');
  const fresh = await rerunOn(await machineWithHistory(), page);
  if (process.env.WRITE_DOCS === '1') writeFileSync(PAGE, fresh);
  expect(withoutChance(fresh)).toBe(withoutChance(process.env.WRITE_DOCS === '1' ? fresh : page));
  for (const word of ['codex', 'GraphQL', '-REST', 'first found at']) expect(fresh).toContain(word);
});

it('the commands of history: exit codes, JSON, bad input', { timeout: 300_000 }, async () => {
  const machine = await machineWithHistory();
  const json = async (...args: string[]) => {
    const ran = await machine.cli([...args, '--json']);
    return { code: ran.code, ...ran.json<Record<string, unknown>>() };
  };
  expect(await json('blame', 'driftwood/api')).toMatchObject({
    code: 0,
    total: 4,
    lines: [{}, { by: 'codex' }, {}, { by: null }],
  });
  expect(await json('when', 'rest')).toMatchObject({ code: 0, total: 2 });
  expect(await json('grep', 'nowhere at all')).toMatchObject({ code: 1, total: 0, matches: [] });
  expect(await json('grep', '(')).toMatchObject({ code: 2, error: { code: 'bad-pattern' } });
  expect(await json('when')).toMatchObject({ code: 2, error: { code: 'bad-usage' } });
  expect(await json('blame', 'd-00000000')).toMatchObject({ code: 4, error: { code: 'not-found' } });
  expect(await json('diff', 'mian')).toMatchObject({ code: 4, error: { message: expect.stringContaining('"main"') } });
  expect(await json('diff', '2001', 'HEAD')).toMatchObject({ code: 0, from: { commits: [] } });
  expect(await json('undo', '--session', 'none')).toMatchObject({ code: 4, error: { code: 'nothing-to-undo' } });
  expect(await json('stats', '--since', 'yesterday')).toMatchObject({ code: 0, drawers: 2 });
});
