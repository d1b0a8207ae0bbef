import type { LayersResult } from '../../services/layers/types.js';
import type { Output } from './output.js';
import { grouped } from './words.js';

/** The text as it is given to a model; the count beside it. */
export function renderLayers({ text, tokens, counted, budget, notes }: LayersResult, out: Output): void {
  out.raw(text);
  out.note(`${grouped(tokens)} tokens (${counted}) of ${grouped(budget)}`);
  for (const note of notes) out.note(note);
}
