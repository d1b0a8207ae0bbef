import { AgentLog } from '../agents/log.js';
import { CASCADE_TURNS, turnsOf, withTraces } from '../agents/markdown.js';
import { fileName } from '../agents/siblings.js';
import { isNoteName } from '../file-lists.js';
import { headText } from '../head-text.js';
import type { SourceAdapter } from '../types.js';
import { sourceOf } from '../unit-path.js';
import { plainText } from './plain-text.js';

const BEGINNING = /^\s*# Cascade Chat Conversation[ \t]*\r?\n/;

/** Conversations of Windsurf's Cascade, exported to markdown; its own store cannot be read. */
export const windsurf: SourceAdapter = {
  name: 'windsurf',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'headings `User Input` and `Planner Response` become messages; blank lines around a turn are layout; lines end with LF',
    'a paragraph that is one line in one pair of asterisks is the trace of a tool',
    'with tools `brief`, traces are shortened',
  ],
  drops: [
    'the note of the export about itself',
    'invalid bytes (shown as U+FFFD)',
    'tool calls with tools `none`, partly with `brief`',
  ],
  detect: (candidate) => (isNoteName(candidate.relative) && BEGINNING.test(headText(candidate)) ? 0.95 : 0),
  async *read(candidate, root, options) {
    const { text, notKept } = await plainText(candidate, options.maxBytes);
    const log = new AgentLog(options.tools);
    for (const { what, count, bytes } of notKept) log.tally.add(what, bytes, count);
    for (const turn of turnsOf(text, CASCADE_TURNS)) {
      if (turn.speaker === 'user') log.say('user', turn.text, {});
      else
        for (const { kind, text: piece } of withTraces(turn.text)) {
          if (kind === 'tool_call') log.call(undefined, undefined, piece, {});
          else log.say('assistant', piece, {});
        }
    }
    yield log.unit({
      source: sourceOf(root, candidate.relative),
      title: fileName(candidate).replace(/\.[^.]+$/, ''),
    });
  },
};
