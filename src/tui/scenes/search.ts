import type { SearchHit } from '../../search/types.js';
import type { ListedDrawer } from '../../services/list/list.js';
import type { Found } from '../data/slots.js';
import { type Row, span } from '../draw/spans.js';
import { WrappedText } from '../draw/wrap.js';
import type { Filters, SearchView, State } from '../state/types.js';
import { keyOf } from '../state/wants-key.js';
import {
  bothOf,
  counted,
  type Lined,
  type Panel,
  panelOf,
  type Scene,
  shortCommit,
  typedPart,
  waiting,
} from './scene.js';
import { textPanel } from './text-panel.js';

/** Rows of the list from which on an item has two. */
const ROWS_FOR_TWO = 8;

const NO_TERMS: ReadonlySet<string> = new Set();

/** What is found, by meaning too as soon as that is there, and whether it answers what is typed now. */
export function foundOf(state: State, view: SearchView): { found: Found; current: boolean } | undefined {
  const asked = { query: view.line.text.trim(), filters: view.filters };
  const { hits, better } = state.data;
  if (better !== undefined && asked.query !== '' && better.key === keyOf(state, 'better', asked))
    return { found: better.value, current: true };
  if (hits === undefined) return undefined;
  return { found: hits.value, current: hits.key === keyOf(state, 'hits', asked) };
}

export function itemsOf(found: Found): readonly (SearchHit | ListedDrawer)[] {
  return found.kind === 'hits' ? found.result.hits : found.result.drawers;
}

/** The drawer that is chosen. */
export function foundAt(state: State, view: SearchView): SearchHit | ListedDrawer | undefined {
  const answer = foundOf(state, view);
  return answer && itemsOf(answer.found)[view.list.selected];
}

export function searchScene(state: State, view: SearchView): Scene {
  const { text, before } = typedPart(view.line, state.size.columns - 3);
  const prompt: Row = [span('› ', 'accent'), text === '' ? span('type to search', 'dim') : span(text)];
  const chips = chipsOf(view.filters);
  const head: Lined[] = [{ row: prompt }];
  if (chips.length > 0 || state.size.rows >= 14)
    head.push({ row: chips.length > 0 ? chips : [span('everything', 'dim')] });
  const layout = bothOf(state, head.length);
  const answer = foundOf(state, view);
  const items = answer === undefined ? [] : itemsOf(answer.found);
  const words = answer?.found.kind === 'hits' ? answer.found.words : undefined;
  const terms = words?.terms ?? NO_TERMS;
  const height = layout.list.rows >= ROWS_FOR_TWO ? 2 : 1;
  const marked = new Set(view.marked);
  return {
    title: 'Search',
    head,
    layout,
    list: {
      count: items.length,
      height,
      item: (at) => {
        const item = items[at];
        return item === undefined
          ? []
          : itemRows(
              item,
              height,
              height === 1 ? undefined : words?.row(at, layout.list.width - item.wing.length - item.room.length - 5),
            );
      },
      isMarked: (at) => marked.has(items[at]?.path ?? ''),
      empty: emptyWords(state, view, answer?.found),
    },
    panel: previewOf(state, view, layout.panel, terms),
    status: statusOf(state, view, answer),
    cursor: { row: 0, text: `› ${before}` },
  };
}

function itemRows(item: SearchHit | ListedDrawer, height: number, words: Row | undefined): Lined[] {
  const place = `${item.wing}/${item.room}`;
  const date = item.date?.slice(0, 10) ?? '';
  const title = span(item.title || item.path, 'bold');
  if (height === 1) return [{ row: [title], right: [span(`${place} ${date}`.trim(), 'dim')] }];
  return [
    { row: [title], right: [span(date, 'dim')] },
    { row: [span(place, 'accent'), span('  '), ...(words ?? [span(item.source ?? '', 'dim')])] },
  ];
}

function previewOf(
  state: State,
  view: SearchView,
  { width, rows }: { width: number; rows: number },
  terms: ReadonlySet<string>,
): Panel {
  const item = foundAt(state, view);
  if (item === undefined || width === 0) return panelOf([]);
  const { text } = state.data;
  const passage = 'file_lines' in item ? item.file_lines : undefined;
  if (text?.value.path === item.path) return textPanel(text.value, { width, rows, terms, passage });
  if (!('text' in item)) return waiting(state, 'text');
  // The passage is there before the rest of the drawer is.
  const passageOnly = {
    ...item,
    bodyLine: item.file_lines[0],
    facts: [`${item.wing}/${item.room}`],
    text: new WrappedText(item.text),
    problem: undefined,
  };
  return textPanel(passageOnly, { width, rows, terms, passage });
}

function chipsOf(filters: Filters): Row {
  const { wing, room, hall, since, before, asOf, mode } = filters;
  const chips = [
    wing && `wing ${wing}`,
    room && `room ${room}`,
    hall && `hall ${hall}`,
    since && `since ${since}`,
    before && `before ${before}`,
    asOf && `as of ${asOf.slice(0, 16)}`,
    mode === 'hybrid' ? undefined : mode === 'keyword' ? 'by words' : 'by meaning',
  ];
  return chips
    .filter((chip) => chip !== undefined && chip !== '')
    .flatMap((chip, at) => [...(at === 0 ? [] : [span('  ')]), span(`[${chip}]`, 'warn')]);
}

function emptyWords(state: State, view: SearchView, found: Found | undefined): string {
  const failed = state.failures.hits ?? state.failures.better;
  if (failed !== undefined) return failed.text;
  if (found === undefined) return 'looking …';
  if (found.kind === 'newest') return 'no drawers here yet: palace add TEXT, or palace mine PATH';
  const filtered = chipsOf(view.filters).length > 0;
  return `nothing found${filtered ? '; ctrl-f takes filters away' : ''}`;
}

function statusOf(state: State, view: SearchView, answer: { found: Found; current: boolean } | undefined): string {
  const { status } = state.data;
  const parts: string[] = [];
  if (answer !== undefined) {
    const shown = itemsOf(answer.found).length;
    parts.push(`${shown.toLocaleString('en')}/${counted(answer.found.result.total, 'drawer')}`);
    if (answer.found.kind === 'hits') {
      parts.push(answer.found.result.mode === 'keyword' ? 'by words' : answer.found.result.mode);
      if (answer.found.result.model !== null) parts.push(answer.found.result.model.replace(/-[0-9a-f]{12}$/, ''));
    } else parts.push('newest first');
    if (!answer.current) parts.push('…');
  }
  if (view.marked.length > 0) parts.push(`${view.marked.length} marked`);
  const commit = answer?.found.kind === 'hits' ? answer.found.result.commit : status?.value.commit;
  if (commit !== undefined && commit !== null) parts.push(shortCommit(commit));
  if (status !== undefined && status.value.model.id === null) parts.push('no model');
  if (status !== undefined && status.value.unsaved.length > 0) parts.push(`${status.value.unsaved.length} unsaved`);
  return parts.join(' · ');
}
