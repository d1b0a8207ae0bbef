import type { EmbedResult } from '../../services/embed/embed.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { counted } from './words.js';

/** What making vectors did, in one line, and why it did not. */
export function vectorLines({ model, embedded, vectors, pending, notes }: EmbedResult, out: Output): void {
  if (model !== null)
    out.line(`  ${counted(embedded, 'text')} embedded, ${counted(vectors, 'vector')} in all${waiting(pending)}`);
  for (const note of notes) out.note(oneLine(note));
}

function waiting(pending: number): string {
  return pending === 0 ? '' : `, ${counted(pending, 'drawer')} waiting`;
}
