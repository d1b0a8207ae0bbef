import type { Size } from '../draw/layout.js';
import { lineOf } from './line.js';
import { FIRST } from './position.js';
import type { Filters, State } from './types.js';

export interface Start {
  size: Size;
  query: string;
  filters: Filters;
  print: boolean;
}

/** The state in which the program begins: the search view. */
export function startState({ size, query, filters, print }: Start): State {
  return {
    size,
    print,
    views: [{ kind: 'search', line: lineOf(query), filters, marked: [], list: FIRST, top: undefined }],
    overlay: undefined,
    message: undefined,
    job: undefined,
    jobs: 0,
    undoable: undefined,
    revision: 0,
    data: {},
    failures: {},
    leaving: undefined,
  };
}
