import type { Message } from '../../palace/transcript-types.js';

/** Characters of the first words that may become a file name. */
const HINT = 80;

/** What a conversation says of itself as its messages come: they are taken one by one, in order, and none is held. */
export class Outline {
  /** Somebody said something. */
  isSpoken = false;
  #spokenTime: string | undefined;
  #firstTime: string | undefined;
  #spokenHint: string | undefined;
  #promptHint: string | undefined;

  take(message: Message): void {
    const { time } = message;
    if (time !== undefined) this.#firstTime ??= time;
    if (message.kind !== 'text') return;
    const isUser = message.speaker === 'user';
    if (!isUser && message.speaker !== 'assistant' && message.speaker !== 'agent') return;
    if (!this.isSpoken) {
      this.isSpoken = true;
      this.#spokenTime = time;
      this.#spokenHint = hintOf(message.text);
    }
    if (isUser) this.#promptHint ??= hintOf(message.text);
  }

  /** Time of the first words, else the first time that there is. */
  get date(): string | undefined {
    return this.#spokenTime ?? this.#firstTime;
  }

  /** First line of the person's first words, else of anybody's; '' where it is blank. */
  get hint(): string {
    return this.#promptHint ?? this.#spokenHint ?? '';
  }
}

/** Words of the person. */
export function isPrompt({ speaker, kind }: Message): boolean {
  return speaker === 'user' && kind === 'text';
}

function hintOf(text: string): string {
  return text.trim().split('\n', 1)[0]?.slice(0, HINT) ?? '';
}
