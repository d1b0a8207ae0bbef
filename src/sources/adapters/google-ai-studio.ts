import type { Message } from '../../palace/transcript-types.js';
import { conversationUnit } from '../conversation-unit.js';
import { chunkMessages } from '../google-ai-studio/chunks.js';
import { headText } from '../head-text.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import { jsonElements } from '../json-stream.js';
import { Tally } from '../tally.js';
import type { Candidate, SourceAdapter } from '../types.js';
import { sourceOf } from '../unit-path.js';

/** Prompts of Google AI Studio as they lie on Google Drive: one conversation a file, without extension. */
export const googleAiStudio: SourceAdapter = {
  name: 'google-ai-studio',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'chunks become blocks of transcript/1; the system instruction stands first, as context',
    'the title is the name of the file',
    'what was typed and not sent stands last, as a notice marked `draft`',
    'chunks of an unknown kind are kept as compact JSON',
    'with tools `brief`, calls and results are shortened',
  ],
  drops: [
    'attachment data (type, size and hash are kept)',
    'chunks without text',
    'damaged records',
    'invalid bytes (shown as U+FFFD)',
    'second copies of text (the field `parts`)',
    'settings of the run, except the model',
    'tool calls and tool results with tools `none`, partly with `brief`',
  ],
  detect(candidate) {
    const head = headText(candidate);
    if (!/^\s*\{/.test(head)) return 0;
    if (/"chunkedPrompt"\s*:\s*\{/.test(head)) return 0.95;
    return /"runSettings"\s*:\s*\{/.test(head) && /"model"\s*:\s*"models\//.test(head) ? 0.8 : 0;
  },
  async *read(candidate, root, options) {
    const tally = new Tally();
    const context = { tools: options.tools, tally };
    const messages: Message[] = [];
    const chunks = jsonElements(candidate, {
      maxBytes: options.maxBytes,
      property: ['chunkedPrompt', 'chunks'],
      onDamage: ({ bytes }) => tally.add('damaged records', bytes),
    });
    let around: JsonObject | undefined;
    for (;;) {
      const next = await chunks.next();
      if (next.done) {
        around = next.value;
        break;
      }
      const { value, bytes, replaced } = next.value;
      if (replaced > 0) tally.add('invalid bytes', replaced, replaced);
      if (isObject(value)) messages.push(...chunkMessages(value, context));
      else tally.add('damaged records', bytes);
    }
    const known = around ?? beforeChunks(candidate);
    const settings = isObject(known.runSettings) ? known.runSettings : {};
    const prompt = isObject(known.chunkedPrompt) ? known.chunkedPrompt : {};
    const isDamaged = tally.list().some(({ what }) => what === 'damaged records');
    yield conversationUnit({
      source: sourceOf(root, candidate.relative),
      title: candidate.relative.slice(candidate.relative.lastIndexOf('/') + 1).replace(/\.json$/i, ''),
      messages: [...instruction(known.systemInstruction), ...messages, ...drafts(prompt.pendingInputs)],
      notKept: tally.list(),
      facts: { model: textOf(settings.model) },
      notes: isDamaged ? [`${candidate.relative}: damaged parts were passed over`] : [],
    });
  },
};

/** Of a file that is cut off: what stands before its chunks, as far as the head shows it. */
function beforeChunks(candidate: Candidate): JsonObject {
  const model = /"model"\s*:\s*"(models\/[^"\\]+)"/.exec(headText(candidate))?.[1];
  return model === undefined ? {} : { runSettings: { model } };
}

function instruction(value: unknown): Message[] {
  if (!isObject(value)) return [];
  const parts = Array.isArray(value.parts) ? value.parts.filter(isObject) : [];
  const text = textOf(value.text) ?? textOf(parts.map((part) => textOf(part.text) ?? '').join(''));
  return text === undefined ? [] : [{ speaker: 'system', kind: 'context', text }];
}

/** Never the person's words in the conversation: nobody answered them. */
function drafts(value: unknown): Message[] {
  return (Array.isArray(value) ? value.filter(isObject) : []).flatMap(({ text }) =>
    textOf(text) === undefined
      ? []
      : [{ speaker: 'system', kind: 'notice' as const, text: String(text), attributes: { draft: 'true' } }],
  );
}
