// ConvoMem's evidence files: {evidence_items: [{question, answer, message_evidences: [{speaker, text}],
//   conversations: [{messages: [{speaker, text}]}]}]}, in folders named after the kind of evidence.
// Scored as MemPalace's published script does: each message is a document, searched among those of its item.
import { fileName, jsonValues } from './read-rows.mjs';

export function readConvomem(path, limit = Number.POSITIVE_INFINITY) {
  const documents = [];
  const questions = [];
  for (const value of jsonValues(path)) {
    const items = value?.evidence_items;
    if (!Array.isArray(items)) throw new Error(`${path} is no evidence file of ConvoMem: it has no evidence_items`);
    for (const item of items) {
      if (questions.length >= limit) return { documents, questions };
      const wing = `item-${questions.length + 1}`;
      const wanted = (item.message_evidences ?? []).map(({ text }) => normal(text));
      const evidence = [];
      const messages = item.conversations.flatMap((conversation, at) =>
        conversation.messages.map((message, place) => ({ ...message, id: `${wing}/c${at + 1}-m${place + 1}` })),
      );
      for (const { id, speaker, text } of messages) {
        documents.push({
          file: `${fileName(wing)}/${id.slice(wing.length + 1)}.md`,
          id,
          wing,
          text: `**${speaker}:** ${text}\n`,
        });
        if (wanted.includes(normal(text))) evidence.push(id);
      }
      questions.push({ qid: wing, wing, category: item.category ?? 'all', question: item.question, evidence });
    }
  }
  return { documents, questions };
}

function normal(text) {
  return text.trim().toLowerCase();
}
