import type { InboxItem } from '../data/inbox.js';
import { type Row, type Style, span } from '../draw/spans.js';
import { wrapText } from '../draw/wrap.js';
import type { State, ViewOf } from '../state/types.js';
import { changeRows, diffRows } from './diff-panel.js';
import { bothOf, counted, type Lined, NO_PANEL, type Panel, panelOf, type Scene, waiting } from './scene.js';
import { termsOf, textPanel } from './text-panel.js';

const KINDS: Readonly<Record<InboxItem['kind'], { word: string; style: Style }>> = {
  unsaved: { word: 'unsaved', style: 'warn' },
  conflict: { word: 'conflict', style: 'bad' },
  fact: { word: 'fact?', style: 'accent' },
  secret: { word: 'secret', style: 'bad' },
  damaged: { word: 'damaged', style: 'bad' },
};

export function inboxItem(state: State, view: ViewOf<'inbox'>): InboxItem | undefined {
  return state.data.inbox?.value[view.list.selected];
}

/** What waits for a person. */
export function inboxScene(state: State, view: ViewOf<'inbox'>): Scene {
  const items = state.data.inbox?.value;
  const head: Lined[] = [{ row: [span('Inbox ', 'focus'), span('what waits for you', 'dim')] }];
  const layout = bothOf(state, head.length);
  const item = inboxItem(state, view);
  return {
    title: 'Inbox',
    head,
    layout,
    list: {
      count: items?.length ?? 0,
      height: 1,
      item: (at) => {
        const shown = items?.[at];
        if (shown === undefined) return [];
        const { word, style } = KINDS[shown.kind];
        return [{ row: [span(word.padEnd(9), style), span(shown.title)], right: [span(shown.note, 'dim')] }];
      },
      empty: state.failures.inbox?.text ?? (items === undefined ? 'looking …' : 'nothing waits for you'),
    },
    panel: item === undefined || layout.panel.width === 0 ? NO_PANEL : itemPanel(state, item, layout.panel),
    status: items === undefined ? '' : counted(items.length, 'thing'),
  };
}

function itemPanel(state: State, item: InboxItem, { width, rows }: { width: number; rows: number }): Panel {
  const told: Row[] = [[span(item.title, 'bold')]];
  for (const line of item.details) for (const { text } of wrapText(line, width)) told.push([span(text)]);
  if (item.actions !== '') told.push([], [span(item.actions, 'dim')]);
  if (item.kind === 'unsaved') {
    const diff = state.data.diff?.value;
    if (diff === undefined) return waiting(state, 'diff');
    const memory = [...diff.changed, ...diff.moved].find(({ path }) => path === item.drawer);
    return panelOf([
      ...told,
      [],
      ...(memory === undefined ? namedRows(state, item, width) : changeRows(memory, width)),
    ]);
  }
  const drawer = state.data.text?.value;
  if (item.drawer === undefined || drawer === undefined || drawer.path !== item.drawer) return panelOf(told);
  const { lines } = item;
  const passage = lines && ([lines[0] + drawer.bodyLine - 1, lines[1] + drawer.bodyLine - 1] as const);
  const body = textPanel(drawer, { width, rows: rows - told.length - 1, terms: termsOf(item.words), passage });
  // From a little before what it is about.
  const from = body.start;
  return panelOf([...told, [], ...Array.from({ length: body.count - from }, (_, at) => body.row(from + at))]);
}

/** A file that is new or gone has no changed words. */
function namedRows(state: State, { drawer }: InboxItem, width: number): Row[] {
  const diff = state.data.diff?.value;
  if (diff === undefined || drawer === undefined) return [];
  const only = <Named extends { path: string }>(list: readonly Named[]) => list.filter(({ path }) => path === drawer);
  const { added, removed, files } = diff;
  return diffRows(
    {
      added: only(added),
      removed: only(removed),
      changed: [],
      moved: [],
      files: only(files),
      facts: { added: 0, removed: 0, events: [] },
    },
    width,
  );
}
