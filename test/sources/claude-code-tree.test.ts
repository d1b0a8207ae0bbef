import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Calls } from '../../src/sources/claude-code/calls.js';
import { RecordIds } from '../../src/sources/claude-code/record-ids.js';
import { type Node, SessionTree } from '../../src/sources/claude-code/tree.js';
import { WordNumbers } from '../../src/sources/claude-code/word-numbers.js';
import { longRun } from '../support/counts.js';

/** A record with ids for numbers. */
type Named = Omit<Node, 'id' | 'calls' | 'results'> & { id?: string; calls: string[]; results: string[] };
type Leaf = { id: string; after: number };

/** Places of the nodes that are not on the line, said as plainly as it can be: the specification of the tree. */
function specified(nodes: readonly Named[], leaf: Leaf | undefined): number[] {
  const placeOf = (id: string | null): number => nodes.findIndex((node) => node.id !== undefined && node.id === id);
  const lineUp = (from: number): Set<number> => {
    const line = new Set<number>();
    for (let place = from; place >= 0 && !line.has(place); ) {
      line.add(place);
      const node = nodes[place];
      const parent = placeOf(node?.parent ?? null);
      if (parent !== -1) place = parent;
      else place = node?.parent === null && node.prompt ? -1 : place - 1;
    }
    return line;
  };
  const last = nodes.findLastIndex(({ shown, id }) => shown && id !== undefined);
  const named = leaf === undefined ? -1 : placeOf(leaf.id);
  const isNamed = named !== -1 && last !== -1 && (leaf?.after ?? 0) > last && !lineUp(last).has(named);
  const main = lineUp(isNamed ? named : last);
  for (const [place, { id }] of nodes.entries()) if (id === undefined) main.add(place);
  for (const [place, node] of nodes.entries()) {
    if (main.has(place)) continue;
    const joined = [...main].flatMap((other) => nodes[other] ?? []);
    const answers =
      node.results.length > 0 && node.results.every((call) => joined.some(({ calls }) => calls.includes(call)));
    const isSameMessage = node.apiId !== undefined && joined.some(({ apiId }) => apiId === node.apiId);
    const isAside = !node.prompt && !node.reply && node.results.length === 0;
    if (answers || isSameMessage || (isAside && main.has(placeOf(node.parent)))) main.add(place);
  }
  return [...nodes.keys()].filter((place) => !main.has(place));
}

function treeOf(nodes: readonly Named[]): SessionTree {
  const ids = new RecordIds();
  // A record of a sub-agent has its number in the same table.
  ids.place(ids.numberOf('aside'), -1);
  const numbers = new Calls();
  const tree = new SessionTree(ids, numbers);
  for (const { id, calls: made, results, ...node } of nodes)
    tree.add({
      ...node,
      id: id === undefined ? undefined : ids.numberOf(id),
      calls: made.map((call) => numbers.numberOf(call)),
      results: results.map((call) => numbers.numberOf(call)),
    });
  return tree;
}

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const calls = fc.array(fc.constantFrom('1', '2', '3'), { maxLength: 2 });
const nodes = fc
  .array(
    fc.record<Named>({
      id: fc.option(ids, { nil: undefined, freq: 8 }),
      parent: fc.option(fc.oneof(ids, fc.constantFrom('lost', 'aside')), { nil: null, freq: 4 }),
      calls,
      results: calls,
      apiId: fc.constantFrom(undefined, undefined, 'x', 'y'),
      prompt: fc.boolean(),
      reply: fc.boolean(),
      shown: fc.constantFrom(true, true, false),
    }),
    { maxLength: 14 },
  )
  .map((all) => all.filter(({ id }, place) => id === undefined || all.findIndex((one) => one.id === id) === place));

it('the tree of a session finds the records of other branches as they are specified', () => {
  const leaf = fc.option(fc.record({ id: ids, after: fc.nat({ max: 15 }) }), { nil: undefined });
  let branched = 0;
  fc.assert(
    fc.property(nodes, leaf, (all, named) => {
      const tree = treeOf(all);
      const found = tree.alternates(named);
      const expected = specified(all, named);
      if (expected.length > 0) branched++;
      expect(found === undefined ? [] : [...found.keys()].filter((place) => found[place] === 1)).toEqual(expected);
      expect(tree.alternates(named)).toEqual(found);
    }),
    { numRuns: longRun(500, 20_000) },
  );
  expect(branched).toBeGreaterThan(50);
});

it('a hundred thousand records that name the one after them as their parent end where they go in circles', () => {
  const tree = treeOf(
    Array.from({ length: 100_000 }, (_, index) => ({
      id: `n${index}`,
      parent: index === 99_999 ? 'n99998' : `n${index + 1}`,
      calls: [`c${index}`],
      results: [`c${index - 1}`],
      prompt: false,
      reply: true,
      shown: true,
    })),
  );
  const aside = tree.alternates();
  expect([aside?.length, aside?.indexOf(0)]).toEqual([100_000, 99_998]);
});

it('words have the numbers that a map gives them, also those that share their hashes or have other letters', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.constantFrom('a', 'b', 'é', 'ÿ', '你', '', 'a'.repeat(5000)),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 3000, size: 'max' }), (words) => {
      const numbers = new WordNumbers();
      const map = new Map<string, number>();
      for (const one of words) {
        expect(numbers.find(one)).toBe(map.get(one) ?? -1);
        if (!map.has(one)) map.set(one, map.size);
        expect(numbers.of(one)).toBe(map.get(one));
      }
      expect(numbers.size).toBe(map.size);
    }),
    { numRuns: longRun(10, 500) },
  );
});

/** Words of one FNV-1a hash: of two blocks with the same state after them, one or the other, again and again. */
function collisions(stages: number): string[] {
  let state = 0x811c9dc5;
  let words = [''];
  for (let stage = 0; stage < stages; stage++) {
    const seen = new Map<number, string>();
    for (let number = 0; ; number++) {
      const block = number.toString(36).padStart(5, '-');
      let hash = state;
      for (let index = 0; index < block.length; index++) hash = Math.imul(hash ^ block.charCodeAt(index), 0x01000193);
      const other = seen.get(hash);
      seen.set(hash, block);
      if (other === undefined) continue;
      words = words.flatMap((word) => [word + block, word + other]);
      state = hash;
      break;
    }
  }
  return words;
}

it('words that were made to share their hashes keep their numbers', () => {
  const colliding = collisions(7);
  expect(new Set(colliding).size).toBe(128);
  const numbers = new WordNumbers();
  for (const one of colliding) numbers.of(one);
  for (let index = 0; index < 5000; index++) numbers.of(`other ${index}`);
  expect(colliding.map((one) => numbers.find(one))).toEqual([...colliding.keys()]);
});
