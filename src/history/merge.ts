import { byteLines } from './line-map.js';

/** What became of a three-way merge of bytes. `overlaps` counts the places where both sides changed the same lines. */
export type MergedBytes = { clean: true; content: Buffer } | { clean: false; overlaps: number };

/**
 * Three-way merge by lines, exact to the byte: lines are compared as bytes (latin1 maps each byte to one character and
 * back), a CR before LF belongs to its line, and a missing final newline stays missing.
 *
 * `ours` is what stands now, `base` what both came from, `theirs` the other version. The same change on both sides is no
 * overlap.
 */
export async function mergeBytes(ours: Buffer, base: Buffer, theirs: Buffer): Promise<MergedBytes> {
  if (ours.equals(theirs) || base.equals(theirs)) return { clean: true, content: ours };
  if (base.equals(ours)) return { clean: true, content: theirs };
  const { diff3Merge } = await import('node-diff3');
  const regions = diff3Merge(byteLines(ours), byteLines(base), byteLines(theirs), { excludeFalseConflicts: true });
  const kept: string[] = [];
  let overlaps = 0;
  for (const region of regions) {
    if (region.conflict) overlaps++;
    else if (region.ok) for (const line of region.ok) kept.push(line);
  }
  if (overlaps > 0) return { clean: false, overlaps };
  return { clean: true, content: Buffer.from(kept.join(''), 'latin1') };
}
