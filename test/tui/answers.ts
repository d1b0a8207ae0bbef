import type { LogEntry } from '../../src/history/log.js';
import type { KgFact } from '../../src/services/kg/types.js';
import type { InboxItem } from '../../src/tui/data/inbox.js';
import type { Slot, SlotArgs, SlotValues } from '../../src/tui/data/slots.js';
import { drawerText, found, listed } from './support.js';

export type AnswerAll = { readonly [S in Slot]: (args: SlotArgs[S]) => SlotValues[S] };

const NOTHING = {
  added: [],
  changed: [],
  moved: [],
  removed: [],
  files: [],
  facts: { added: 0, removed: 0, events: [] },
};

function entry(at: number): LogEntry {
  const commit = at.toString(16).padStart(40, '0') as LogEntry['commit'];
  return {
    commit,
    commits: [commit],
    date: '2026-03-04T05:06:07Z',
    author: 'Ada Tester <ada@example.org>',
    by: at % 2 === 0 ? null : 'codex',
    op: 'add',
    op_id: null,
    source: null,
    subject: `add note ${at}`,
    session: null,
    changes: { added: 1, changed: 0, moved: 0, removed: 0, files: 0 },
    patch: [{ commit, ...NOTHING, added: [{ id: 'd-1', path: 'wings/a/b/c.md', title: 'C', lines: 1 }] as never }],
  };
}

export function fact(at: number, more: Partial<KgFact> = {}): KgFact {
  return {
    triple_id: `e-${at}`,
    subject: 'Kai',
    predicate: 'works_at',
    object: `Harbor ${at}`,
    valid_from: `20${10 + (at % 80)}-01`,
    valid_to: at % 2 === 0 ? null : `20${11 + (at % 80)}-01`,
    current: at % 2 === 0,
    confidence: 1,
    source_closet: null,
    source_file: null,
    source_drawer: at % 3 === 0 ? null : 'd-0000000000000001',
    source_lines: null,
    by: null,
    recorded_at: '2026-03-04T05:06:07Z',
    sources: [],
    superseded_by: null,
    retracted: null,
    ...more,
  };
}

const KINDS = ['fact', 'unsaved', 'secret', 'damaged', 'conflict'] as const;

function item(at: number): InboxItem {
  const kind = KINDS[at % KINDS.length] ?? 'fact';
  return {
    kind,
    id: `p-${at}`,
    title: `thing ${at}`,
    note: '',
    details: ['some words about it'],
    actions: 'a takes it',
    ...(at % 2 === 0 && { drawer: 'wings/tide/harbour/note-0.md', lines: [1, 1] as const }),
    words: 'lamp',
  };
}

const list = <Item>(size: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: size }, (_, at) => make(at));

/** An answer to everything, with lists of this many items. */
export function answersOfSize(size: number): AnswerAll {
  const names = list(size, (at) => `w${at}`);
  const rooms = Object.fromEntries(list(size, (at) => [`r${at}`, at]));
  return {
    hits: ({ query }) =>
      query === ''
        ? { kind: 'newest', result: { drawers: list(size, listed), total: size, limit: 50, offset: 0 } }
        : found(size, query),
    better: ({ query }) => found(Math.max(0, size - 1), query),
    text: ({ drawer }) => drawerText(drawer, 'The lamp turns.\n'.repeat(size)),
    tree: () => ({
      wings: Object.fromEntries(names.map((name) => [name, { drawers: size, halls: {}, rooms }])),
      total: size,
    }),
    room: ({ wing, room }) => ({
      wing,
      room,
      drawers: list(size, listed),
      total: size + 2,
      tunnels: list(Math.min(2, size), (at) => ({
        direction: 'outgoing' as const,
        connected_wing: `w${at}`,
        connected_room: 'r0',
        label: 'leads on',
        tunnel_id: `t-${at}`,
        drawer_id: null,
        drawer_preview: null,
        preview_id: null,
      })),
      shared: names.slice(0, 1),
    }),
    closet: ({ place }) => {
      const [wing = '', room] = place.split('/');
      return { wing, room: room ?? null, closets: [], total: size, truncated: false };
    },
    map: () => ({ format: 'text', drawing: null, wings: [], tunnels: [], hidden: { wings: 0, rooms: 0 } }),
    drawerFacts: () => list(size, (at) => fact(at)),
    drawerLog: () => ({ entries: list(size, entry), total: size, path: null }),
    blame: () => ({
      id: 'd-1' as never,
      path: 'wings/a/b/c.md',
      wing: 'a',
      room: 'b',
      title: 'C',
      at: null,
      body_line: 1,
      lines: list(size, (at) => ({
        line: at + 1,
        text: 'x',
        commit: null,
        date: null,
        author: null,
        by: null,
        session: null,
        op: null,
      })),
      total: size,
    }),
    log: () => ({ entries: list(size, entry), total: size, path: null }),
    change: () => NOTHING,
    diff: () => ({ from: { label: 'HEAD', commits: [] }, to: { label: 'work tree', commits: [] }, ...NOTHING }),
    entities: () => ({
      entities: list(size, (at) => ({
        name: `E${at}`,
        type: 'person',
        aliases: [],
        properties: {},
        facts: at,
        created_at: null,
      })),
      total: size,
    }),
    timeline: ({ entity }) => ({
      entity,
      timeline: list(size, (at) => fact(at)),
      events: list(size, (at) => ({
        ...fact(at),
        date: at % 5 === 0 ? null : `20${10 + at}`,
        kind: 'started' as const,
      })),
      count: size,
      total: size,
      near: [],
      damaged: [],
    }),
    holding: ({ asOf }) => ({ asOf, ids: list(size, (at) => `e-${at}`) }),
    inbox: () => list(size, item),
    choices: () => list(size, (at) => ({ value: `choice ${at}`, count: at })),
    status: () => ({
      palace: '/palace',
      name: null,
      commit: null,
      branch: 'main',
      drawers: size,
      wings: {},
      rooms: {},
      facts: { total: 0, current: 0, damaged: 0 },
      unsaved: [],
      conflicts: [],
      in_progress: null,
      git: 'system',
      index: {} as never,
      remote: null,
      model: { name: null, id: null, search: 'keyword', vectors: 0, complete: null, problem: null },
    }),
  };
}
