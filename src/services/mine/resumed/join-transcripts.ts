import type { Message } from '../../../palace/transcript-types.js';

export interface Joined {
  /**
   * How the fresh transcript stands to the filed one: `same` messages; `within`: it is a beginning or piece of it; `holds`: it has
   * all of it and goes on; `forked`: each says something that the other does not.
   */
  relation: 'same' | 'within' | 'holds' | 'forked';
  /** Every message of both, each once. */
  messages: readonly Message[];
}

/**
 * Two transcripts of one conversation, which repeat messages under the same id, as one. Where both went on by themselves, the one
 * with the newest message is the line that is shown; what only the other says stands where it was said, marked `branch:
 * alternate` from the place on where they part (what one has before that was cut off in the other, and is no other branch).
 */
export function joinTranscripts(filed: readonly Message[], fresh: readonly Message[]): Joined {
  const [old, young] = [keyed(filed), keyed(fresh)];
  const isHeld = [...old.keys()].every((key) => young.has(key));
  const isWithin = [...young.keys()].every((key) => old.has(key));
  if (isHeld) return { relation: isWithin ? 'same' : 'holds', messages: fresh };
  if (isWithin) return { relation: 'within', messages: filed };
  const messages = newest(filed) > newest(fresh) ? woven(old, young) : woven(young, old);
  return { relation: 'forked', messages };
}

/** Messages by what is the same in every copy: the id with the number of the block, or all of a message without id. */
function keyed(messages: readonly Message[]): Map<string, Message> {
  const counts = new Map<string, number>();
  const result = new Map<string, Message>();
  for (const message of messages) {
    const { id, speaker, kind, time, text } = message;
    const name = JSON.stringify(id === undefined ? [speaker, kind, time, text] : [id]);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    result.set(`${count} ${name}`, message);
  }
  return result;
}

function newest(messages: readonly Message[]): string {
  let last = '';
  for (const { time } of messages) if (time !== undefined && time > last) last = time;
  return last;
}

function woven(shown: ReadonlyMap<string, Message>, other: ReadonlyMap<string, Message>): Message[] {
  // What only the other says, below the message that both have before it ('' at the beginning).
  const extras = new Map<string, Message[]>();
  let below = '';
  for (const [key, message] of other) {
    if (shown.has(key)) {
      below = key;
      continue;
    }
    const list = extras.get(below) ?? [];
    list.push(below === '' ? message : aside(message));
    extras.set(below, list);
  }
  const messages = [...(extras.get('') ?? [])];
  for (const [key, message] of shown) {
    messages.push(message);
    // Not spread: there may be more than a call can take.
    for (const extra of extras.get(key) ?? []) messages.push(extra);
  }
  return messages;
}

function aside(message: Message): Message {
  return { ...message, attributes: { ...message.attributes, branch: 'alternate' } };
}
