import type { KgFact } from '../../services/kg/types.js';
import { layoutOf } from '../draw/layout.js';
import { type Row, span } from '../draw/spans.js';
import { DRAWER_TABS, type DrawerTab, type State, type ViewOf } from '../state/types.js';
import { answerOf } from '../state/wants-key.js';
import { diffRows } from './diff-panel.js';
import { factRow } from './fact-row.js';
import {
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
import { termsOf, textPanel } from './text-panel.js';

const TITLES: Readonly<Record<DrawerTab, string>> = {
  text: 'text',
  facts: 'facts',
  history: 'history',
  lines: 'who wrote it',
};

export function drawerScene(state: State, view: ViewOf<'drawer'>): Scene {
  const loaded = state.data.text?.value;
  const drawer = loaded !== undefined && isAbout(view.drawer, loaded) ? loaded : undefined;
  const title = drawer?.title ?? view.drawer;
  const tabs: Row = DRAWER_TABS.flatMap((tab) => [
    tab === view.tab ? span(`[${TITLES[tab]}]`, 'focus') : span(` ${TITLES[tab]} `, 'dim'),
    span(' '),
  ]);
  const head: Lined[] = [
    {
      row: [span(title, 'bold')],
      right: [span(drawer === undefined ? '' : `${drawer.wing}/${drawer.room}`, 'accent')],
    },
    { row: tabs, right: view.at === undefined ? [] : [span(`as of ${view.at.slice(0, 16)}`, 'warn')] },
  ];
  const status = drawer === undefined ? view.drawer : `${drawer.id} · ${drawer.path}`;
  const scene = { title: `Drawer ${title}`, head, status };
  const alone = layoutOf(state.size, head.length, { list: false, panel: true });
  if (view.tab === 'text') {
    if (drawer === undefined) return { ...scene, layout: alone, panel: waiting(state, 'text') };
    const { width, rows } = alone.panel;
    const at = view.line === undefined ? undefined : ([view.line, view.line] as const);
    return {
      ...scene,
      layout: alone,
      panel: textPanel(drawer, { width, rows, terms: termsOf(view.query), passage: at }),
    };
  }
  if (view.tab === 'lines') return { ...scene, layout: alone, panel: blamePanel(state, view.drawer) };
  if (view.tab === 'facts') return { ...scene, ...factsPart(state, drawer?.id ?? '', head.length) };
  return { ...scene, ...historyPart(state, view, head.length) };
}

/** Whether what was read is what the view is about. */
export function isAbout(drawer: string, loaded: { id: string; path: string }): boolean {
  return loaded.path === drawer || loaded.id === drawer;
}

function blamePanel(state: State, drawer: string): Panel {
  const blame = answerOf(state, 'blame', { drawer });
  if (blame === undefined) return waiting(state, 'blame');
  const names = blame.lines.map((line) => (line.commit === null ? 'not saved' : whoOf(line)));
  const widest = Math.min(16, Math.max(0, ...names.map((name) => name.length)));
  const { lines } = blame;
  return {
    count: lines.length,
    start: 0,
    row: (at) => {
      const line = lines[at];
      if (line === undefined) return [];
      // Said once for lines that came together.
      const repeats = at > 0 && lines[at - 1]?.commit === line.commit;
      const who = `${shortCommit(line.commit).padEnd(7)} ${(line.date ?? '').slice(0, 10).padEnd(10)} ${(names[at] ?? '').slice(0, widest).padEnd(widest)}`;
      return [span(repeats ? ' '.repeat(who.length) : who, 'dim'), span(' │ ', 'dim'), span(line.text)];
    },
  };
}

function factsPart(state: State, id: string, head: number): Pick<Scene, 'layout' | 'list'> {
  const facts = answerOf(state, 'drawerFacts', { id }) ?? [];
  return {
    layout: layoutOf(state.size, head, { list: true, panel: false }),
    list: {
      count: facts.length,
      height: 1,
      item: (at) => {
        const fact: KgFact | undefined = facts[at];
        return fact === undefined ? [] : [factRow(fact, fact.current)];
      },
      empty: state.failures.drawerFacts?.text ?? 'no fact rests on this drawer; palace kg propose finds what it states',
    },
  };
}

function historyPart(state: State, view: ViewOf<'drawer'>, head: number): Pick<Scene, 'layout' | 'list' | 'panel'> {
  const entries = answerOf(state, 'drawerLog', { drawer: view.drawer })?.entries ?? [];
  const layout = layoutOf(state.size, head, { list: true, panel: true });
  const chosen = entries[view.list.selected];
  const rows: Row[] = [];
  for (const patch of chosen?.patch ?? []) rows.push(...diffRows(patch, layout.panel.width));
  const failed = state.failures.drawerLog?.text;
  return {
    layout,
    list: {
      count: entries.length,
      height: 1,
      item: (at) => {
        const entry = entries[at];
        if (entry === undefined) return [];
        const what = entry.drawer?.change ?? entry.op;
        return [
          {
            row: [span(`${shortCommit(entry.commit)} `, 'warn'), span(what, 'accent'), span(` ${entry.subject}`)],
            right: [span(`${whoOf(entry)} ${shortTime(entry.date).slice(0, 10)}`, 'dim')],
          },
        ];
      },
      empty: failed ?? 'looking …',
    },
    panel: rows.length > 0 ? panelOf(rows) : NO_PANEL,
  };
}
