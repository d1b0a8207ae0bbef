import { basename, dirname } from 'node:path';
import { holdsRun, runsOf } from '../aider/runs.js';
import { conversationUnit } from '../conversation-unit.js';
import { extensionOf } from '../file-lists.js';
import { headText } from '../head-text.js';
import { SkipSource } from '../skip.js';
import { Tally } from '../tally.js';
import type { SourceAdapter, SourceUnit } from '../types.js';
import { sourceOf } from '../unit-path.js';
import { plainText } from './plain-text.js';

const HISTORY = /(?:^|\/)\.aider\.chat\.history\.md$/;

/** `.aider.chat.history.md`: each start of aider is a conversation. */
export const aider: SourceAdapter = {
  name: 'aider',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'lines marked `####` become messages of the user, lines marked `>` notices, without mark and the two blanks at their end',
    'what stands between is the answer, without blank lines around',
    'CR LF becomes LF; text that is not UTF-8 is converted to UTF-8; the key `encoding` names what it was',
  ],
  drops: [
    'runs in which nobody says anything',
    'byte order mark',
    'invalid bytes in a text that is UTF-8 otherwise (shown as U+FFFD)',
    'empty files',
  ],
  detect(candidate) {
    if (HISTORY.test(candidate.relative)) return 0.95;
    return extensionOf(candidate.relative) === 'md' && holdsRun(headText(candidate)) ? 0.9 : 0;
  },
  async *read(candidate, root, options) {
    const { text, encoding, notKept } = await plainText(candidate, options.maxBytes);
    const tally = new Tally();
    const source = sourceOf(root, candidate.relative);
    const folder = basename(dirname(candidate.path));
    const names = new Map<string, number>();
    const units: SourceUnit[] = [];
    for (const { started, model, messages } of runsOf(text)) {
      if (!messages.some(({ kind }) => kind === 'text')) {
        tally.add('runs in which nobody says anything', Buffer.byteLength(messages.map((one) => one.text).join('\n')));
        continue;
      }
      const name = started ?? 'before';
      const count = (names.get(name) ?? 0) + 1;
      names.set(name, count);
      units.push(
        conversationUnit({
          source: `${source}/${name}${count === 1 ? '' : `-${count}`}`,
          messages,
          notKept: units.length === 0 ? notKept : [],
          facts: { model },
          wingHint: folder,
          ...(started !== undefined && { date: started.slice(0, 10) }),
          ...(encoding !== undefined && { encoding }),
        }),
      );
    }
    const last = units.pop();
    if (last === undefined) throw new SkipSource('empty', 'nobody says anything in it', tally.list());
    yield* units;
    yield { ...last, notKept: [...last.notKept, ...tally.list()] };
  },
};
