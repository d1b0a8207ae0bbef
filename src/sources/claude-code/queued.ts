import type { Message } from '../../palace/transcript-types.js';
import { type JsonObject, textOf } from '../json.js';

/**
 * What the person typed while the model was at work. It comes again as a record of its own when it is sent; what was taken back was
 * never said. Only a prompt that left the queue (or still stands in it) and never came as a record would be lost.
 */
export class QueuedPrompts {
  readonly #waiting: { text: string; time?: string }[] = [];
  readonly #sent: { text: string; time?: string }[] = [];

  take(record: JsonObject): void {
    const text = textOf(record.content);
    if (record.operation === 'enqueue') {
      if (text !== undefined) this.#waiting.push({ text, time: textOf(record.timestamp) });
    } else if (record.operation === 'dequeue') {
      const next = this.#waiting.shift();
      if (next !== undefined) this.#sent.push(next);
    } else if (record.operation === 'popAll') this.#waiting.length = 0;
    else if (record.operation === 'remove') {
      const place = text === undefined ? -1 : this.#waiting.findIndex((waiting) => waiting.text === text);
      this.#waiting.splice(place, 1);
    }
  }

  /** Prompts that stand in no record, as messages of the person. `said`: texts of the person that have a record. */
  missing(said: readonly string[]): Message[] {
    const spoken = said.map((text) => text.trim());
    return [...this.#sent, ...this.#waiting]
      .filter(({ text }) => !spoken.some((one) => one.includes(text.trim())))
      .map(({ text, time }) => ({ speaker: 'user', kind: 'text', text, time, attributes: { queued: 'true' } }));
  }
}
