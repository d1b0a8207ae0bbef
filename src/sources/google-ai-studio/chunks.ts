import type { Message } from '../../palace/transcript-types.js';
import { attachmentMessage } from '../attachment.js';
import { timeOfText } from '../export-time.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import type { Tally } from '../tally.js';
import { type ToolMode, toolCall, toolResult } from '../tool-text.js';

const TOOL = 'code_execution';

/** What a chunk may point at on Google Drive or hold itself, with the word for its kind. */
const ATTACHED: readonly (readonly [string, string])[] = [
  ['driveDocument', 'document'],
  ['driveImage', 'image'],
  ['driveVideo', 'video'],
  ['driveAudio', 'audio'],
  ['driveFile', 'file'],
  ['youtubeVideo', 'video'],
  ['inlineImage', 'image'],
  ['inlineAudio', 'audio'],
  ['inlineFile', 'file'],
  ['inlineData', 'file'],
];

/** The blocks of one chunk: its text, a file, code and its result. `parts` is a second copy of the text, cut up. */
export function chunkMessages(chunk: JsonObject, context: { tools: ToolMode; tally: Tally }): Message[] {
  const { tools, tally } = context;
  const base: Omit<Message, 'text'> = { speaker: chunk.role === 'user' ? 'user' : 'assistant', kind: 'text' };
  const time = timeOfText(chunk.createTime);
  if (time !== undefined) base.time = time;
  if (chunk.isEdited === true) base.attributes = { edited: 'true' };
  const messages: Message[] = [];
  const text = textOf(chunk.text) ?? joinedParts(chunk.parts);
  if (text !== undefined) {
    messages.push({ ...base, kind: chunk.isThought === true ? 'thinking' : 'text', text });
    if (textOf(chunk.text) !== undefined && chunk.parts !== undefined)
      tally.add('second copies of text', Buffer.byteLength(JSON.stringify(chunk.parts)));
  }
  const code = chunk.executableCode;
  if (isObject(code)) {
    const language = textOf(code.language);
    const attributes = { ...base.attributes, name: TOOL, ...(language !== undefined && { language }) };
    messages.push(...one(toolCall({ ...base, kind: 'tool_call', attributes }, asText(code.code ?? ''), tools, tally)));
  }
  const result = chunk.codeExecutionResult;
  if (isObject(result)) {
    const failed = textOf(result.outcome) !== undefined && result.outcome !== 'OUTCOME_OK';
    const attributes = { ...base.attributes, name: TOOL, ...(failed && { error: 'true' }) };
    messages.push(
      ...one(
        toolResult(
          { ...base, speaker: 'tool', kind: 'tool_result', attributes, text: asText(result.output ?? '') },
          tools,
          tally,
        ),
      ),
    );
  }
  for (const [key, type] of ATTACHED) {
    const file = chunk[key];
    if (isObject(file)) messages.push(attachmentOf(file, type, base, tally));
  }
  const failure = textOf(chunk.errorMessage);
  if (failure !== undefined) messages.push({ ...base, speaker: 'system', kind: 'notice', text: failure });
  if (messages.length > 0 || isObject(code) || isObject(result)) return messages;
  if (
    Object.keys(chunk).every((key) => key === 'role' || key === 'tokenCount' || key === 'text' || key === 'createTime')
  ) {
    tally.add('chunks without text', 0);
    return [];
  }
  // A chunk of a kind that came later is kept raw: better an odd block than a lost one.
  return [
    {
      ...base,
      speaker: base.speaker === 'user' ? 'system' : base.speaker,
      kind: 'context',
      text: JSON.stringify(chunk),
      attributes: { block: 'unknown' },
    },
  ];
}

function joinedParts(parts: unknown): string | undefined {
  if (!Array.isArray(parts)) return undefined;
  return textOf(parts.map((part) => (isObject(part) ? (textOf(part.text) ?? '') : '')).join(''));
}

function attachmentOf(file: JsonObject, type: string, base: Omit<Message, 'text'>, tally: Tally): Message {
  const data = textOf(file.data);
  return attachmentMessage(
    base,
    {
      type: textOf(file.mimeType) ?? type,
      ...(textOf(file.name) !== undefined && { title: asText(file.name) }),
      ...(data !== undefined && { bytes: Buffer.from(data, 'base64') }),
      ...(textOf(file.id) !== undefined && { link: asText(file.id) }),
    },
    tally,
  );
}

function one(message: Message | undefined): Message[] {
  return message === undefined ? [] : [message];
}
