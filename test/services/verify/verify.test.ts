import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderDrawer } from '../../../src/palace/codec.js';
import { bodyHash, mintDrawerId } from '../../../src/palace/ids.js';
import { wingName } from '../../../src/palace/names.js';
import type { DrawerId } from '../../../src/palace/types.js';
import { addFact } from '../../../src/services/kg/add.js';
import { hasProblems, verify } from '../../../src/services/verify/verify.js';
import { ENGINES } from '../../support/engines.js';
import { edit, gitIn, type TestPalace, testPalace } from '../../support/palace.js';

function file(
  palace: TestPalace,
  path: string,
  body: string,
  change: { id?: DrawerId; receipt?: string } = {},
): DrawerId {
  const id = change.id ?? mintDrawerId({ kind: 'note', wing: wingName('w'), source: path, unit: '', n: 0 });
  edit(
    palace,
    path,
    renderDrawer({ id, title: path, sha256: bodyHash(Buffer.from(change.receipt ?? body)) }, Buffer.from(body)),
  );
  return id;
}

describe.each(ENGINES)('verify (%s)', (engine) => {
  test('an empty palace has nothing wrong', async () => {
    const result = await verify(await testPalace(engine));
    expect(result).toMatchObject({ total: 0, drawers: 0, intact: 0, edited: [], problems: [] });
    expect(hasProblems(result)).toBe(false);
  });

  test('reads the logs to their end and says what it read; a torn line is a problem', async () => {
    const palace = await testPalace(engine);
    await addFact(palace, { subject: 'Kai', predicate: 'works_on', object: 'Orion' });
    const whole = await verify(palace);
    expect(whole.logs).toEqual({ files: 1, events: 1, fact_events: 1, damaged: [] });
    expect(hasProblems(whole)).toBe(false);
    edit(palace, 'facts/other/2026-01.jsonl', '{"event":"e-1","op":\n');
    edit(palace, 'tunnels/other.jsonl', 'no event\n');
    const torn = await verify(palace);
    expect(torn.logs?.damaged.map(({ path, line }) => `${path}:${line}`)).toEqual([
      'facts/other/2026-01.jsonl:1',
      'tunnels/other.jsonl:1',
    ]);
    expect(hasProblems(torn)).toBe(true);
  });

  test('tells as filed from edited, without a receipt, broken, doubled, astray and linked', async () => {
    const palace = await testPalace(engine);
    const good = file(palace, 'wings/w/r/a.md', 'as filed\r\n');
    const edited = file(palace, 'wings/w/r/b.md', 'edited', { receipt: 'filed' });
    file(palace, 'wings/w/r/deep/c.md', 'copy', { id: good });
    edit(palace, 'wings/w/r/d.md', 'dropped in');
    edit(palace, 'wings/w/r/e.md', '---\ntitle: [\n---\nbroken');
    edit(palace, 'wings/w/astray.md', 'no room');
    symlinkSync('/etc/passwd', join(palace.root, 'wings/w/r/link.md'));
    gitIn(palace, 'add', '-A');
    gitIn(palace, 'commit', '-qm', 'by hand');
    const result = await verify(palace);
    expect(result).toEqual({
      total: 5,
      drawers: 4,
      intact: 2,
      edited: [{ id: edited, path: 'wings/w/r/b.md', title: 'wings/w/r/b.md' }],
      unreceipted: [{ id: null, path: 'wings/w/r/d.md', title: null }],
      problems: [
        { path: 'wings/w/r/e.md', line: expect.any(Number), message: expect.stringMatching(/front-matter/) },
        { path: 'wings/w/r/link.md', line: null, message: expect.stringMatching(/link/) },
      ],
      duplicate_ids: [{ id: good, paths: ['wings/w/r/a.md', 'wings/w/r/deep/c.md'] }],
      outside_layout: [{ path: 'wings/w/astray.md', message: expect.stringMatching(/wing/) }],
      logs: { files: 0, events: 0, fact_events: 0, damaged: [] },
    });
    expect(hasProblems(result)).toBe(true);
  });

  test('only the drawers that were asked for, by any form of their id; an unknown one is an error', async () => {
    const palace = await testPalace(engine);
    const id = file(palace, 'wings/w/r/a.md', 'one');
    file(palace, 'wings/w/r/b.md', 'edited', { receipt: 'filed' });
    for (const name of [id, id.slice(2, 10).toUpperCase(), 'wings/w/r/a.md'])
      expect(await verify(palace, { ids: [name] })).toMatchObject({ total: 1, intact: 1, edited: [] });
    expect(await verify(palace, { ids: [id, 'wings/w/r/a.md', 'wings/w/r/b.md'] })).toMatchObject({
      total: 2,
      intact: 1,
    });
    await expect(verify(palace, { ids: ['d-ffffffffffffffff'] })).rejects.toMatchObject({ code: 'not-found', exit: 4 });
  });
});

test('an interrupt stops between two drawers', async () => {
  const stop = new AbortController();
  const palace = await testPalace('system', { signal: stop.signal });
  file(palace, 'wings/w/r/a.md', 'one');
  stop.abort();
  await expect(verify(palace)).rejects.toMatchObject({ code: 'interrupted', exit: 130 });
});
