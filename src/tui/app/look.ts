import { createContext, useContext } from 'react';
import type { Paint } from '../draw/spans.js';

/** How things are drawn: with or without colour. */
export const Look = createContext<Paint>((text) => text);

export function usePaint(): Paint {
  return useContext(Look);
}
