import { readBlame } from '../../history/blame.js';
import { readDiff } from '../../history/diff.js';
import { readLog } from '../../history/log.js';
import { findWhen } from '../../history/when.js';
import { restoreDrawers } from '../../services/restore/restore.js';
import { undoOperation } from '../../services/undo/undo.js';
import { COMMIT, COUNT, list, object, open, STRING, STRING_OR_NULL } from '../schemas.js';
import { AGENT, flag, given, needed, number, type Tool, text } from '../tool.js';

const CHANGES = object({ 'commit?': COMMIT, changes: list(open) });

export const HISTORY_TOOLS: readonly Tool[] = [
  {
    name: 'mempalace_history',
    title: 'What happened',
    description:
      'What was added, changed, moved or removed, by whom and when; of the whole palace, of a wing, or of one memory across its moves.',
    params: {
      drawer_id: { kind: 'string', description: 'only this memory' },
      wing: { kind: 'string', description: 'only this wing' },
      by: { kind: 'string', description: 'only by this person or agent' },
      since: { kind: 'string', description: 'from this date on' },
      before: { kind: 'string', description: 'before this date' },
      limit: { kind: 'integer', description: 'most entries', minimum: 1, maximum: 200, default: 20 },
    },
    output: object({
      entries: list(object({ commit: STRING, date: STRING, op: STRING, subject: STRING })),
      total: { type: 'integer' },
    }),
    effect: 'read',
    idempotent: true,
    core: true,
    async run(args, session) {
      const { entries, total, path } = await readLog(
        await session.palace(),
        given({
          drawer: text(args, 'drawer_id'),
          wing: text(args, 'wing'),
          by: text(args, 'by'),
          since: text(args, 'since'),
          before: text(args, 'before'),
          limit: number(args, 'limit'),
        }),
      );
      return { entries, total, path };
    },
  },
  {
    name: 'mempalace_memories_filed_away',
    title: 'What was read in last',
    description:
      'What hooks or a mine filed last by themselves: when, how much, the commit. Ask it before you file by hand what a hook may have filed.',
    params: {},
    output: object({
      status: STRING,
      message: STRING,
      count: COUNT,
      timestamp: STRING_OR_NULL,
      commit: STRING_OR_NULL,
    }),
    effect: 'read',
    idempotent: true,
    async run(_, session) {
      const [last] = (await readLog(await session.palace(), { op: 'mine', limit: 1 })).entries;
      if (last === undefined)
        return { status: 'quiet', message: 'nothing was read in yet', count: 0, timestamp: null, commit: null };
      const { subject: message, date: timestamp, commit, by, changes } = last;
      return { status: 'ok', message, count: changes.added + changes.changed, timestamp, commit, by };
    },
  },
  {
    name: 'mempalace_diff',
    title: 'What changed between two moments',
    description:
      'Memories that were added, changed (word by word), moved or removed between two dates or commits; until now when to is left out.',
    params: {
      from: { kind: 'string', description: 'a date, a commit or a tag', required: true },
      to: { kind: 'string', description: 'the same; default: now' },
      wing: { kind: 'string', description: 'only this wing' },
    },
    output: object({ added: list(open), changed: list(open), moved: list(open), removed: list(open) }),
    effect: 'read',
    idempotent: true,
    async run(args, session) {
      const { from, to, added, changed, moved, removed, facts } = await readDiff(await session.palace(), {
        from: needed(args, 'from'),
        ...given({ to: text(args, 'to'), wing: text(args, 'wing') }),
      });
      return { from: from.label, to: to.label, added, changed, moved, removed, facts };
    },
  },
  {
    name: 'mempalace_blame',
    title: 'Who wrote each line',
    description:
      'Each line of a memory with the commit, day and author (person or agent) that brought it, across moves.',
    params: {
      drawer_id: { kind: 'string', description: 'id or path', required: true },
      at: { kind: 'string', description: 'as it stood at this date or commit; default: now' },
    },
    output: object({ id: STRING, path: STRING, lines: list(open), total: { type: 'integer' } }),
    effect: 'read',
    idempotent: true,
    async run(args, session) {
      const { id, path, title, lines, total } = await readBlame(await session.palace(), {
        drawer: needed(args, 'drawer_id'),
        ...given({ at: text(args, 'at') }),
      });
      return { id, path, title, lines, total };
    },
  },
  {
    name: 'mempalace_when',
    title: 'When a phrase came or went',
    description:
      'The commits in which a word or phrase appears in a memory or disappears from one, newest first, with lines.',
    params: {
      text: {
        kind: 'string',
        description: 'the phrase; letter case and line breaks make no difference',
        required: true,
      },
      wing: { kind: 'string', description: 'only in this wing' },
      since: { kind: 'string', description: 'from this date on' },
      before: { kind: 'string', description: 'before this date' },
      limit: { kind: 'integer', description: 'most commits', minimum: 1, maximum: 200, default: 20 },
    },
    output: object({ text: STRING, events: list(open), total: { type: 'integer' } }),
    effect: 'read',
    idempotent: true,
    async run(args, session) {
      const {
        text: phrase,
        events,
        total,
      } = await findWhen(await session.palace(), {
        text: needed(args, 'text'),
        ...given({
          wing: text(args, 'wing'),
          since: text(args, 'since'),
          before: text(args, 'before'),
          limit: number(args, 'limit'),
        }),
      });
      return { text: phrase, events, total };
    },
  },
  {
    name: 'mempalace_restore',
    title: 'Bring a memory back',
    description: 'A memory as it was at a date or commit; one that was removed, as it was before. As a new commit.',
    params: {
      drawer_id: { kind: 'string', description: 'id, path, or wing/room for a whole room', required: true },
      at: { kind: 'string', description: 'a date or a commit; default: just before it was removed' },
      agent: AGENT,
    },
    output: CHANGES,
    effect: 'destroy',
    idempotent: true,
    async run(args, session) {
      const { commit, changes } = await restoreDrawers(await session.palace(), {
        drawer: needed(args, 'drawer_id'),
        ...given({ at: text(args, 'at'), by: session.actor(text(args, 'agent')) }),
      });
      return { success: true, commit, changes };
    },
  },
  {
    name: 'mempalace_undo',
    title: 'Take an operation back',
    description:
      'A new commit that takes back one operation (default: the last one), and keeps what was changed later. Take the commit from mempalace_history.',
    params: {
      commit: { kind: 'string', description: 'the operation; default: the last' },
      partly: {
        kind: 'boolean',
        description: 'leave out the memories that were changed since in the same place',
        default: false,
      },
      dry_run: { kind: 'boolean', description: 'change nothing', default: false },
      agent: AGENT,
    },
    output: CHANGES,
    effect: 'destroy',
    idempotent: false,
    async run(args, session) {
      const { undone, commit, changes, revoked, overlaps, dry_run } = await undoOperation(await session.palace(), {
        partly: flag(args, 'partly'),
        dry_run: flag(args, 'dry_run'),
        ...given({ revision: text(args, 'commit'), by: session.actor(text(args, 'agent')) }),
      });
      return { success: true, undone, commit, changes, revoked, overlaps, dry_run };
    },
  },
];
