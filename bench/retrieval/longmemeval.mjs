// LongMemEval as published: a list of questions, each with the sessions ("haystack") in which it is to be answered.
//   {question_id, question_type, question, answer, question_date, haystack_session_ids, haystack_dates,
//    haystack_sessions: [[{role, content, has_answer?}]], answer_session_ids}
// Lines with `sessions: [{id, date, text}]` in place of the haystack (a published result file, cut) are read too.
import { fileName, jsonValues, transcript } from './read-rows.mjs';

/** A wing for each question. Questions about what was never said (`_abs`) have no evidence among the sessions that could be found. */
export function readLongmemeval(path, limit = Number.POSITIVE_INFINITY) {
  const documents = [];
  const questions = [];
  for (const value of jsonValues(path)) {
    for (const row of Array.isArray(value) ? value : [value]) {
      if (questions.length >= limit) return { documents, questions };
      if (typeof row?.question_id !== 'string' || typeof row.question !== 'string')
        throw new Error(`${path} is no LongMemEval file: a row has no question_id and question`);
      const wing = fileName(row.question_id).toLowerCase();
      const seen = new Set();
      for (const { id, date, turns } of sessionsOf(row)) {
        // A session may stand twice in a haystack.
        if (seen.has(id)) continue;
        seen.add(id);
        const key = `${wing}/${id}`;
        const file = `${wing}/${fileName(id)}.md`;
        documents.push({ file, id: key, wing, text: transcript({ id, date, turns }) });
      }
      questions.push({
        qid: row.question_id,
        wing,
        category: row.question_type,
        question: row.question,
        evidence: row.question_id.endsWith('_abs') ? [] : row.answer_session_ids.map((id) => `${wing}/${id}`),
      });
    }
  }
  return { documents, questions };
}

function sessionsOf(row) {
  if (Array.isArray(row.sessions))
    return row.sessions.map(({ id, date, text }) => ({ id, date, turns: [{ speaker: 'user', text }] }));
  return row.haystack_sessions.map((turns, at) => ({
    id: row.haystack_session_ids[at],
    date: row.haystack_dates[at],
    turns: turns.map(({ role, content }) => ({ speaker: role, text: content })),
  }));
}
