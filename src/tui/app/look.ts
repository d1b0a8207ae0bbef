import { createContext, useContext } from 'react';
import type { Paint } from '../draw/spans.js';
import type { RowStore } from '../terminal/row-store.js';

/** How things are drawn. */
export interface Drawing {
  /** With or without colour. */
  paint: Paint;
  /** Where drawn rows go; undefined: through ink, as text. */
  rows?: RowStore | undefined;
}

export const Look = createContext<Drawing>({ paint: (text) => text });

export function useDrawing(): Drawing {
  return useContext(Look);
}
