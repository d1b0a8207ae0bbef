import type { KgEntity } from '../../services/kg/entities.js';
import type { KgTimelineResult } from '../../services/kg/timeline.js';
import type { KgFact } from '../../services/kg/types.js';
import { type Row, span } from '../draw/spans.js';
import type { State, ViewOf } from '../state/types.js';
import { factRow, sourceOf } from './fact-row.js';
import { bothOf, counted, type Lined, NO_PANEL, type Panel, panelOf, type Scene, typedPart, waiting } from './scene.js';

export function entityAt(state: State, view: ViewOf<'facts'>): KgEntity | undefined {
  return state.data.entities?.value.entities[view.list.selected];
}

/** Everybody and everything that facts are about. */
export function factsScene(state: State, view: ViewOf<'facts'>): Scene {
  const answer = state.data.entities?.value;
  const entities = answer?.entities ?? [];
  const { text, before } = typedPart(view.line, state.size.columns - 9);
  const head: Lined[] = [{ row: [span('Facts › ', 'focus'), text === '' ? span('type a name', 'dim') : span(text)] }];
  const layout = bothOf(state, head.length);
  return {
    title: 'Facts',
    head,
    layout,
    list: {
      count: entities.length,
      height: 1,
      item: (at) => {
        const entity = entities[at];
        if (entity === undefined) return [];
        return [
          {
            row: [span(entity.name, 'bold'), span(entity.type === '' ? '' : `  ${entity.type}`, 'dim')],
            right: [span(counted(entity.facts, 'fact'), 'dim')],
          },
        ];
      },
      empty: emptyWords(state, text),
    },
    panel: entityPanel(state, entityAt(state, view), layout.panel.width),
    status: answer === undefined ? '' : `${entities.length}/${counted(answer.total, 'entity', 'entities')}`,
    cursor: { row: 0, text: `Facts › ${before}` },
  };
}

function emptyWords(state: State, text: string): string {
  if (state.failures.entities !== undefined) return state.failures.entities.text;
  if (state.data.entities === undefined) return 'looking …';
  return text === '' ? 'no facts yet: palace kg add, or accept proposals in the inbox' : `nobody is called ${text}`;
}

function entityPanel(state: State, entity: KgEntity | undefined, width: number): Panel {
  if (entity === undefined || width === 0) return NO_PANEL;
  const rows: Row[] = [[span(entity.name, 'bold'), span(`  ${entity.type}`, 'dim')]];
  if (entity.aliases.length > 0) rows.push([span('also ', 'dim'), span(entity.aliases.join(', '))]);
  for (const [key, value] of Object.entries(entity.properties))
    rows.push([span(`${key}: `, 'dim'), span(String(value))]);
  rows.push([]);
  const timeline = state.data.timeline?.value;
  if (timeline?.entity !== entity.name) return panelOf([...rows, ...rowsOf(waiting(state, 'timeline'))]);
  for (const fact of timeline.timeline) {
    const { row, right = [] } = factRow(fact, fact.current);
    rows.push([...row, span('  '), ...right]);
  }
  return panelOf(rows);
}

function rowsOf({ count, row }: Panel): Row[] {
  return Array.from({ length: count }, (_, at) => row(at));
}

/** The days on which something about an entity began or ended, in order: where the arrow keys stop. */
export function momentsOf(timeline: KgTimelineResult | undefined): string[] {
  return [...new Set((timeline?.events ?? []).flatMap(({ date }) => (date === null ? [] : [date])))];
}

/** The date that a time line is looked at; undefined for today. */
export function momentAt(state: State, view: ViewOf<'timeline'>): string | undefined {
  return view.moment === undefined ? undefined : momentsOf(state.data.timeline?.value)[view.moment];
}

export function factAt(state: State, view: ViewOf<'timeline'>): KgFact | undefined {
  return state.data.timeline?.value.timeline[view.list.selected];
}

/** The facts of one entity, and which of them held at the moment that the arrow keys chose. */
export function timelineScene(state: State, view: ViewOf<'timeline'>): Scene {
  const timeline = state.data.timeline?.value;
  const facts = timeline?.timeline ?? [];
  const moments = momentsOf(timeline);
  const date = momentAt(state, view);
  const holding = state.data.holding?.value;
  const holds = (fact: KgFact): boolean =>
    date === undefined ? fact.current : holding?.asOf === date && holding.ids.includes(fact.triple_id);
  const head: Lined[] = [
    { row: [span(view.entity, 'bold')], right: [span(date === undefined ? 'today' : `as of ${date}`, 'warn')] },
    { row: barOf(moments, view.moment) },
  ];
  const layout = bothOf(state, head.length);
  const fact = facts[view.list.selected];
  return {
    title: `Facts of ${view.entity}`,
    head,
    layout,
    list: {
      count: facts.length,
      height: 1,
      item: (at) => {
        const shown = facts[at];
        return shown === undefined ? [] : [factRow(shown, holds(shown))];
      },
      empty: state.failures.timeline?.text ?? (timeline === undefined ? 'looking …' : 'no facts'),
    },
    panel: fact === undefined || layout.panel.width === 0 ? NO_PANEL : panelOf(detailRows(fact)),
    status: `${facts.filter(holds).length} of ${counted(facts.length, 'fact')} hold`,
  };
}

/** `2024-01 ─ [2024-06] ─ 2025-02 ─ today`, with what is chosen in brackets. */
function barOf(moments: readonly string[], chosen: number | undefined): Row {
  // Around what is chosen, so that it shows on a narrow screen.
  const first = Math.max(0, Math.min((chosen ?? moments.length) - 2, moments.length - 4));
  const shown = moments.slice(first, first + 5).map((date, at) => {
    const here = first + at === chosen;
    return span(here ? `[${date}]` : date, here ? 'focus' : 'dim');
  });
  const today = chosen === undefined ? span('[today]', 'focus') : span('today', 'dim');
  const before = first > 0 ? [span('… ', 'dim')] : [];
  const after = first + 5 < moments.length ? [span('… ', 'dim')] : [];
  return [...before, ...shown.flatMap((date) => [date, span(' ─ ', 'dim')]), ...after, today];
}

function detailRows(fact: KgFact): Row[] {
  const rows: Row[] = [
    [span(`${fact.subject} ${fact.predicate.replaceAll('_', ' ')} ${fact.object}`, 'bold')],
    [
      span(
        `holds from ${fact.valid_from ?? 'an unknown day'} ${fact.valid_to === null ? 'on' : `to ${fact.valid_to}`}`,
      ),
    ],
    [span(`confidence ${fact.confidence}  ${fact.triple_id}`, 'dim')],
    [span(sourceOf(fact), 'dim')],
  ];
  if (fact.superseded_by !== null) rows.push([span(`followed by ${fact.superseded_by}`, 'dim')]);
  if (fact.source_drawer !== null) rows.push([], [span('enter opens the drawer that states it', 'dim')]);
  return rows;
}
