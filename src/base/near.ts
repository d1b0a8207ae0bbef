/**
 * Names that look like `word`, nearest first, for "did you mean …?". Compared without case.
 * A candidate is near when it takes at most a third of its length in edits (at least one), or begins with `word`.
 * `limit`: most names to give; default 3. Empty when nothing is near.
 */
export function nearest(word: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = word.toLowerCase();
  if (wanted === '') return [];
  const scored: { name: string; distance: number }[] = [];
  for (const name of new Set(candidates)) {
    const known = name.toLowerCase();
    const allowed = Math.max(1, Math.floor(Math.max(wanted.length, known.length) / 3));
    const distance = editDistance(wanted, known);
    // A name that was only begun ("drift" for "driftwood") is near however much is missing.
    if (distance <= allowed) scored.push({ name, distance });
    else if (wanted.length >= 3 && known.startsWith(wanted)) scored.push({ name, distance: allowed + 1 });
  }
  scored.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return scored.slice(0, limit).map(({ name }) => name);
}

/** `did you mean "a" or "b"?`, or '' when there is no near name. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const names = nearest(word, candidates).map((name) => `"${name}"`);
  return names.length === 0 ? '' : `did you mean ${names.join(' or ')}?`;
}

/** Damerau-Levenshtein distance (insert, delete, replace, swap of neighbours), in code points. */
export function editDistance(left: string, right: string): number {
  const a = Array.from(left);
  const b = Array.from(right);
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
