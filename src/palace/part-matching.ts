/** A piece of a source. All parts joined are the source, byte for byte. */
export interface Part {
  content: Buffer;
  /** 16 hex digits made of its first line or message, unlike that of every other part of this source; '' for an uncut source. */
  anchor: string;
}

/** A part as far as matching needs it. */
export interface MatchablePart {
  /** Of its bytes (`bodyHash`). */
  hash: string;
  /** That of {@link Part}. */
  anchor: string;
}

/** A drawer that holds a part of the source at hand. */
export interface ExistingPart<Key> {
  key: Key;
  /** Its receipt: the hash of the part as it was filed. */
  hash: string;
  /** From its `unit` (`part-<anchor>`), '' for a drawer of the whole source. */
  anchor: string;
  /** Its ordinal; a drawer without one comes first. */
  part?: number;
}

/** Before the first part. */
const START = Symbol('start');

/**
 * Which drawer each new part belongs to: the one with the same content, else the one with the same anchor, else the one that
 * stands between the same neighbours. By index in `parts`; parts that are not in the map are new, drawers that are in no value
 * are gone.
 */
export function matchParts<Key>(
  parts: readonly MatchablePart[],
  existing: readonly ExistingPart<Key>[],
): Map<number, Key> {
  const drawers = [...existing].sort((a, b) => (a.part ?? 0) - (b.part ?? 0));
  const matched = new Map<number, ExistingPart<Key>>();
  const free = new Set(drawers);
  const pair = (index: number, drawer: ExistingPart<Key> | undefined): void => {
    if (drawer === undefined || matched.has(index) || !free.delete(drawer)) return;
    matched.set(index, drawer);
  };
  const pairBy = (
    partValue: (part: MatchablePart) => string,
    drawerValue: (drawer: ExistingPart<Key>) => string,
  ): void => {
    const waiting = new Map<string, ExistingPart<Key>[]>();
    for (const drawer of drawers) if (free.has(drawer)) push(waiting, drawerValue(drawer), drawer);
    parts.forEach((part, index) => {
      if (!matched.has(index)) pair(index, waiting.get(partValue(part))?.shift());
    });
  };
  pairBy(
    (part) => part.hash,
    (drawer) => drawer.hash,
  );
  pairBy(
    (part) => part.anchor,
    (drawer) => drawer.anchor,
  );
  for (const direction of ['after', 'before'] as const) pairNeighbours(direction, parts, drawers, matched, pair);
  return new Map([...matched].sort(([a], [b]) => a - b).map(([index, drawer]) => [index, drawer.key]));
}

/** Unmatched parts with unmatched drawers that follow (or precede) the same matched drawer, in their order. */
function pairNeighbours<Key>(
  direction: 'after' | 'before',
  parts: readonly MatchablePart[],
  drawers: readonly ExistingPart<Key>[],
  matched: ReadonlyMap<number, ExistingPart<Key>>,
  pair: (index: number, drawer: ExistingPart<Key>) => void,
): void {
  const settled = new Map(matched);
  const taken = new Set(settled.values());
  const turn = <T>(list: T[]): T[] => (direction === 'after' ? list : list.reverse());
  const waiting = new Map<ExistingPart<Key> | typeof START, ExistingPart<Key>[]>();
  let neighbour: ExistingPart<Key> | typeof START = START;
  for (const drawer of turn([...drawers])) {
    if (taken.has(drawer)) neighbour = drawer;
    else push(waiting, neighbour, drawer);
  }
  neighbour = START;
  for (const index of turn(parts.map((_, index) => index))) {
    const drawer = settled.get(index);
    if (drawer !== undefined) {
      neighbour = drawer;
      continue;
    }
    const next = waiting.get(neighbour)?.shift();
    if (next !== undefined) pair(index, next);
  }
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
