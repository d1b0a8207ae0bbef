import { type ReactElement, useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { displayWidth } from '../../text/width.js';
import type { Hands } from '../data/jobs.js';
import type { Sources } from '../data/load.js';
import type { Paint } from '../draw/spans.js';
import { type Scene, typedPart } from '../scenes/scene.js';
import { sceneOf } from '../scenes/scenes.js';
import type { State } from '../state/types.js';
import type { Store } from '../store.js';
import type { RowStore } from '../terminal/row-store.js';
import { useAnswers } from './answers.js';
import { useJobs } from './jobs.js';
import { Look } from './look.js';
import { OverlayScreen } from './overlays.js';
import { Screen } from './screen.js';
import { Spoken } from './spoken.js';

/** Where the terminal's cursor is to stand, from 0; undefined hides it. */
export type Cursor = { row: number; column: number } | undefined;

export interface AppProps {
  store: Store;
  sources: Sources;
  hands: Hands;
  paint: Paint;
  /** Keeps drawn rows out of ink; without one they are its text. */
  rows?: RowStore;
  /** Lines to be read out in place of a screen. */
  spoken: boolean;
  onCursor(cursor: Cursor): void;
  onLeave(chosen: readonly string[]): void;
}

/** The whole program: the state drawn, what it wants read, what it says done. */
export function App({ store, sources, hands, paint, rows, spoken, onCursor, onLeave }: AppProps): ReactElement {
  const state = useSyncExternalStore(store.subscribe, store.state);
  useAnswers(state, sources, store.dispatch);
  useJobs(state, hands, store.dispatch);
  const scene = useMemo(() => sceneOf(state), [state]);
  const { leaving } = state;
  useLayoutEffect(() => onCursor(spoken ? undefined : cursorOf(state, scene)));
  useEffect(() => {
    if (leaving !== undefined) onLeave(leaving.chosen);
  }, [leaving, onLeave]);
  const { overlay } = state;
  const drawing = useMemo(() => ({ paint, rows }), [paint, rows]);
  rows?.begin();
  return (
    <Look value={drawing}>
      {spoken ? (
        <Spoken state={state} scene={scene} />
      ) : overlay === undefined ? (
        <Screen state={state} scene={scene} />
      ) : (
        <OverlayScreen state={state} overlay={overlay} />
      )}
    </Look>
  );
}

function cursorOf({ overlay, size }: State, { cursor }: Scene): Cursor {
  const last = size.columns - 1;
  if (overlay?.kind === 'pick') {
    const { before } = typedPart(overlay.line, size.columns - 3);
    return { row: 1, column: Math.min(last, 2 + displayWidth(before)) };
  }
  if (overlay !== undefined || cursor === undefined) return undefined;
  return { row: cursor.row, column: Math.min(last, displayWidth(cursor.text)) };
}
