const LF = 0x0a;

/** Lines as one-byte-a-character strings, each with its line end: comparing and joining them is exact to the byte. */
export function byteLines(content: Buffer): string[] {
  return content.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export type MergeOutcome =
  /** `pieces[i]` is the merged text that stands for `theirs[i]`; joined they are the merged whole. */
  { clean: true; pieces: Buffer[] } | { clean: false; overlaps: number };

/**
 * Three-way merge by lines, exact to the byte. `theirs` comes in pieces (the parts of the new source, cut at line starts);
 * the result is cut at the same places, so that each piece can be filed with the receipt of its piece of the source.
 * The same change on both sides is no overlap; changes of neighbouring lines are one.
 */
export async function mergePieces(ours: Buffer, base: Buffer, theirs: readonly Buffer[]): Promise<MergeOutcome> {
  // A piece that begins inside a line (one line of a megabyte) has no place among lines.
  if (theirs.some((piece, index) => index < theirs.length - 1 && piece.at(-1) !== LF))
    return { clean: false, overlaps: 1 };
  const theirLines = theirs.map(byteLines);
  const all = theirLines.flat();
  const regions = await mergeRegions(byteLines(ours), byteLines(base), all);
  const overlaps = regions.filter((region) => region.overlap).length;
  if (overlaps > 0) return { clean: false, overlaps };

  const ends: number[] = [];
  for (const lines of theirLines) ends.push((ends.at(-1) ?? 0) + lines.length);
  const pieces: string[][] = ends.map(() => []);
  let piece = 0;
  let at = 0;
  for (const region of regions) {
    if (region.linewise) {
      for (const line of region.lines) {
        while (piece < ends.length - 1 && at >= (ends[piece] ?? 0)) piece++;
        pieces[piece]?.push(line);
        at++;
      }
    } else {
      // Lines of our own hand have no place in theirs: they go where the lines they replace began.
      while (piece < ends.length - 1 && at >= (ends[piece] ?? 0) && region.theirLength > 0) piece++;
      for (const line of region.lines) pieces[piece]?.push(line);
      at += region.theirLength;
    }
  }
  return { clean: true, pieces: pieces.map((lines) => Buffer.from(lines.join(''), 'latin1')) };
}

interface Region {
  lines: readonly string[];
  /** Lines of theirs that this region stands for. */
  theirLength: number;
  /** Each of `lines` is one line of theirs. */
  linewise: boolean;
  overlap?: boolean;
}

interface Hunk {
  side: 'ours' | 'theirs';
  start: number;
  end: number;
  sideStart: number;
  sideEnd: number;
}

async function mergeRegions(
  ours: readonly string[],
  base: readonly string[],
  theirs: readonly string[],
): Promise<Region[]> {
  const hunks = [...(await hunksOf('ours', base, ours)), ...(await hunksOf('theirs', base, theirs))];
  hunks.sort((a, b) => a.start - b.start || a.end - b.end);
  const regions: Region[] = [];
  let done = 0;
  for (let next = 0; next < hunks.length; ) {
    const first = hunks[next];
    if (!first) break;
    const group = [first];
    let end = first.end;
    next++;
    // A hunk that begins where another ends touches it: nobody can say in which order both are meant.
    for (let hunk = hunks[next]; hunk && hunk.start <= end; hunk = hunks[next]) {
      group.push(hunk);
      end = Math.max(end, hunk.end);
      next++;
    }
    if (first.start > done) regions.push(stable(base.slice(done, first.start)));
    regions.push(settle(group, first.start, end, ours, base, theirs));
    done = end;
  }
  if (done < base.length) regions.push(stable(base.slice(done)));
  return regions;
}

function stable(lines: readonly string[]): Region {
  return { lines, theirLength: lines.length, linewise: true };
}

function settle(
  group: readonly Hunk[],
  start: number,
  end: number,
  ours: readonly string[],
  base: readonly string[],
  theirs: readonly string[],
): Region {
  const our = sideLines('ours', group, start, end, ours);
  const their = sideLines('theirs', group, start, end, theirs);
  if (our === undefined) return stable(their ?? base.slice(start, end));
  if (their === undefined) return { lines: our, theirLength: end - start, linewise: false };
  if (our.length === their.length && our.every((line, index) => line === their[index])) return stable(their);
  return { lines: our, theirLength: their.length, linewise: false, overlap: true };
}

/** What one side has between `start` and `end` of the base; undefined when it changed nothing there. */
function sideLines(
  side: Hunk['side'],
  group: readonly Hunk[],
  start: number,
  end: number,
  lines: readonly string[],
): readonly string[] | undefined {
  const own = group.filter((hunk) => hunk.side === side);
  const first = own[0];
  const last = own.at(-1);
  if (!first || !last) return undefined;
  return lines.slice(first.sideStart - (first.start - start), last.sideEnd + (end - last.end));
}

async function hunksOf(side: Hunk['side'], base: readonly string[], lines: readonly string[]): Promise<Hunk[]> {
  // The library compares every pair of equal lines, so what both have in common at either end stays out of it.
  let head = 0;
  while (head < base.length && head < lines.length && base[head] === lines[head]) head++;
  let tail = 0;
  const most = Math.min(base.length, lines.length) - head;
  while (tail < most && base[base.length - 1 - tail] === lines[lines.length - 1 - tail]) tail++;
  const from = base.slice(head, base.length - tail);
  const to = lines.slice(head, lines.length - tail);
  if (from.length === 0 && to.length === 0) return [];
  const { diffIndices } = await import('node-diff3');
  return diffIndices(from, to).map(({ buffer1, buffer2 }) => {
    const [start = 0, length = 0]: number[] = buffer1;
    const [sideStart = 0, sideLength = 0]: number[] = buffer2;
    return {
      side,
      start: head + start,
      end: head + start + length,
      sideStart: head + sideStart,
      sideEnd: head + sideStart + sideLength,
    };
  });
}
