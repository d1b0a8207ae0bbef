/** What a block of a conversation is. `text` is what somebody said; the others are named in its header line. */
export const MESSAGE_KINDS = [
  'text',
  'thinking',
  'tool_call',
  'tool_result',
  'attachment',
  'summary',
  'context',
  'notice',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/**
 * One block of a conversation in the neutral model that every chat adapter produces (body format `transcript/1`,
 * grammar in docs/format.md). `text` is exact: nothing is trimmed or converted.
 */
export interface Message {
  speaker: string;
  kind: MessageKind;
  text: string;
  /** As the source gives it, ISO 8601; absent when the source has none. Never the time of import. */
  time?: string;
  /** The source's own id of the message. */
  id?: string;
  /** More about the block: `name` and `call` of a tool, `branch: alternate`, `thread`, `reply_to`, `error`. Values are kept as strings. */
  attributes?: Readonly<Record<string, string>>;
}

export interface Conversation {
  messages: Message[];
}

/** A message read back from a transcript body, with its place: 1-based body lines, header line included, end inclusive. */
export interface PlacedMessage extends Message {
  firstLine: number;
  lastLine: number;
  /** First line of the text itself (the line after the header). */
  textLine: number;
}
