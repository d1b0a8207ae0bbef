import type { Message } from '../../palace/transcript-types.js';
import { type JsonObject, textOf } from '../json.js';

interface Prompt {
  text: string;
  time?: string;
  /** It stands in a record, or was taken back. */
  settled: boolean;
  /** What was said before it was queued is not all known any more. */
  unsure: boolean;
}

/**
 * What the person typed while the model was at work. It comes again as a record of its own when it is sent; what was taken back was
 * never said. Only a prompt that left the queue (or still stands in it) and never came as a record would be lost.
 */
export class QueuedPrompts {
  readonly #waiting: Prompt[] = [];
  readonly #sent: Prompt[] = [];
  /** Prompts that no record was seen of yet. */
  #open: Prompt[] = [];
  /** What the person said so far; undefined once that is too much. */
  #said: string[] | undefined = [];
  #characters = 0;
  /** Whether something that the person said holds the text. */
  readonly #watched: Map<string, boolean>;

  /**
   * @param watched Texts to look for in all that the person says, since they are known to be queued later on.
   * @param held Characters of the person's words that are held.
   */
  constructor(
    watched: readonly string[],
    private readonly held: number,
  ) {
    this.#watched = new Map(watched.map((text) => [text, false]));
  }

  take(record: JsonObject): void {
    const text = textOf(record.content);
    if (record.operation === 'enqueue') {
      if (text !== undefined) this.#enqueue(text, textOf(record.timestamp));
    } else if (record.operation === 'dequeue') {
      const next = this.#waiting.shift();
      if (next !== undefined) this.#sent.push(next);
    } else if (record.operation === 'popAll') takenBack(this.#waiting.splice(0));
    else if (record.operation === 'remove') {
      const place = text === undefined ? -1 : this.#waiting.findIndex((waiting) => waiting.text === text);
      takenBack(this.#waiting.splice(place, 1));
    }
  }

  #enqueue(text: string, time: string | undefined): void {
    const words = text.trim();
    const settled = this.#said?.some((one) => one.includes(words)) ?? this.#watched.get(words) ?? false;
    const unsure = this.#said === undefined && !this.#watched.has(words);
    const prompt: Prompt = { text, time, settled, unsure };
    this.#waiting.push(prompt);
    if (!settled) this.#open.push(prompt);
  }

  /** Takes what the person said in a record. */
  hear(said: string): void {
    for (const [words, isKnown] of this.#watched) if (!isKnown && said.includes(words)) this.#watched.set(words, true);
    if (this.#open.length > 0) {
      for (const prompt of this.#open) prompt.settled ||= said.includes(prompt.text.trim());
      this.#open = this.#open.filter(({ settled }) => !settled);
    }
    if (this.#said === undefined) return;
    this.#characters += said.length;
    if (this.#characters > this.held) this.#said = undefined;
    else this.#said.push(said);
  }

  /** Prompts that stand in no record, as messages of the person; those that are unsure are not among them. */
  missing(): Message[] {
    return this.#unsettled()
      .filter(({ unsure }) => !unsure)
      .map(({ text, time }) => ({ speaker: 'user', kind: 'text', text, time, attributes: { queued: 'true' } }));
  }

  /** Texts to watch for in another reading, to know whether they are missing; none when all is known. */
  unsure(): string[] {
    return this.#unsettled()
      .filter(({ unsure }) => unsure)
      .map(({ text }) => text.trim());
  }

  #unsettled(): Prompt[] {
    return [...this.#sent, ...this.#waiting].filter(({ settled }) => !settled);
  }
}

/** Nobody looks for a prompt that was taken back. */
function takenBack(prompts: readonly Prompt[]): void {
  for (const prompt of prompts) prompt.settled = true;
}
