import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noRuntime } from '../../src/sources/apart/no-runtime.js';
import { isExportName, judgeName } from '../../src/sources/file-lists.js';
import { ADAPTERS, readSource } from '../../src/sources/registry.js';
import type { Trace } from '../../src/sources/trace.js';
import type { SourceAdapter, SourceRoot, SourceUnit } from '../../src/sources/types.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { type AdapterCase, PEOPLE_CASES } from './people-cases.js';
import { candidateOf, messagesIn, OPTIONS, plainRoot, read, write } from './support.js';

const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/sources');

/**
 * Where the samples of an adapter stand, and how the words of a sample must be found again in its units. The samples are in
 * test/fixtures/sources/<adapter>/, at any depth. An adapter without an entry is one of conversations whose own test compares
 * every message.
 */
const CASES: Record<string, AdapterCase> = {
  ...PEOPLE_CASES,
  'project-file': { place: 'project', words: () => [], exact: true },
  note: { place: 'notes', words: () => [], exact: true },
  'quoted-transcript': {
    place: 'notes',
    words: (file) =>
      file
        .toString('utf8')
        .split(/\r?\n/)
        .map((line) => line.replace(/^> ?/, ''))
        // `> not a question` stands in a code fence and keeps its mark; its words are still found.
        .filter((line) => line.trim() !== ''),
  },
  'claude-code': {
    place: 'notes',
    words: (file) =>
      file
        .toString('utf8')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .flatMap((line) => textsOf(JSON.parse(line)?.message?.content))
        // A reminder of the program is a declared drop.
        .flatMap((text) => text.replace(/^<system-reminder>[^<]*<\/system-reminder>\n/gm, '\0').split('\0'))
        .filter((text) => text !== ''),
  },
};

function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: { text?: string; content?: unknown }) => [
    ...(block.text === undefined ? [] : [block.text]),
    ...textsOf(block.content),
  ]);
}

function caseOf(adapter: SourceAdapter) {
  const found: AdapterCase = CASES[adapter.name] ?? { place: 'notes', words: () => [] };
  const folder = join(FIXTURES, adapter.name);
  if (!existsSync(folder)) throw new Error(`${adapter.name} has no samples: add them to test/fixtures/sources`);
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => statSync(join(folder, file)).isFile())
    .filter((file) => judgeName(basename(file), 'auto') === 'text' || isExportName(file))
    .sort();
  return { ...found, root: plainRoot(folder, found.place), files: found.files ?? all };
}

/** The units of a sample, none for a file that is read with another one or only describes others. */
async function given(adapter: SourceAdapter, root: SourceRoot, file: string): Promise<SourceUnit[]> {
  const result = await read(adapter, root, file);
  if ('units' in result) return result.units;
  expect(['part-of', 'bookkeeping']).toContain(result.skipped.reason);
  expect(result.skipped.detail).not.toBe('');
  return [];
}

function told(unit: SourceUnit): string {
  return unit.format === undefined
    ? unit.body.toString('utf8')
    : messagesIn(unit)
        .map(({ text }) => text)
        .join('\n');
}

/** A folder that holds this one file of a root. */
function alone(root: SourceRoot, file: string): string {
  return write(tempDir(), { [basename(file)]: readFileSync(join(root.path, file)) });
}

describe.each(ADAPTERS)('adapter $name', (adapter) => {
  it('says what it is, transforms and drops', () => {
    expect(adapter.version).toBeGreaterThanOrEqual(1);
    expect(adapter.name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(adapter.drops.length).toBeGreaterThan(0);
    expect(['project', 'private']).toContain(adapter.privacy);
  });

  it('wants its own samples, and some of them hold memories', async () => {
    const { root, files } = caseOf(adapter);
    let units = 0;
    for (const file of files) {
      expect(adapter.detect(candidateOf(root, file)), file).toBeGreaterThan(0);
      units += (await given(adapter, root, file)).length;
    }
    expect(units).toBeGreaterThan(0);
  });

  it('reads the same units twice', async () => {
    const { root, files } = caseOf(adapter);
    for (const file of files) expect(await read(adapter, root, file)).toEqual(await read(adapter, root, file));
  });

  it('keeps the words of its samples, exactly', async () => {
    const { root, files, words, exact } = caseOf(adapter);
    for (const file of files) {
      const bytes = readFileSync(join(root.path, file));
      const units = await given(adapter, root, file);
      const text = units.map(told).join('\n');
      for (const word of words(bytes)) expect(text).toContain(word);
      if (!exact) continue;
      const back = new TextDecoder(units[0]?.encoding ?? 'utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      expect(text).toBe(back);
      if (units[0]?.encoding === undefined) expect(units[0]?.body.equals(bytes)).toBe(true);
    }
  });

  it('declares everything that it counts as not kept', async () => {
    const { root, files } = caseOf(adapter);
    for (const file of files)
      for (const unit of await given(adapter, root, file))
        for (const { what, count } of unit.notKept) {
          expect(adapter.drops.some((drop) => drop.startsWith(what))).toBe(true);
          expect(count).toBeGreaterThan(0);
        }
  });

  it('gives units that are complete and belong to their source', async () => {
    const { root, files } = caseOf(adapter);
    for (const file of files)
      for (const unit of await given(adapter, root, file)) {
        expect(unit.kind).toBe(adapter.kind);
        expect(unit.source).toMatch(/^[a-z-]+:./);
        expect(unit.body.length).toBeGreaterThan(0);
        expect(unit.title).not.toMatch(/[\r\n]/);
        if (unit.date !== undefined) expect(unit.date).toMatch(/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/);
        if (unit.format !== undefined) expect(messagesIn(unit).length).toBeGreaterThan(0);
      }
  });

  it.runIf(adapter.readsAlone)('needs nothing but the file, as it says', async () => {
    const { root, files } = caseOf(adapter);
    const trace: Trace = {
      file: (path) => expect.unreachable(`it looks at ${path}`),
      names: (path) => expect.unreachable(`it looks into ${path}`),
    };
    for (const file of files) {
      // As it comes into another thread, where there is nothing to ask.
      const candidate = { ...structuredClone(candidateOf(root, file)), path: join(alone(root, file), basename(file)) };
      const apart = { ...candidate, head: Buffer.from(candidate.head), trace };
      const got = await readSource(adapter, apart, root, OPTIONS, noRuntime());
      expect(got).toEqual(await read(adapter, root, file));
    }
  });

  it('survives any bytes and any cut of its samples, with a reason for what it skips', async () => {
    const { place, files, root: samples } = caseOf(adapter);
    const contents = files.map((file) => readFileSync(join(samples.path, file)));
    const folder = tempDir();
    const root = plainRoot(folder, place);
    const cut = fc
      .record({
        sample: fc.nat(contents.length - 1),
        from: fc.double({ min: 0, max: 1, noNaN: true }),
        to: fc.double({ min: 0, max: 1, noNaN: true }),
        flip: fc.nat(255),
      })
      .map(({ sample, from, to, flip }) => {
        const bytes = Buffer.from(contents[sample] ?? Buffer.alloc(0));
        const [start, end] = [from, to].map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b);
        if (bytes.length > 0) bytes[Math.floor((from * bytes.length) % bytes.length)] = flip;
        return bytes.subarray(start, end);
      });
    const noise = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array));
    const name = files[0] ?? 'sample';
    await fc.assert(
      fc.asyncProperty(fc.oneof(cut, noise), async (bytes) => {
        write(folder, { [name]: bytes });
        adapter.detect(candidateOf(root, name));
        const result = await read(adapter, root, name);
        if ('skipped' in result) expect(result.skipped.detail).not.toBe('');
        else for (const unit of result.units) expect(unit.body.length).toBeGreaterThan(0);
      }),
      { numRuns: longRun(60, 2000) },
    );
  });
});
