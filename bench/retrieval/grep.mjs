// What somebody with grep would find: documents by how many of the question's words they hold, then by how often.

const WORD = /[\p{L}\p{N}]+/gu;

/** Ranked documents of each question (Map by question id), 50 at most, inside the question's wing unless `flat`. */
export function grepRankings(set, flat) {
  const documents = set.documents.map(({ id, wing, text }) => ({ id, wing, counts: countsOf(text) }));
  const rankings = new Map();
  for (const { qid, wing, question } of set.questions) {
    const words = [...countsOf(question).keys()];
    const found = [];
    for (const document of documents) {
      if (!flat && document.wing !== wing) continue;
      let distinct = 0;
      let count = 0;
      for (const word of words) {
        const times = document.counts.get(word) ?? 0;
        if (times > 0) distinct += 1;
        count += times;
      }
      if (distinct > 0) found.push({ id: document.id, distinct, count });
    }
    found.sort((a, b) => b.distinct - a.distinct || b.count - a.count || (a.id < b.id ? -1 : 1));
    rankings.set(
      qid,
      found.slice(0, 50).map(({ id }) => id),
    );
  }
  return rankings;
}

function countsOf(text) {
  const counts = new Map();
  for (const [word] of text.toLowerCase().matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
