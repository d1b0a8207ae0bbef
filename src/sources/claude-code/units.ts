import { renderTranscript } from '../../palace/transcript.js';
import type { FrontMatterValue } from '../../palace/types.js';
import type { NotKept, SourceUnit } from '../types.js';
import { Outline } from './outline.js';
import type { Session, SessionFacts } from './session.js';

/**
 * The conversation between the person and the main agent; undefined when nobody said anything. `body` is what of it was not given
 * away.
 */
export function mainUnit(
  session: Session,
  source: string,
  sidechains: 'counted' | 'read',
  body: Buffer,
): SourceUnit | undefined {
  const { outline, model } = session.conversation;
  if (!outline.isSpoken) return undefined;
  const notKept = session.tally.list();
  const groups = session.sidechains.groups.length;
  if (groups > 0 && sidechains === 'counted') notKept.push(subagentsLeftOut(groups, session.sidechains.bytes));
  const unit: SourceUnit = {
    ...conversationUnit(outline, session.facts, source, model, body),
    title: session.title(),
    notKept,
  };
  // Only a session that has an id can be written on under another one.
  if (source.startsWith('claude-code:')) unit.resumes = true;
  return unit;
}

/** Each sub-agent of the file as a conversation of its own; `source` is that of the session. */
export function sidechainUnits(session: Session, source: string): SourceUnit[] {
  return session.sidechains.groups.flatMap(({ name, model, messages }) => {
    const outline = new Outline();
    for (const message of messages) outline.take(message);
    if (!outline.isSpoken) return [];
    const body = renderTranscript(messages);
    const unit = conversationUnit(outline, session.facts, `${source}/${name}`, model, body);
    return [{ ...unit, title: '', facts: { ...unit.facts, parent: source }, notKept: [] }];
  });
}

/** The line of the report for sub-agents that were not read. */
export function subagentsLeftOut(count: number, bytes: number): NotKept {
  return { what: 'sub-agent transcripts', count, bytes };
}

function conversationUnit(
  outline: Outline,
  { cwd, gitBranch }: SessionFacts,
  source: string,
  model: string | undefined,
  body: Buffer,
): Omit<SourceUnit, 'title' | 'notKept'> {
  const facts: Record<string, FrontMatterValue> = {};
  if (model !== undefined) facts.model = model;
  if (cwd !== undefined) facts.cwd = cwd;
  if (gitBranch !== undefined) facts.git_branch = gitBranch;
  const unit: Omit<SourceUnit, 'title' | 'notKept'> = {
    kind: 'conversation',
    source,
    body,
    format: 'transcript/1',
    facts,
    routePath: '',
  };
  const { date, hint } = outline;
  if (date !== undefined) {
    unit.date = date;
    unit.dateFrom = 'content';
  }
  if (hint !== '') unit.nameHint = hint;
  const folder = cwd
    ?.split(/[\\/]/)
    .filter((part) => part !== '')
    .at(-1);
  if (folder !== undefined) unit.wingHint = folder;
  return unit;
}
