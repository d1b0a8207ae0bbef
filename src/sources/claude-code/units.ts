import { renderTranscript } from '../../palace/transcript.js';
import type { Message } from '../../palace/transcript-types.js';
import type { FrontMatterValue } from '../../palace/types.js';
import type { NotKept, SourceUnit } from '../types.js';
import { alternates } from './branches.js';
import type { Session, SessionRecord } from './session.js';

/** Characters of the first words that may become a file name. */
const HINT = 80;

/** The conversation between the person and the main agent; undefined when nobody said anything. */
export function mainUnit(session: Session, source: string, sidechains: 'counted' | 'read'): SourceUnit | undefined {
  const aside = alternates(session.main, session.leaf);
  const model = mainModel(session.main);
  const messages = session.main.flatMap((record, place) => marked(record, aside.has(place), model));
  const said = messages.filter(isPrompt).map(({ text }) => text);
  const missing = session.queued.missing(said);
  const all = missing.reduce(inOrder, messages);
  if (!all.some(isSpoken)) return undefined;
  const notKept = session.tally.list();
  const groups = sidechainGroups(session.sidechain).size;
  if (groups > 0 && sidechains === 'counted') notKept.push(subagentsLeftOut(groups, session.sidechainBytes));
  const unit: SourceUnit = { ...conversation(all, session, source, model), title: session.title(), notKept };
  // Only a session that has an id can be written on under another one.
  if (source.startsWith('claude-code:')) unit.resumes = true;
  return unit;
}

/** Each sub-agent of the file as a conversation of its own; `source` is that of the session. */
export function sidechainUnits(session: Session, source: string): SourceUnit[] {
  return [...sidechainGroups(session.sidechain)].flatMap(([name, records]) => {
    const model = mainModel(records);
    const messages = records.flatMap((record) => marked(record, false, model));
    if (!messages.some(isSpoken)) return [];
    const unit = conversation(messages, session, `${source}/${name}`, model);
    return [{ ...unit, title: '', facts: { ...unit.facts, parent: source }, notKept: [] }];
  });
}

/** The line of the report for sub-agents that were not read. */
export function subagentsLeftOut(count: number, bytes: number): NotKept {
  return { what: 'sub-agent transcripts', count, bytes };
}

/** Records of each sub-agent, by `agentId`, else by the record that its branch begins with. */
export function sidechainGroups(records: readonly SessionRecord[]): Map<string, SessionRecord[]> {
  const groups = new Map<string, SessionRecord[]>();
  const names = new Map<string, string>();
  for (const [place, record] of records.entries()) {
    const name = record.agentId ?? names.get(record.parent ?? '') ?? record.id ?? `sidechain-${place}`;
    if (record.id !== undefined) names.set(record.id, name);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [record]);
    else group.push(record);
  }
  return groups;
}

function conversation(
  messages: readonly Message[],
  session: Session,
  source: string,
  model: string | undefined,
): Omit<SourceUnit, 'title' | 'notKept'> {
  const first = messages.find(isSpoken);
  const { cwd, gitBranch } = session.facts;
  const facts: Record<string, FrontMatterValue> = {};
  if (model !== undefined) facts.model = model;
  if (cwd !== undefined) facts.cwd = cwd;
  if (gitBranch !== undefined) facts.git_branch = gitBranch;
  const unit: Omit<SourceUnit, 'title' | 'notKept'> = {
    kind: 'conversation',
    source,
    body: renderTranscript(messages),
    format: 'transcript/1',
    facts,
    routePath: '',
  };
  const date = first?.time ?? messages.find(({ time }) => time !== undefined)?.time;
  if (date !== undefined) {
    unit.date = date;
    unit.dateFrom = 'content';
  }
  const hint = (messages.find(isPrompt) ?? first)?.text.trim().split('\n', 1)[0]?.slice(0, HINT);
  if (hint) unit.nameHint = hint;
  const folder = cwd
    ?.split(/[\\/]/)
    .filter((part) => part !== '')
    .at(-1);
  if (folder !== undefined) unit.wingHint = folder;
  return unit;
}

function isPrompt({ speaker, kind }: Message): boolean {
  return speaker === 'user' && kind === 'text';
}

function isSpoken({ speaker, kind }: Message): boolean {
  return (speaker === 'user' || speaker === 'assistant' || speaker === 'agent') && kind === 'text';
}

/** The model that the session began with; a message of another one carries its name. */
function mainModel(records: readonly SessionRecord[]): string | undefined {
  return records.find(({ model }) => model !== undefined)?.model;
}

function marked(record: SessionRecord, alternate: boolean, model: string | undefined): Message[] {
  const attributes: Record<string, string> = {};
  if (alternate) attributes.branch = 'alternate';
  if (record.model !== undefined && record.model !== model) attributes.model = record.model;
  if (Object.keys(attributes).length === 0) return record.messages;
  return record.messages.map((message) => ({ ...message, attributes: { ...message.attributes, ...attributes } }));
}

/** Puts a message before the first one that is later; at the end when none is, or when times are missing. */
function inOrder(messages: readonly Message[], message: Message): Message[] {
  const { time } = message;
  const place = time === undefined ? -1 : messages.findIndex((other) => other.time !== undefined && other.time > time);
  return place === -1 ? [...messages, message] : [...messages.slice(0, place), message, ...messages.slice(place)];
}
