import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Loaded, Slot, Want } from '../../src/tui/data/slots.js';
import { BINDINGS, commandFor } from '../../src/tui/keys/table.js';
import { visibleItems } from '../../src/tui/scenes/scene.js';
import { sceneOf } from '../../src/tui/scenes/scenes.js';
import { type Action, reduce } from '../../src/tui/state/reduce.js';
import { activeView, scopesOf } from '../../src/tui/state/scopes.js';
import type { State } from '../../src/tui/state/types.js';
import { wantsOf } from '../../src/tui/state/wants.js';
import { longRun } from '../support/counts.js';
import { answersOfSize } from './answers.js';
import { answered, fresh, pressed } from './support.js';

/** Something that happens to a person's screen. */
type Event =
  | { kind: 'key'; key: string }
  | { kind: 'resize'; columns: number; rows: number }
  | { kind: 'answer'; which: number; size: number }
  | { kind: 'fail'; which: number }
  | { kind: 'done'; failed: boolean };

const keys = [...new Set(BINDINGS.flatMap((binding) => binding.keys))].filter((key) => key !== 'ctrl-c');
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('key' as const), key: fc.constantFrom(...keys, 'a', '猫', 'paste') }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer' as const), which: fc.nat(5), size: fc.nat(30) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('resize' as const),
      columns: fc.integer({ min: 1, max: 200 }),
      rows: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail' as const), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('done' as const), failed: fc.boolean() }) },
);

function actionOf(state: State, happened: Event): Action | undefined {
  const wants = wantsOf(state);
  switch (happened.kind) {
    case 'key': {
      const { key } = happened;
      const text = key === 'paste' ? 'pasted\nwords' : key === 'space' ? ' ' : [...key].length === 1 ? key : '';
      return { type: 'press', press: { chord: key === 'space' ? ' ' : key, text } };
    }
    case 'resize':
      return { type: 'resized', size: { columns: happened.columns, rows: happened.rows } };
    case 'answer': {
      const want = wants[happened.which % wants.length];
      return want && { type: 'loaded', loaded: answerTo(want, happened.size) };
    }
    case 'fail': {
      const want = wants[happened.which % wants.length];
      return want && { type: 'failed', slot: want.slot, key: want.key, text: 'it is broken' };
    }
    case 'done':
      if (state.job === undefined) return undefined;
      return {
        type: 'done',
        number: state.job.number,
        outcome: { text: 'done', failed: happened.failed, commit: happened.failed ? null : 'abc', changed: true },
      };
  }
}

function answerTo(want: Want, size: number): Loaded {
  const answer = answersOfSize(size)[want.slot as Slot] as (args: unknown) => unknown;
  return { slot: want.slot, key: want.key, value: answer(want.args) } as Loaded;
}

function check(state: State): void {
  expect(state.views.length).toBeGreaterThan(0);
  expect(state.views[0]?.kind).toBe('search');
  const view = activeView(state);
  const scene = sceneOf(state);
  if (scene.list !== undefined) {
    const { selected, top } = view.list;
    expect(selected).toBeGreaterThanOrEqual(0);
    expect(selected).toBeLessThanOrEqual(Math.max(0, scene.list.count - 1));
    expect(selected).toBeGreaterThanOrEqual(top);
    expect(selected - top).toBeLessThan(visibleItems(scene));
    if (scene.list.count > 0) expect(scene.list.item(selected).length).toBe(scene.list.height);
  }
  const { panel, layout } = scene;
  if (panel !== undefined) {
    const first = Math.max(0, Math.min(view.top ?? panel.start, panel.count - layout.panel.rows));
    for (let at = first; at < Math.min(panel.count, first + 3); at++) expect(Array.isArray(panel.row(at))).toBe(true);
  }
  if (view.kind === 'history') expect(view.marked.length).toBeLessThanOrEqual(2);
  if ('line' in view && typeof view.line === 'object') {
    expect(view.line.cursor).toBeGreaterThanOrEqual(0);
    expect(view.line.cursor).toBeLessThanOrEqual(view.line.text.length);
    expect(view.line.text).not.toMatch(/[\x00-\x1f]/);
  }
  if (state.overlay?.kind === 'pick') expect(state.overlay.list.selected).toBeGreaterThanOrEqual(0);
}

describe('whatever happens', () => {
  it('what is chosen is in the list and shows, and every screen can be drawn', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), fc.boolean(), (events, print) => {
        let state = fresh({ print });
        for (const happened of events) {
          const action = actionOf(state, happened);
          if (action !== undefined) state = reduce(state, action);
          check(state);
          if (state.leaving !== undefined) return;
        }
      }),
      { numRuns: longRun(60, 2000) },
    );
  }, 60_000);

  it('the same happens again: nothing is kept outside the state', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const run = (): State =>
          events.reduce((state, happened) => {
            const action = actionOf(state, happened);
            return action === undefined ? state : reduce(state, action);
          }, fresh());
        expect(JSON.stringify(run())).toBe(JSON.stringify(run()));
      }),
      { numRuns: longRun(20, 300) },
    );
  }, 60_000);

  it('ctrl-c leaves, wherever one is', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const state = events.reduce((before, happened) => {
          const action = actionOf(before, happened);
          return action === undefined ? before : reduce(before, action);
        }, fresh());
        expect(commandFor('ctrl-c', scopesOf(state))).toBe('leave');
        expect(pressed(state, 'ctrl-c').leaving).toBeDefined();
      }),
      { numRuns: longRun(20, 300) },
    );
  }, 60_000);

  it('every scope of the table is reached by keys', () => {
    const answers = answersOfSize(3);
    const start = answered(fresh(), answers);
    const at = (...keys: string[]): State => keys.reduce((state, key) => answered(pressed(state, key), answers), start);
    const reached = new Set([
      ...scopesOf(start),
      ...scopesOf(at('enter')),
      ...scopesOf(at('alt-2')),
      ...scopesOf(at('alt-3')),
      ...scopesOf(at('alt-4')),
      ...scopesOf(at('alt-4', 'enter')),
      ...scopesOf(at('alt-5')),
      ...scopesOf(at('alt-3', 'enter')),
      ...scopesOf(at('ctrl-g')),
      ...scopesOf(at('alt-d')),
      ...scopesOf(at('f1')),
    ]);
    expect(BINDINGS.map(({ scope }) => scope).filter((scope) => !reached.has(scope))).toEqual([]);
  });
});
