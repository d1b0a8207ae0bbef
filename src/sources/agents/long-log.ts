import type { Message } from '../../palace/transcript-types.js';
import { ConversationOutline } from '../conversation-unit.js';
import type { LongBody } from '../long-body.js';
import type { ToolMode } from '../tool-text.js';
import type { SourceUnit } from '../types.js';
import { asAlternate } from './log.js';
import { MessageLog, type UnitFacts } from './message-log.js';

/** Messages that were left: from the `from`th to before the `to`th. */
export interface Left {
  from: number;
  to: number;
}

/** Writes the messages of a conversation into a body as they come: none is held. */
export class LongLog extends MessageLog {
  readonly #outline = new ConversationOutline();
  /** What was left by now: apart from each other, ascending. */
  readonly left: Left[] = [];
  #length = 0;
  /** How many of those that are known beforehand lie behind. */
  #passed = 0;

  /** @param foreknown What will be marked later on: only the end tells, and by then the messages are written. */
  constructor(
    tools: ToolMode,
    private readonly body: LongBody,
    private readonly foreknown: readonly Left[],
  ) {
    super(tools);
  }

  override get length(): number {
    return this.#length;
  }

  override markAlternate(from: number): void {
    let start = from;
    for (let last = this.left.at(-1); last !== undefined && last.to >= start; last = this.left.at(-1)) {
      start = Math.min(start, last.from);
      this.left.pop();
    }
    if (start < this.#length) this.left.push({ from: start, to: this.#length });
  }

  /** All that was left was known beforehand. */
  get isAsForeknown(): boolean {
    const { left, foreknown } = this;
    return (
      left.length === foreknown.length && left.every(({ from, to }, index) => isSame({ from, to }, foreknown[index]))
    );
  }

  get isEmpty(): boolean {
    return this.#outline.isEmpty;
  }

  /** The unit, with what of the body was not given away. @throws SkipSource `empty` when nobody says anything. */
  unit(facts: UnitFacts): SourceUnit {
    return this.#outline.unit(this.factsOf(facts), () => this.body.rest());
  }

  protected override push(message: Message): void {
    const said = this.#isLeft() ? asAlternate(message) : message;
    this.#length++;
    this.#outline.take(said);
    this.body.add(said);
  }

  #isLeft(): boolean {
    let next = this.foreknown[this.#passed];
    while (next !== undefined && next.to <= this.#length) next = this.foreknown[++this.#passed];
    return next !== undefined && next.from <= this.#length;
  }
}

function isSame({ from, to }: Left, other: Left | undefined): boolean {
  return other?.from === from && other.to === to;
}
