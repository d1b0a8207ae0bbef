import type { Scope } from '../keys/table.js';
import type { State, View } from './types.js';

/** The view on top. */
export function activeView(state: State): View {
  const view = state.views.at(-1);
  if (view === undefined) throw new Error('a screen without a view');
  return view;
}

/** Whether letters are typed into a line rather than being keys. */
export function typesInto(view: View): boolean {
  return view.kind === 'search' || view.kind === 'facts';
}

/** Where keys are looked for, the most special scope first. */
export function scopesOf(state: State): Scope[] {
  const { overlay } = state;
  if (overlay?.kind === 'pick') return ['pick', 'typing', 'everywhere'];
  if (overlay !== undefined) return [overlay.kind, 'everywhere'];
  const view = activeView(state);
  return [view.kind, typesInto(view) ? 'typing' : 'letters', 'views', 'everywhere'];
}
