import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderDrawer } from '../../../src/palace/codec.js';
import { bodyHash, mintDrawerId } from '../../../src/palace/ids.js';
import type { WingName } from '../../../src/palace/types.js';
import { exportPalace } from '../../../src/services/export/export.js';
import { importInto } from '../../../src/services/import/import.js';
import { longRun } from '../../support/counts.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, edit, testPalace } from '../../support/palace.js';
import { tempDir } from '../../support/temp.js';
import { wingsOf } from './support.js';

const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
  fc
    .constantFrom('', '---\nid: "x"\n---\n', '\ufeffBOM', 'a\r\nb\r\n', '猫\n\n', '\u2028')
    .map((text) => Buffer.from(text)),
);

/** The file of a drawer; `n` makes its id. Ours, written by hand in many ways, without front-matter, broken. */
const file = fc.tuple(
  body,
  fc.constantFrom('ours', 'crlf', 'mark', 'comment', 'none', 'broken', 'odd-keys', 'bad-values'),
  fc.string(),
);

function bytesOf([words, form, title]: [Buffer, string, string], n: number): Buffer {
  const id = mintDrawerId({ kind: 'note', wing: 'w' as WingName, source: '', unit: `unit ${n}`, n: 0 });
  const by = (head: string): Buffer => Buffer.concat([Buffer.from(head), words]);
  switch (form) {
    case 'ours':
      return renderDrawer(
        { id, title, date: '2026-03-04', filed: '2026-03-05T10:00:00Z', sha256: bodyHash(words) },
        words,
      );
    case 'crlf':
      return by(`---\r\nid: "${id}"\r\ntitle: x\r\n---\r\n`);
    case 'mark':
      return by(`\ufeff---\nid: "${id}"\n---\n`);
    case 'comment':
      return by(`---\n# mine\nid: ${id} # really\nnested:\n  a: 1\ntags: [a, 'b']\n---\n`);
    case 'broken':
      return by(`---\nid: [\n---\n`);
    case 'odd-keys':
      return by(`---\n"2": 1\n"1": -0\nid: "${id}"\n"__proto__": "x"\nnumber: 1e21\n---\n`);
    case 'bad-values':
      return by(`---\nid: "${id}"\npart: "x"\nhall: nowhere\ndate: 2026-03-04\n---\n`);
    default:
      return words;
  }
}

const places = [
  'wings/a/r',
  'wings/a/general',
  'wings/Auth Migration/My Room',
  'wings/漢字/r/2026-03',
  'wings/b.c/c++',
];

describe.each(ENGINES)('export, then import into an empty palace (%s git)', (engine) => {
  test('gives the same wings, byte for byte, in both formats; a second import adds nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...places), file), { maxLength: 8 }), async (drawers) => {
        const from = await testPalace(engine);
        for (const [n, [place, parts]] of drawers.entries()) edit(from, `${place}/note ${n}.md`, bytesOf(parts, n));
        edit(from, 'wings/a/wing.yaml', 'kind: project # mine\r\n');
        for (const format of ['markdown', 'jsonl'] as const) {
          const folder = join(tempDir(), 'out');
          const exported = await exportPalace(from, { folder, format });
          expect(exported).toMatchObject({ drawers: drawers.length, left: [] });
          const to = await testPalace(engine);
          const imported = await importInto(to, { path: folder });
          const counts = { added: drawers.length, unchanged: 0, conflicts: 0, forgotten: 0 };
          expect(imported).toMatchObject({ drawers: counts, conflicts: [], left: [] });
          expect(wingsOf(to.root)).toEqual(wingsOf(from.root));
          assertClean(to);

          const again = await importInto(to, { path: folder });
          expect(again).toMatchObject({ drawers: { added: 0, conflicts: 0, unchanged: drawers.length }, commits: [] });
        }
      }),
      { numRuns: longRun(5, 60) },
    );
  }, 120_000);

  test('as one commit a batch, all of one operation', async () => {
    const from = await testPalace(engine);
    for (let n = 0; n < 7; n++) edit(from, `wings/a/r/${n}.md`, bytesOf([Buffer.from(`words ${n}`), 'ours', 't'], n));
    const folder = join(tempDir(), 'out');
    await exportPalace(from, { folder });
    const to = await testPalace(engine);
    to.settings.batchSize = 3;
    const { commits } = await importInto(to, { path: folder });
    expect(commits).toHaveLength(3);
    const operations = new Set<string | undefined>();
    for (const commit of await to.git.log({ limit: 3 }))
      operations.add(/^Palace-Op-Id: (.*)$/m.exec(commit.message)?.[1]);
    expect(operations.size).toBe(1);
    expect(operations.has(undefined)).toBe(false);
    expect(wingsOf(to.root)).toEqual(wingsOf(from.root));
  });
});

test('an export is imported from another palace folder as well, and never from inside of the palace itself', async () => {
  const from = await testPalace();
  edit(from, 'wings/a/r/one.md', 'words');
  const to = await testPalace();
  expect(await importInto(to, { path: from.root })).toMatchObject({ format: 'markdown', drawers: { added: 1 } });
  await expect(importInto(to, { path: to.root })).rejects.toMatchObject({ code: 'inside-palace', exit: 2 });
  const nothing = tempDir();
  mkdirSync(join(nothing, 'notes'));
  await expect(importInto(to, { path: nothing })).rejects.toMatchObject({ code: 'no-export', exit: 2 });
  writeFileSync(join(nothing, 'a.txt'), 'words');
  await expect(importInto(to, { path: join(nothing, 'a.txt') })).rejects.toMatchObject({ code: 'no-export' });
  await expect(importInto(to, { path: join(nothing, 'b') })).rejects.toMatchObject({ code: 'not-found', exit: 4 });
  expect(existsSync(join(to.root, 'wings/a/r/one.md'))).toBe(true);
});
