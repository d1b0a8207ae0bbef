// Precision and recall of names, by kind.

/** Totals that are added up over texts: found, right, wanted. */
export function countNames(found, wanted, types, sameKind = true) {
  const relevant = wanted.filter(({ type }) => types.includes(type));
  const given = found.filter(({ type }) => types.includes(type));
  const isWanted = (one) =>
    (sameKind ? relevant : wanted).some((other) => other.name === one.name && (!sameKind || other.type === one.type));
  return { found: given.length, right: given.filter(isWanted).length, wanted: relevant.length };
}

export function added(counts) {
  return counts.reduce(
    (sum, one) => ({ found: sum.found + one.found, right: sum.right + one.right, wanted: sum.wanted + one.wanted }),
    { found: 0, right: 0, wanted: 0 },
  );
}

/** `{precision, recall, f1}`, three decimals; precision of nothing found is 0. */
export function rates({ found, right, wanted }) {
  const precision = found === 0 ? 0 : right / found;
  const recall = wanted === 0 ? 0 : right / wanted;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return Object.fromEntries(
    Object.entries({ precision, recall, f1 }).map(([key, value]) => [key, Math.round(value * 1000) / 1000]),
  );
}
