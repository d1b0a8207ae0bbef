import { parseTranscript, renderTranscript } from '../../../palace/transcript.js';
import type { WingName } from '../../../palace/types.js';
import type { PlanContext } from '../context.js';
import { type FreshUnit, freshUnit } from '../fresh.js';
import { drawersOf } from '../identity.js';
import { type Pending, type PlannedSource, sourceKey, type UnitOfFile } from '../planned.js';
import { FiledSessions, firstMessageId, RESUMED_AS, resumedAs, sessionId } from './filed-sessions.js';
import { type Joined, joinTranscripts } from './join-transcripts.js';

/** A session as it is to be filed: with all that its conversation holds already, under its source. */
export interface Continued {
  unit: FreshUnit;
  wing: WingName;
  relation: Joined['relation'];
  /** Drawers that hold the conversation, parts in order. */
  ids: string[];
}

/** What this mine found out of one conversation before: a plan that changes nothing, or a unit that waits. */
type Earlier = { planned: PlannedSource } | { pending: Pending };

/**
 * Sessions that went on in another file under another id, which repeats what was said before. All files of one conversation are
 * one source: what a file says is joined with what its drawers hold, so that nothing is filed twice and nothing is lost when the
 * older file is gone, in whatever order the files are read.
 */
export class Resumptions {
  private readonly filed: FiledSessions;
  private readonly byKey = new Map<string, Earlier>();
  private readonly byFirst = new Map<string, Pending>();

  constructor(private readonly context: PlanContext) {
    this.filed = new FiledSessions(context);
  }

  /** The session with what is filed of its conversation; undefined where it stands by itself. */
  async continued(unit: FreshUnit, wingOf: (unit: FreshUnit) => WingName): Promise<Continued | undefined> {
    if (unit.resumes !== true) return undefined;
    const source = await this.filed.sourceOf(unit);
    if (source === undefined) return undefined;
    const { kind, format } = unit;
    const wing = wingOf({ ...unit, source });
    const { parts } = drawersOf(this.context.catalog, { kind, wing, source, format });
    if (parts.length === 0) return undefined;
    const joined = joinTranscripts(await this.filed.messagesOf(parts), parseTranscript(await unit.whole()));
    const ids = resumedAs(source, parts[0]?.front[RESUMED_AS], [sessionId(unit.source)]);
    const ofDrawers = parts.flatMap(({ front }) => front.id ?? []);
    return { unit: await asOne(unit, source, ids, joined), wing, relation: joined.relation, ids: ofDrawers };
  }

  /** What this mine found out of the conversation of a unit before. */
  earlier(unit: FreshUnit, wing: WingName): Earlier | undefined {
    const known = this.byKey.get(sourceKey(unit, wing));
    if (known !== undefined || unit.resumes !== true) return known;
    const first = firstMessageId(unit.beginning);
    const pending = first === undefined ? undefined : this.byFirst.get(firstKey(first, wing));
    return pending && { pending };
  }

  takePlanned(unit: Pick<FreshUnit, 'kind' | 'source'>, wing: WingName, planned: PlannedSource): void {
    this.byKey.set(sourceKey(unit, wing), { planned });
  }

  takePending(unit: FreshUnit, pending: Pending): void {
    if (unit.resumes !== true) return;
    this.byKey.set(sourceKey(unit, pending.wing), { pending });
    const first = pending.isNew ? firstMessageId(unit.beginning) : undefined;
    if (first !== undefined) this.byFirst.set(firstKey(first, pending.wing), pending);
  }

  /** Joins a session with one that waits to be planned. `waiting` is the unit of `pending`. */
  async joinPending(pending: Pending, waiting: FreshUnit, unit: FreshUnit, of: UnitOfFile): Promise<void> {
    const joined = joinTranscripts(parseTranscript(await waiting.whole()), parseTranscript(await unit.whole()));
    const isOlder = joined.relation === 'within' || (joined.relation !== 'holds' && unit.source < waiting.source);
    // Drawers that stand keep their source.
    const source = pending.isNew && isOlder ? unit.source : waiting.source;
    const known = [waiting.facts?.[RESUMED_AS], unit.facts?.[RESUMED_AS]];
    const ids = resumedAs(source, ...known, [sessionId(waiting.source), sessionId(unit.source)]);
    pending.unit = await asOne(joined.relation === 'within' ? waiting : unit, source, ids, joined);
    pending.source = source;
    pending.others.push(of);
    for (const { reading } of [pending, ...pending.others]) reading.about = { ...reading.about, source, resumed: true };
    this.byKey.set(sourceKey(pending.unit, pending.wing), { pending });
  }
}

/** `unit` with all messages of its conversation. */
async function asOne(
  unit: FreshUnit,
  source: string,
  ids: readonly string[],
  { relation, messages }: Joined,
): Promise<FreshUnit> {
  const facts = ids.length === 0 ? unit.facts : { ...unit.facts, [RESUMED_AS]: [...ids] };
  const about = { ...unit, source, ...(facts && { facts }) };
  if (relation === 'same' || relation === 'holds') return about;
  return freshUnit({ ...about, body: renderTranscript(messages) });
}

function firstKey(id: string, wing: WingName): string {
  return `${wing}\0${id}`;
}
