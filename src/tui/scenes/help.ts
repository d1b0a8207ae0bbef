import { displayWidth } from '../../text/width.js';
import { type Row, span } from '../draw/spans.js';
import { BINDINGS, SCOPE_TITLES, type Scope } from '../keys/table.js';

/** In the order in which a person meets them. */
const ORDER: readonly Scope[] = [
  'search',
  'typing',
  'views',
  'letters',
  'palace',
  'drawer',
  'history',
  'facts',
  'timeline',
  'inbox',
  'pick',
  'confirm',
  'help',
  'everywhere',
];

/** The help: every binding of the table, by scope. */
export function helpRows(): Row[] {
  const widest = Math.max(...BINDINGS.map(({ keys }) => displayWidth(keys.join(', '))));
  const rows: Row[] = [];
  for (const scope of ORDER) {
    rows.push([span(SCOPE_TITLES[scope], 'focus')]);
    for (const { keys, help } of BINDINGS.filter((binding) => binding.scope === scope))
      rows.push([span(`  ${keys.join(', ').padEnd(widest)}  `, 'bold'), span(help)]);
    rows.push([]);
  }
  return rows;
}
