/** A message as a node: by its own word and by its parent's. Ids are unique. */
export interface TreeNode {
  id: string;
  parent?: string;
  children?: readonly string[];
}

export interface TreeOrder {
  /** Places in `nodes`: depth-first from the beginnings, children as listed. Every node once. */
  order: number[];
  /** Places of the shown line. */
  main: ReadonlySet<number>;
  /** Nodes whose parent is not there. */
  orphans: number;
  /** Circles that were cut. */
  cycles: number;
  /** The shown leaf was not named, or is not there: the newest answers were taken. */
  isGuessed: boolean;
}

/**
 * Puts a tree of messages in order and finds the line that was shown, from `leaf` up to a beginning. Where the way up breaks
 * off at a parent that is not there, what the other beginnings lead to belongs to the line as well: it was said before. Linear
 * in the number of nodes and links.
 */
export function orderTree(nodes: readonly TreeNode[], leaf: string | undefined): TreeOrder {
  const tree = new Tree(nodes);
  const { order, roots, cycles } = tree.walk();
  const start = leaf === undefined ? undefined : tree.places.get(leaf);
  const main = new Set<number>();
  const line = start === undefined ? [] : tree.lineUp(start);
  for (const place of line) main.add(place);
  const top = line.at(-1);
  const isBroken = top === undefined || tree.parentOf(top) !== undefined || nodes[top]?.parent !== undefined;
  if (isBroken) {
    const begun = new Set(line.map((place) => tree.rootOf(place)));
    for (const root of roots) if (!begun.has(root)) tree.lineDown(root, main);
  }
  return { order, main, orphans: tree.orphans, cycles, isGuessed: start === undefined };
}

class Tree {
  readonly places = new Map<string, number>();
  orphans = 0;
  readonly #children: number[][];
  readonly #parents: (number | undefined)[];
  readonly #rootOf: (number | undefined)[];

  constructor(private readonly nodes: readonly TreeNode[]) {
    for (const [place, { id }] of nodes.entries()) this.places.set(id, place);
    this.#children = nodes.map(() => []);
    this.#parents = nodes.map(() => undefined);
    this.#rootOf = nodes.map(() => undefined);
    const linked = new Set<number>();
    // What a parent lists gives the order; what only the child says comes after it.
    for (const [place, node] of nodes.entries())
      for (const id of node.children ?? []) this.#link(place, this.places.get(id), linked);
    for (const [place, node] of nodes.entries()) {
      if (node.parent === undefined) continue;
      const parent = this.places.get(node.parent);
      if (parent === undefined && !linked.has(place)) this.orphans++;
      if (parent !== undefined) this.#link(parent, place, linked);
    }
  }

  #link(parent: number, child: number | undefined, linked: Set<number>): void {
    if (child === undefined || child === parent || linked.has(child)) return;
    const said = this.nodes[child]?.parent;
    // A child that two nodes list belongs to the one that it names itself.
    if (said !== undefined && said !== this.nodes[parent]?.id && this.places.has(said)) return;
    linked.add(child);
    this.#children[parent]?.push(child);
    this.#parents[child] = parent;
  }

  parentOf(place: number): number | undefined {
    return this.#parents[place];
  }

  /** The beginning that a node hangs on, once the tree was walked. */
  rootOf(place: number): number | undefined {
    return this.#rootOf[place];
  }

  walk(): { order: number[]; roots: number[]; cycles: number } {
    const order: number[] = [];
    const seen = new Set<number>();
    const descend = (root: number): void => {
      const stack = [root];
      for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
        if (seen.has(place)) continue;
        seen.add(place);
        order.push(place);
        this.#rootOf[place] = root;
        const children = this.#children[place] ?? [];
        for (let index = children.length - 1; index >= 0; index--) {
          const child = children[index];
          if (child !== undefined) stack.push(child);
        }
      }
    };
    const tops = this.nodes.flatMap((_, place) => (this.#parents[place] === undefined ? [place] : []));
    // A true beginning comes before what lost its parent.
    const roots = [
      ...tops.filter((place) => this.nodes[place]?.parent === undefined),
      ...tops.filter((place) => this.nodes[place]?.parent !== undefined),
    ];
    for (const root of roots) descend(root);
    let cycles = 0;
    for (const place of this.nodes.keys()) {
      if (seen.has(place)) continue;
      cycles++;
      roots.push(place);
      descend(place);
    }
    return { order, roots, cycles };
  }

  /** From a node up to its beginning, itself first. */
  lineUp(start: number): number[] {
    const line: number[] = [];
    const seen = new Set<number>();
    for (let place: number | undefined = start; place !== undefined && !seen.has(place); place = this.#parents[place]) {
      seen.add(place);
      line.push(place);
    }
    return line;
  }

  /** From a beginning down the last, which is the newest, child of each. */
  lineDown(root: number, into: Set<number>): void {
    for (let place: number | undefined = root; place !== undefined && !into.has(place); ) {
      into.add(place);
      place = this.#children[place]?.at(-1);
    }
  }
}
