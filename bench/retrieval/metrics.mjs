// Metrics of rankings. Written from the definitions; test/bench/metrics.test.ts compares them with the shared scorer on the same rankings.
//
// With E the evidence documents of a question and T the first k ranked documents:
//   R@k      |E and T| / |E|            any@k  1 when T holds one of E
//   ndcg@k   binary gain, discount log2(rank + 1), over that of the best list possible for E
//   mrr      1 / rank of the first evidence document, 0 when none is ranked
// A question without evidence counts as found (`rule: 'one'`, as the published LoCoMo script has it) or not at all (`'skip'`).

export const CUTS = [1, 5, 10];
export const COLUMNS = ['R@1', 'R@5', 'R@10', 'any@5', 'mrr', 'ndcg@10'];

/** Documents in order, each at its first place. A hit in a document counts for the document. */
export function documentsOf(ranked) {
  return [...new Set(ranked)];
}

/** Metrics of one question by name, undefined when it is left out. */
export function scoreQuestion(ranked, evidence, rule) {
  const wanted = new Set(evidence);
  const documents = documentsOf(ranked);
  if (wanted.size === 0) return rule === 'skip' ? undefined : Object.fromEntries(COLUMNS.map((name) => [name, 1]));
  const places = documents.flatMap((id, at) => (wanted.has(id) ? [at + 1] : []));
  const within = (k) => places.filter((place) => place <= k).length;
  const scores = {};
  for (const k of CUTS) scores[`R@${k}`] = within(k) / wanted.size;
  scores['any@5'] = within(5) > 0 ? 1 : 0;
  scores.mrr = places.length === 0 ? 0 : 1 / places[0];
  let ideal = 0;
  for (let place = 1; place <= Math.min(10, wanted.size); place++) ideal += gain(place);
  const gained = places.filter((place) => place <= 10).reduce((sum, place) => sum + gain(place), 0);
  scores['ndcg@10'] = gained / ideal;
  return scores;
}

function gain(place) {
  return 1 / Math.log2(place + 1);
}

/**
 * Means over questions: of all, and of each category in order of name.
 * @param rankings Map of question id to ranked document ids; a question without one found nothing.
 */
export function scoreAll({ questions, rule }, rankings) {
  const groups = new Map([['overall', []]]);
  for (const category of [...new Set(questions.map((question) => question.category))].sort()) groups.set(category, []);
  const misses = [];
  for (const question of questions) {
    const scores = scoreQuestion(rankings.get(question.qid) ?? [], question.evidence, rule);
    if (scores === undefined) continue;
    groups.get('overall').push(scores);
    groups.get(question.category).push(scores);
    if (scores['R@10'] === 0) misses.push(question);
  }
  const rows = [...groups].filter(([, all]) => all.length > 0);
  return { rows: rows.map(([name, all]) => ({ name, n: all.length, ...means(all) })), misses };
}

function means(all) {
  return Object.fromEntries(
    COLUMNS.map((name) => [name, all.reduce((sum, scores) => sum + scores[name], 0) / all.length]),
  );
}
