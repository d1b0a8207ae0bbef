import { join } from 'node:path';
import { readIfExists } from '../../base/files.js';
import { FactWriter } from '../../facts/events.js';
import type { Facts } from '../../facts/facts.js';
import { openFacts } from '../../facts/read.js';
import type { ObjectId } from '../../git/types.js';
import { changeLocked } from '../../palace/change.js';
import { appendEvents } from '../../palace/events.js';
import { PATHS } from '../../palace/layout.js';
import { withLock } from '../../palace/lock.js';
import { Redactor } from '../../palace/redactor.js';
import type { Actor, FileWrite, Palace, SecretFinding } from '../../palace/types.js';
import { writerId } from '../../palace/writer.js';
import { actorOf } from '../add/facts.js';

/** What a write of facts is about. */
export interface FactsWrite {
  /** A named agent; default the person. */
  by?: string;
  session?: string;
  /** The one that looked at what was typed; default a new one. */
  redactor?: Redactor;
}

/** What {@link writeFacts} gives to the one who decides. */
export interface FactsToWrite {
  facts: Facts;
  writer: FactWriter;
  now: Date;
}

/** What was decided: the answer, and how the commit calls it. Nothing is committed when no event was made. */
export interface Decided<Answer> {
  answer: Answer;
  subject: string;
  body?: string;
}

/** What became of it. */
export interface Written<Answer> {
  answer: Answer;
  /** Null when nothing was written. */
  commit: ObjectId | null;
  secrets: SecretFinding[];
}

/**
 * Reads the facts under the lock, has `decide` make events, and appends these to this clone's log as one commit. The answer says what
 * was filed: with placeholders where secrets were kept out.
 * @throws PalaceError what `decide` and `changeLocked` throw (`unsaved-edit`, `secret-found`, …); then nothing is written.
 */
export async function writeFacts<Answer>(
  palace: Palace,
  { by, session, redactor = new Redactor(palace) }: FactsWrite,
  decide: (work: FactsToWrite) => Promise<Decided<Answer>> | Decided<Answer>,
): Promise<Written<Answer>> {
  const actor = actorOf(by);
  const naming = nameOf(palace, actor);
  naming.catch(() => {}); // awaited below
  return withLock(palace, 'kg', async () => {
    const { runtime } = palace;
    const { facts } = await openFacts(palace);
    const now = runtime.now();
    const stamp = { now: () => now, randomBytes: (size: number) => runtime.randomBytes(size) };
    const writer = new FactWriter(await naming, stamp, facts.groups.newestAt);
    const { answer, subject, body } = await decide({ facts, writer, now });
    if (writer.events.length === 0) return { answer, commit: null, secrets: [] };
    const receipt = await changeLocked(palace, {
      op: 'kg',
      subject,
      ...(body !== undefined && { body }),
      writes: [await appendWrite(palace, writer, now)],
      by: actor,
      redactor,
      ...(session !== undefined && { session }),
    });
    const filed = redactor.asFiled(answer);
    return { answer: filed, commit: receipt?.commit ?? null, secrets: receipt?.secrets ?? [] };
  });
}

/** Each clone appends to its own log of the month. */
async function appendWrite(palace: Palace, writer: FactWriter, now: Date): Promise<FileWrite> {
  const path = `${PATHS.facts}/${writerId(palace)}/${now.toISOString().slice(0, 7)}.jsonl`;
  const present = (await readIfExists(join(palace.root, path)))?.toString('utf8') ?? '';
  return { kind: 'put', path, content: Buffer.from(appendEvents(present, writer.events), 'utf8') };
}

async function nameOf(palace: Palace, actor: Actor): Promise<string | undefined> {
  return actor.kind === 'agent' ? actor.name : (await palace.git.identity())?.name;
}
