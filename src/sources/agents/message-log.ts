import type { Message, MessageKind } from '../../palace/transcript-types.js';
import type { FrontMatterValue } from '../../palace/types.js';
import { type Attached, attachmentMessage } from '../attachment.js';
import type { ConversationFacts } from '../conversation-unit.js';
import { asText } from '../json.js';
import { Tally } from '../tally.js';
import { type ToolMode, toolCall, toolResult } from '../tool-text.js';
import { folderName } from './places.js';

/** What the blocks of one message of a log share. */
export interface Stamp {
  time?: string | undefined;
  id?: string | undefined;
  /** Model that wrote it. */
  model?: string | undefined;
  attributes?: Readonly<Record<string, string>>;
}

export interface UnitFacts {
  source: string;
  title?: string | undefined;
  cwd?: string | undefined;
  gitBranch?: string | undefined;
  /** Source of the conversation that this one was made from. */
  parent?: string | undefined;
  date?: string | undefined;
  /** Default: the folder of `cwd`. */
  wingHint?: string | undefined;
  notes?: readonly string[];
  facts?: Readonly<Record<string, FrontMatterValue | undefined>>;
}

/** Writes a coding agent's conversation in the terms of transcript/1, and counts what is left out. */
export abstract class MessageLog {
  readonly tally = new Tally();
  readonly #toolNames = new Map<string, string>();
  #model: string | undefined;

  constructor(readonly tools: ToolMode) {}

  /** Words of somebody; nothing for an empty text. */
  say(speaker: string, text: string, stamp: Stamp, kind: MessageKind = 'text'): void {
    if (text !== '') this.push({ ...this.#base(speaker, stamp), kind, text });
  }

  /** Words of the program in any place: `context` is for the model only, `notice` is shown to the person. */
  system(kind: 'context' | 'notice' | 'summary', text: string, stamp: Stamp): void {
    this.say('system', text, stamp, kind);
  }

  /** A block of a kind that came later is kept raw: better an odd block than a lost one. */
  unknown(value: unknown, what: unknown, stamp: Stamp): void {
    const attributes = { ...stamp.attributes, block: asText(what ?? 'unknown') };
    this.system('context', asText(value), { ...stamp, attributes });
  }

  /** A call of a tool. `input`: any JSON value, or a text as it stands. */
  call(name: string | undefined, call: string | undefined, input: unknown, stamp: Stamp): void {
    if (name !== undefined && call !== undefined) this.#toolNames.set(call, name);
    const base = this.#base('assistant', withTool(stamp, name, call));
    const message = toolCall({ ...base, kind: 'tool_call' }, input, this.tools, this.tally);
    if (message !== undefined) this.push(message);
  }

  /** What a tool answered. Its name is that of the call where `name` is absent. */
  result(call: string | undefined, text: string, stamp: Stamp, more: { name?: string; isError?: boolean } = {}): void {
    const name = more.name ?? (call === undefined ? undefined : this.#toolNames.get(call));
    const named = withTool(stamp, name, call);
    const attributes = more.isError === true ? { ...named.attributes, error: 'true' } : named.attributes;
    const base = this.#base('tool', { ...named, model: undefined, ...(attributes && { attributes }) });
    const message = toolResult({ ...base, kind: 'tool_result', text }, this.tools, this.tally);
    if (message !== undefined) this.push(message);
  }

  /** True when a call of this id was made. */
  knows(call: string): boolean {
    return this.#toolNames.has(call);
  }

  attach(speaker: string, attached: Attached, stamp: Stamp): void {
    this.push(attachmentMessage(this.#base(speaker, stamp), attached, this.tally));
  }

  /** Messages so far. */
  abstract get length(): number;

  /** Marks the messages from the `from`th on as of a line that was left: rewound, undone, answered anew. */
  abstract markAlternate(from: number): void;

  protected abstract push(message: Message): void;

  /** What is said of the conversation as a whole. */
  protected factsOf({
    source,
    title,
    cwd,
    gitBranch,
    parent,
    date,
    wingHint,
    notes,
    facts,
  }: UnitFacts): ConversationFacts {
    return {
      source,
      notKept: this.tally.list(),
      facts: { model: this.#model, cwd, git_branch: gitBranch, parent, ...facts },
      ...(title !== undefined && { title }),
      ...(date !== undefined && { date }),
      ...(notes !== undefined && { notes }),
      ...wing(wingHint ?? folderName(cwd)),
    };
  }

  /** The first model is that of the conversation; a message of another one carries its name. */
  #base(speaker: string, { time, id, model, attributes }: Stamp): Omit<Message, 'kind' | 'text'> {
    if (model !== undefined) this.#model ??= model;
    const marks = model !== undefined && model !== this.#model ? { ...attributes, model } : attributes;
    return {
      speaker,
      ...(time !== undefined && { time }),
      ...(id !== undefined && { id }),
      ...(marks !== undefined && Object.keys(marks).length > 0 && { attributes: marks }),
    };
  }
}

function wing(hint: string | undefined): { wingHint?: string } {
  return hint === undefined ? {} : { wingHint: hint };
}

function withTool(stamp: Stamp, name: string | undefined, call: string | undefined): Stamp {
  const attributes = {
    ...stamp.attributes,
    ...(name !== undefined && { name }),
    ...(call !== undefined && { call }),
  };
  return { ...stamp, attributes };
}
