/** A record of the session as a node of its tree. Records without an id stand in no tree and are always shown. */
export interface Node {
  id?: string;
  /** The record that this one answers or follows; null at a beginning. */
  parent?: string | null;
  /** Calls that this record makes, and calls that it answers. */
  calls: readonly string[];
  results: readonly string[];
  /** Id of the model's message: one message comes over several lines. */
  apiId?: string;
  /** Holds words of the person. */
  prompt: boolean;
  /** Written by the model. */
  reply: boolean;
  /** Holds something to show. */
  shown: boolean;
}

/**
 * The nodes (by place in `nodes`, file order) that are not on the line that the session ended on: rewound turns and answers
 * that were made again. The line is walked back from the live leaf, the last node that shows something, or `leaf` where the
 * session names another one. Where the chain is broken (a damaged line, a compaction, a resumed session) the line goes
 * on with the node before in the file: only a second beginning with the person's own words is another branch. Parallel tool calls, their
 * answers, and notices hanging on the line belong to it.
 */
export function alternates(nodes: readonly Node[], leaf?: { id: string; after: number }): Set<number> {
  const places = new Map<string, number>();
  for (const [place, node] of nodes.entries()) if (node.id !== undefined) places.set(node.id, place);
  const main = lineOf(nodes, places, liveLeaf(nodes, places, leaf));
  const calls = new Set<string>();
  const apiIds = new Set<string>();
  const join = (place: number, node: Node): void => {
    main.add(place);
    for (const call of node.calls) calls.add(call);
    if (node.apiId !== undefined) apiIds.add(node.apiId);
  };
  for (const [place, node] of nodes.entries()) if (main.has(place) || node.id === undefined) join(place, node);
  // In file order a call stands before its answer, so one pass finds all.
  for (const [place, node] of nodes.entries()) {
    if (main.has(place)) continue;
    const parent = places.get(node.parent ?? '');
    const answers = node.results.length > 0 && node.results.every((call) => calls.has(call));
    const sameMessage = node.apiId !== undefined && apiIds.has(node.apiId);
    const aside = !node.prompt && !node.reply && node.results.length === 0;
    const hangsOn = aside && parent !== undefined && main.has(parent);
    if (answers || sameMessage || hangsOn) join(place, node);
  }
  return new Set([...nodes.keys()].filter((place) => !main.has(place)));
}

function liveLeaf(
  nodes: readonly Node[],
  places: ReadonlyMap<string, number>,
  leaf: { id: string; after: number } | undefined,
): number | undefined {
  let last: number | undefined;
  for (const [place, node] of nodes.entries()) if (node.shown && node.id !== undefined) last = place;
  const named = leaf === undefined ? undefined : places.get(leaf.id);
  // A leaf named before the last message is out of date; one that the last message descends from is not the end.
  if (named === undefined || last === undefined || (leaf?.after ?? 0) <= last) return last;
  return lineOf(nodes, places, last).has(named) ? last : named;
}

function lineOf(nodes: readonly Node[], places: ReadonlyMap<string, number>, from: number | undefined): Set<number> {
  const line = new Set<number>();
  for (let place = from; place !== undefined && !line.has(place); ) {
    line.add(place);
    const node = nodes[place];
    if (node === undefined) break;
    const parent: number | undefined = places.get(node.parent ?? '');
    const begins = (node.parent === null || node.parent === undefined) && node.prompt;
    place = parent ?? (begins || place === 0 ? undefined : place - 1);
  }
  return line;
}
