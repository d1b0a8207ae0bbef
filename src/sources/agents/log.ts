import type { Message } from '../../palace/transcript-types.js';
import { conversationUnit } from '../conversation-unit.js';
import type { SourceUnit } from '../types.js';
import { MessageLog, type UnitFacts } from './message-log.js';

/** Collects the messages of a conversation. */
export class AgentLog extends MessageLog {
  readonly messages: Message[] = [];

  override get length(): number {
    return this.messages.length;
  }

  override markAlternate(from: number): void {
    for (const [index, message] of this.messages.slice(from).entries())
      this.messages[from + index] = asAlternate(message);
  }

  /** @throws SkipSource `empty` when nobody says anything. */
  unit(facts: UnitFacts): SourceUnit {
    return conversationUnit({ ...this.factsOf(facts), messages: this.messages });
  }

  protected override push(message: Message): void {
    this.messages.push(message);
  }
}

/** A message of a line that was left. */
export function asAlternate(message: Message): Message {
  return { ...message, attributes: { ...message.attributes, branch: 'alternate' } };
}
