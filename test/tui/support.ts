import type { SearchHit } from '../../src/search/types.js';
import type { ListedDrawer } from '../../src/services/list/list.js';
import type { Loaded, Slot, SlotArgs, SlotValues, Want } from '../../src/tui/data/slots.js';
import { WrappedText } from '../../src/tui/draw/wrap.js';
import { decodePresses } from '../../src/tui/keys/press.js';
import { HitWords } from '../../src/tui/scenes/hit-words.js';
import { type Action, reduce } from '../../src/tui/state/reduce.js';
import { type Start, startState } from '../../src/tui/state/start.js';
import type { State } from '../../src/tui/state/types.js';
import { wantsOf } from '../../src/tui/state/wants.js';

/** A state of 80x24 that begins with nothing typed. */
export function fresh(start: Partial<Start> = {}): State {
  return startState({
    size: { columns: 80, rows: 24 },
    query: '',
    filters: { mode: 'hybrid' },
    print: false,
    ...start,
  });
}

/** Names of keys as `Press.chord` has them, or text to type. */
export function pressed(state: State, ...keys: string[]): State {
  return keys.reduce(
    (before, chord) => reduce(before, { type: 'press', press: { chord, text: chord.length === 1 ? chord : '' } }),
    state,
  );
}

/** What a terminal sends, as actions. */
export function actionsOf(bytes: string): Action[] {
  return decodePresses(bytes, true).presses.map((press) => ({ type: 'press', press }));
}

/** Answers everything that a state wants, as `answers` has it, until it wants nothing new. */
export function answered(
  state: State,
  answers: { readonly [S in Slot]?: (args: SlotArgs[S]) => SlotValues[S] },
): State {
  let current = state;
  const asked = new Set<string>();
  for (;;) {
    const next = wantsOf(current).find(({ slot, key }) => answers[slot] !== undefined && !asked.has(key));
    if (next === undefined) return current;
    asked.add(next.key);
    current = reduce(current, { type: 'loaded', loaded: answerOne(next, answers) });
  }
}

function answerOne(want: Want, answers: { readonly [S in Slot]?: (args: SlotArgs[S]) => SlotValues[S] }): Loaded {
  const answer = answers[want.slot] as (args: unknown) => unknown;
  return { slot: want.slot, key: want.key, value: answer(want.args) } as Loaded;
}

export function hit(at: number, more: Partial<SearchHit> = {}): SearchHit {
  return {
    rank: at + 1,
    score: 1 / (at + 1),
    id: `d-${String(at).padStart(16, '0')}`,
    path: `wings/tide/harbour/note-${at}.md`,
    wing: 'tide',
    room: 'harbour',
    hall: null,
    halls: [],
    labels: [],
    title: `Note ${at}`,
    date: '2026-03-04',
    filed: null,
    source: null,
    by: null,
    time: null,
    lines: [1, 1],
    file_lines: [9, 9],
    focus: null,
    text: `The lamp of note ${at} turns.`,
    before: [],
    after: [],
    commit: null,
    signals: {},
    ...more,
  };
}

export function found(count: number, query = 'lamp'): SlotValues['hits'] {
  const hits = Array.from({ length: count }, (_, at) => hit(at));
  return {
    kind: 'hits',
    words: new HitWords({ hits, used_query: query }),
    result: {
      query,
      used_query: query,
      mode: 'keyword',
      model: null,
      pending: 0,
      as_of: null,
      commit: null,
      total: count,
      hits,
      notes: [],
      took_ms: 1,
    },
  };
}

export function listed(at: number): ListedDrawer {
  const { id, path, wing, room, title, hall, date, filed, source, by } = hit(at);
  return { id, path, wing, room, title, hall, date, filed, source, by };
}

export function drawerText(path: string, body = 'The lamp turns.\n'): SlotValues['text'] {
  return {
    id: 'd-0000000000000001',
    path,
    wing: 'tide',
    room: 'harbour',
    title: 'Note',
    bodyLine: 9,
    facts: ['tide/harbour'],
    text: new WrappedText(body),
    problem: undefined,
  };
}
