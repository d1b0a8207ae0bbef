import { conversationRoomLikeOriginal, detectLikeOriginal, routeLikeOriginal } from './original.mjs';
import { added, countNames, rates } from './score.mjs';

const KINDS = ['person', 'project', 'tool', 'organization', 'place'];

/**
 * Names by kind, as counts over labelled texts: each text by itself (with guesses where nothing is decided), and all texts as one
 * collection, where a name is wanted once. `detect`: `detectEntities` of the program.
 */
export function measureNames(detect, rows) {
  const kindOf = ({ name, kind, guess }, guessing) => ({ name, type: guessing ? (guess ?? kind) : kind });
  const single = rows.map(({ id, text }) => detect([{ source: id, text }]));
  const all = detect(rows.map(({ id, text }) => ({ source: id, text })));
  const wanted = [
    ...new Map(rows.flatMap(({ entities }) => entities).map((one) => [`${one.type} ${one.name}`, one])).values(),
  ];
  const joined = rows.map(({ text }) => text).join('\n');
  const theirs = rows.map(({ text }) => detectLikeOriginal(text));
  return Object.fromEntries(
    KINDS.map((kind) => {
      const each = (lists) => rates(added(lists.map((list, at) => countNames(list, rows[at].entities, [kind]))));
      return [
        kind,
        {
          wanted: wanted.filter(({ type }) => type === kind).length,
          palace: each(single.map((list) => list.map((one) => kindOf(one, true)))),
          original: each(theirs),
          palaceTogether: rates(
            countNames(
              all.map((one) => kindOf(one, false)),
              wanted,
              [kind],
            ),
          ),
          originalTogether: rates(countNames(detectLikeOriginal(joined), wanted, [kind])),
        },
      ];
    }),
  );
}

/**
 * Rooms of texts: `precision` of the answers other than `general`, `recall` of the labels other than `general`.
 * `route(text, rooms)`: the program's answer.
 */
export function measureRooms(route, rows) {
  const counted = (answer) => {
    const given = rows.map((row) => ({ answer: answer(row), label: row.label }));
    return rates({
      found: given.filter((one) => one.answer !== 'general').length,
      right: given.filter((one) => one.answer !== 'general' && one.answer === one.label).length,
      wanted: given.filter(({ label }) => label !== 'general').length,
    });
  };
  return {
    palace: counted(({ text, rooms }) => route(text, rooms)),
    original: counted(({ text, rooms }) => routeLikeOriginal(text, rooms)),
    originalConversation: counted(({ text }) => conversationRoomLikeOriginal(text)),
  };
}
