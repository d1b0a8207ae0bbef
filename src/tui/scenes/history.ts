import type { LogEntry } from '../../history/log.js';
import { type Row, span } from '../draw/spans.js';
import type { LogFilters, State, ViewOf } from '../state/types.js';
import { keyOf } from '../state/wants-key.js';
import { diffRows } from './diff-panel.js';
import {
  bothOf,
  counted,
  type Lined,
  NO_PANEL,
  type Panel,
  panelOf,
  type Scene,
  shortCommit,
  shortTime,
  waiting,
  whoOf,
} from './scene.js';

/** The operation that is chosen. */
export function historyEntry(state: State, view: ViewOf<'history'>): LogEntry | undefined {
  return state.data.log?.value.entries[view.list.selected];
}

export function historyScene(state: State, view: ViewOf<'history'>): Scene {
  const log = state.data.log?.value;
  const entries = log?.entries ?? [];
  const chips = chipsOf(view.filters);
  const head: Lined[] = [
    { row: [span('History ', 'focus'), span(chips === '' ? 'of the palace' : chips, chips === '' ? 'dim' : 'warn')] },
  ];
  const layout = bothOf(state, head.length);
  const marked = new Set(view.marked);
  return {
    title: 'History',
    head,
    layout,
    list: {
      count: entries.length,
      height: 1,
      item: (at) => {
        const entry = entries[at];
        if (entry === undefined) return [];
        const when = shortTime(entry.date).slice(layout.list.width < 60 ? 5 : 0, 16);
        return [
          {
            row: [span(`${shortCommit(entry.commit)} `, 'warn'), span(entry.op, 'accent'), span(` ${entry.subject}`)],
            right: [span(`${whoOf(entry)} ${when}`, 'dim')],
          },
        ];
      },
      isMarked: (at) => marked.has(entries[at]?.commit ?? ''),
      empty:
        state.failures.log?.text ?? (log === undefined ? 'looking …' : 'nothing happened like this; f chooses anew'),
    },
    panel: changePanel(state, historyEntry(state, view), layout.panel.width),
    status: log === undefined ? '' : `${entries.length}/${counted(log.total, 'operation')}${markedWords(view)}`,
  };
}

function markedWords({ marked }: ViewOf<'history'>): string {
  if (marked.length === 0) return '';
  return marked.length === 1 ? ' · 1 marked: tab marks another' : ' · 2 marked: D compares';
}

function chipsOf({ by, op, since, before }: LogFilters): string {
  return [by && `[by ${by}]`, op && `[${op}]`, since && `[since ${since}]`, before && `[before ${before}]`]
    .filter((chip) => chip !== undefined && chip !== '')
    .join(' ');
}

/** What an operation changed. */
function changePanel(state: State, entry: LogEntry | undefined, width: number): Panel {
  if (entry === undefined || width === 0) return NO_PANEL;
  const rows: Row[] = [
    [span(entry.subject, 'bold')],
    [
      span(
        `${entry.commit}  ${shortTime(entry.date)}  ${entry.author}${entry.by === null ? '' : ` for ${entry.by}`}`,
        'dim',
      ),
    ],
  ];
  const { added, changed, moved, removed, files } = entry.changes;
  const counts = { added, changed, moved, removed, 'other files': files };
  const told = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  rows.push([span(told.join(', '), 'dim')], []);
  const { change } = state.data;
  if (change?.key !== keyOf(state, 'change', { commits: entry.commits })) {
    const { count, row } = waiting(state, 'change');
    return panelOf([...rows, ...Array.from({ length: count }, (_, at) => row(at))]);
  }
  return panelOf([...rows, ...diffRows(change.value, width)]);
}
