import { parseDrawer } from '../../../palace/codec.js';
import { bodyHash } from '../../../palace/ids.js';
import { parseTranscript } from '../../../palace/transcript.js';
import { parseHeader } from '../../../palace/transcript-header.js';
import type { Message } from '../../../palace/transcript-types.js';
import type { SourceUnit } from '../../../sources/types.js';
import { mergeBase } from '../base.js';
import type { Entry } from '../catalog.js';
import { blobReader, headBytes, type PlanContext } from '../context.js';
import type { FreshUnit } from '../fresh.js';

/** Front-matter key: ids under which other files went on with the session of `source`. */
export const RESUMED_AS = 'resumed_as';

/** Drawers of sessions that may have been written on under another id, found by what a resumed session repeats. */
export class FiledSessions {
  private index: { byDate: Map<string, Entry[]>; byResumed: Map<string, string> } | undefined;

  constructor(private readonly context: PlanContext) {}

  /**
   * The source under which the conversation of a session is filed already, if that is another one, or if other files went on with
   * it: its drawers hold more than one file says. Undefined for a session that stands by itself.
   */
  async sourceOf(unit: Pick<FreshUnit, 'source' | 'date' | 'beginning'>): Promise<string | undefined> {
    const own = this.context.catalog.bySource.get(unit.source) ?? [];
    if (own.length > 0) return own.some(({ front }) => front[RESUMED_AS] !== undefined) ? unit.source : undefined;
    const first = firstMessageId(unit.beginning);
    if (first === undefined || unit.date === undefined) return undefined;
    const { byDate, byResumed } = this.load(unit);
    const resumed = byResumed.get(unit.source);
    if (resumed !== undefined) return resumed;
    for (const entry of byDate.get(unit.date) ?? []) {
      const { body } = parseDrawer(await headBytes(this.context, entry));
      if (firstMessageId(body) === first) return entry.front.source;
    }
    return undefined;
  }

  private load({ source }: Pick<SourceUnit, 'source'>): NonNullable<FiledSessions['index']> {
    if (this.index !== undefined) return this.index;
    const program = programOf(source);
    const index = { byDate: new Map<string, Entry[]>(), byResumed: new Map<string, string>() };
    for (const entry of this.context.catalog.entries) {
      const name = entry.source;
      if (name === undefined || !name.startsWith(program) || name.includes('/')) continue;
      const { date, part, [RESUMED_AS]: resumed } = entry.front;
      if (part !== undefined && part !== 1) continue;
      if (date !== undefined) index.byDate.set(date, [...(index.byDate.get(date) ?? []), entry]);
      for (const id of idsIn(resumed)) index.byResumed.set(`${program}${id}`, name);
    }
    this.index = index;
    return index;
  }

  /** What drawers, parts in order, hold by their source: edits made by hand are not in it. */
  async messagesOf(parts: readonly Entry[]): Promise<Message[]> {
    const bodies: Buffer[] = [];
    for (const entry of parts) {
      const { front, body } = parseDrawer(await headBytes(this.context, entry));
      const isEdited = bodyHash(body) !== front.sha256;
      const base = isEdited ? await mergeBase(this.context.history, blobReader(this.context), entry) : body;
      bodies.push(base ?? body);
    }
    return parseTranscript(Buffer.concat(bodies));
  }
}

/** The id of the message that a transcript begins with. */
export function firstMessageId(body: Buffer): string | undefined {
  const end = body.indexOf(0x0a);
  return parseHeader(body.toString('utf8', 0, end === -1 ? body.length : end))?.id;
}

/** The ids under which a session went on, when a file of this source joins those that are known. */
export function resumedAs(source: string, ...known: readonly unknown[]): string[] {
  const own = source.slice(programOf(source).length);
  return [...new Set(known.flatMap(idsIn))].filter((id) => id !== own).sort();
}

/** The session's own id: `claude-code:` is gone. */
export function sessionId(source: string): string {
  return source.slice(programOf(source).length);
}

function programOf(source: string): string {
  return source.slice(0, source.indexOf(':') + 1);
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
}
