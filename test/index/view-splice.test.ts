import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashBlob } from '../../src/git/hash.js';
import { View, type ViewRow } from '../../src/index/view.js';
import { longRun } from '../support/counts.js';

const blob = (text: string) => hashBlob(Buffer.from(text));
const inOrder = (files: ReadonlyMap<string, string>): ViewRow[] =>
  [...files]
    .map(([path, text]) => ({ path, blob: blob(text) }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));

const name = fc.constantFrom('a', 'b', 'ba', 'c/d', 'e', '记忆', '😀', 'z/é').map((text) => `wings/w/${text}.md`);
const files = fc.dictionary(name, fc.constantFrom('1', '2', '3')).map((record) => new Map(Object.entries(record)));

describe('a view spliced from another one', () => {
  it('is the view that is made from nothing, whatever was added, changed and removed', () => {
    fc.assert(
      fc.property(files, files, (before, after) => {
        const changed = new Set(
          [...before.keys(), ...after.keys()].filter((path) => before.get(path) !== after.get(path)),
        );
        const added = inOrder(new Map([...after].filter(([path]) => changed.has(path))));
        const spliced = View.of('t1', inOrder(before)).spliced('t2', changed, added, ['s']);
        expect(spliced.rows()).toEqual(inOrder(after));
        expect(spliced.key).toBe('t2');
        expect(spliced.strays).toEqual(['s']);
        expect(spliced.encode()).toEqual(View.of('t2', inOrder(after), ['s']).encode());
      }),
      { numRuns: longRun(300, 5000) },
    );
  });
});
