import type { Message } from '../../palace/transcript-types.js';
import type { LongBody } from '../long-body.js';
import { isPrompt, Outline } from './outline.js';
import type { QueuedPrompts } from './queued.js';

/** What the end of a session tells of all that stands before it, as far as it is known when the session is read. */
export interface Foreknown {
  /** 1 at the places of records of other branches. */
  alternates?: Uint8Array;
  /** Prompts that stand in no record. */
  missing: readonly Message[];
  /** Texts of prompts that are queued somewhere. */
  watched: readonly string[];
}

/** The words between the person and the main agent, written into a body as they come. */
export class Conversation {
  readonly outline = new Outline();
  /** The model that the session began with; a message of another one carries its name. */
  model: string | undefined;
  /** Missing prompts that come before no message that was seen. */
  #waiting: Message[];
  /** The latest time of a message. */
  #latest: string | undefined;

  constructor(
    private readonly foreknown: Foreknown,
    private readonly body: LongBody,
    private readonly queued: QueuedPrompts,
  ) {
    this.#waiting = [...foreknown.missing];
  }

  /** Takes the messages of the next record, and the model that wrote it. */
  take(place: number, messages: readonly Message[], model: string | undefined): void {
    const isAlternate = this.foreknown.alternates?.[place] === 1;
    this.model ??= model;
    for (const message of marked(messages, isAlternate, model === this.model ? undefined : model)) {
      if (isPrompt(message)) this.queued.hear(message.text);
      this.#putBefore(message.time);
      this.#add(message);
    }
  }

  /**
   * Ends the body. False when prompts are missing that would have had their place before messages which are written already:
   * the session must be read again with them.
   */
  end(missing: readonly Message[]): boolean {
    const { foreknown } = this;
    let late: readonly Message[] = [];
    if (!areSame(missing, foreknown.missing)) {
      if (foreknown.missing.length > 0 || missing.some(({ time }) => this.#isBeforeEnd(time))) return false;
      late = missing;
    }
    for (const message of [...this.#waiting, ...late].reduce(inOrder, [])) this.#add(message);
    this.#waiting = [];
    return true;
  }

  #isBeforeEnd(time: string | undefined): boolean {
    return time !== undefined && this.#latest !== undefined && this.#latest > time;
  }

  /** A missing prompt stands before the first message that is later; at the end when none is, or when times are missing. */
  #putBefore(time: string | undefined): void {
    if (time === undefined) return;
    if (this.#latest === undefined || time > this.#latest) this.#latest = time;
    if (this.#waiting.length === 0) return;
    const isEarlier = (prompt: Message): boolean => prompt.time !== undefined && prompt.time < time;
    for (const message of this.#waiting.filter(isEarlier).reduce(inOrder, [])) this.#add(message);
    this.#waiting = this.#waiting.filter((prompt) => !isEarlier(prompt));
  }

  #add(message: Message): void {
    this.outline.take(message);
    this.body.add(message);
  }
}

/** Messages of a record with what is said of all of them: another branch, another model. */
export function marked(
  messages: readonly Message[],
  isAlternate: boolean,
  model: string | undefined,
): readonly Message[] {
  if (!isAlternate && model === undefined) return messages;
  const marks: Record<string, string> = {};
  if (isAlternate) marks.branch = 'alternate';
  if (model !== undefined) marks.model = model;
  return messages.map((message) => ({ ...message, attributes: { ...message.attributes, ...marks } }));
}

/** Puts a message before the first one that is later; at the end when none is, or when times are missing. */
function inOrder(messages: readonly Message[], message: Message): Message[] {
  const { time } = message;
  const place = time === undefined ? -1 : messages.findIndex((other) => other.time !== undefined && other.time > time);
  return place === -1 ? [...messages, message] : [...messages.slice(0, place), message, ...messages.slice(place)];
}

function areSame(some: readonly Message[], others: readonly Message[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ text, time }, index) => others[index]?.text === text && others[index]?.time === time)
  );
}
