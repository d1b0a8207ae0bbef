import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Node, SessionTree } from '../../src/sources/claude-code/tree.js';
import { longRun } from '../support/counts.js';

type Leaf = { id: string; after: number };

/** Places of the nodes that are not on the line, said as plainly as it can be: the specification of the tree. */
function specified(nodes: readonly Node[], leaf: Leaf | undefined): number[] {
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

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const calls = fc.array(fc.constantFrom('1', '2', '3'), { maxLength: 2 });
const nodes = fc
  .array(
    fc.record<Node>({
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
      // A record of a sub-agent has its number in the same table.
      const tree = new SessionTree(new Map([['aside', -1]]));
      for (const node of all) tree.add(node);
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
  const tree = new SessionTree(new Map());
  for (let index = 0; index < 100_000; index++) {
    const node = { calls: [`c${index}`], results: [`c${index - 1}`], prompt: false, reply: true, shown: true };
    tree.add({ ...node, id: `n${index}`, parent: index === 99_999 ? 'n99998' : `n${index + 1}` });
  }
  const aside = tree.alternates();
  expect([aside?.length, aside?.indexOf(0)]).toEqual([100_000, 99_998]);
});
