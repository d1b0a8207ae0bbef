import { EXIT, PalaceError } from '../../base/errors.js';
import { change, changeLocked } from '../../palace/change.js';
import { refreshLagging } from '../../palace/lagging.js';
import { withLock } from '../../palace/lock.js';
import { wingName } from '../../palace/names.js';
import { Redactor } from '../../palace/redactor.js';
import { readSourcesState } from '../../palace/sources-log.js';
import type { Actor, Palace } from '../../palace/types.js';
import { contradictionsIn } from '../check/note.js';
import type { EmbedResult } from '../embed/embed.js';
import { type Ahead, readAhead } from './ahead.js';
import { readCatalog } from './catalog.js';
import { type PlanContext, planContext } from './context.js';
import { forgottenTest } from './forgotten.js';
import { assertGoingOn, type Survey, survey } from './jobs.js';
import { rememberReadings } from './known/remember.js';
import { SettledMine } from './known/settled.js';
import { planAll } from './plan-all.js';
import type { Planned } from './planned.js';
import { howToRead } from './reading.js';
import { resultOf } from './report.js';
import { type Commit, isOvertaken, nothingWritten, type Written, writePlanned } from './run.js';
import { withoutSecrets } from './secrets.js';
import type { MineRequest, MineResult } from './types.js';

/** Plans for one mine, when somebody writes at the same time; past the first only a person at git's own prompt can. */
const ATTEMPTS = 4;

/** What a mine may hold. Bytes. */
export interface Limits {
  /** Of sources, between planning and writing; what is more is read twice. Default 128 MiB; for a dry run, none. */
  heldBytes?: number;
  /** Of one new source that are committed at once. Default 64 MiB. */
  batchBytes?: number;
}

/**
 * Reads sources into the palace: each project file, conversation and note becomes a drawer, word for word. Mining again changes
 * only what changed, follows renames, merges with edits made by hand, removes the drawers of project files that are gone, and
 * leaves out what was removed on purpose. One operation of one or more commits; no commit when nothing changed.
 *
 * The report names everything that was not kept. `conflicts` is not empty when a person has to look (exit 5 in the CLI): what
 * they are about stays as it was, everything else is done.
 * @throws PalaceError `too-many-vanished` (exit 5, nothing written), `interrupted` (130, committed batches stay), `bad-name`,
 * `no-such-source`, and those of `change`.
 */
export async function mine(palace: Palace, request: MineRequest, limits: Limits = {}): Promise<MineResult> {
  const work = (): Promise<MineResult> => mineNow(palace, request, limits);
  return request.dryRun === true ? palace.git.withoutCaching(work) : work();
}

async function mineNow(palace: Palace, request: MineRequest, limits: Limits): Promise<MineResult> {
  const started = palace.runtime.now().getTime();
  const written = nothingWritten(palace);
  const settled = new SettledMine(palace, request);
  // Both look at thousands of files, in two processes.
  const edits = (await settled.isLikely()) ? unsavedEdits(palace) : undefined;
  const early = edits === undefined ? readPalace(palace, request) : undefined;
  for (const begun of [edits, early]) begun?.catch(() => {}); // whoever awaits it hears of it; the survey may fail first
  const surveyed = await survey(palace, request);
  let planned: Planned;
  let base: string | undefined;
  let ahead: Ahead | undefined;
  try {
    const answer = edits && settled.answer(surveyed, await edits);
    if (answer !== undefined) {
      palace.runtime.logger.debug(`mine: 0 of ${surveyed.jobs.length} files read, no drawer looked at`);
      return { ...answer, took_ms: tookSince(palace, started), contradictions: null, vectors: null };
    }
    ahead = await readAhead(palace, surveyed, howToRead(request));
    const read = ahead.surveyed;
    const keys = [...new Set(surveyed.roots.map(({ root }) => root.key))];
    const signing = { by: actorOf(request), source: keys.join(' ') };
    let isFirst = true;
    const attempt = async (commit: Commit): Promise<Planned> => {
      const context = await ((isFirst ? early : undefined) ?? readPalace(palace, request));
      isFirst = false;
      base = context.catalog.commit;
      const redactor = new Redactor(palace);
      const plan = await planAll(context, request, withoutSecrets(read, redactor), limits.heldBytes);
      palace.runtime.logger.debug(`mine: ${plan.readings.length} of ${surveyed.jobs.length} files read`);
      if (request.dryRun === true) return plan;
      await refreshLagging(palace.git, context.catalog.stale);
      await writePlanned(context, plan.sources, { ...signing, commit, redactor }, written, limits.batchBytes);
      rememberReadings(context.catalog, plan.readings, written.blobs);
      keepKnown(surveyed, request);
      await context.catalog.known.refresh(written.commits.at(-1) ?? context.catalog.commit);
      return plan;
    };
    planned = await untilSettled(palace, written, attempt);
  } finally {
    await ahead?.close();
    await surveyed.close();
  }
  const contradictions = await lookAtWritten(palace, written);
  const report = resultOf(request, planned, written, tookSince(palace, started));
  await settled.keep(surveyed, planned, report, base);
  return { ...report, contradictions, vectors: await makeVectors(palace, request, written) };
}

function tookSince({ runtime }: Palace, started: number): number {
  return runtime.now().getTime() - started;
}

/** How many files of the palace are not as the last commit has them. */
async function unsavedEdits({ git }: Palace): Promise<number> {
  return (await git.status()).entries.length;
}

/**
 * Plans and writes; again when somebody wrote what the plan is about at the same time. The second time as the only writer of
 * the palace, so that two mines of one project cannot overtake each other for ever.
 */
async function untilSettled(
  palace: Palace,
  written: Written,
  attempt: (commit: Commit) => Promise<Planned>,
): Promise<Planned> {
  for (let count = 1; ; count++) {
    try {
      return count === 1 ? await attempt(change) : await withLock(palace, 'mine', () => attempt(changeLocked));
    } catch (error) {
      if (!isOvertaken(error) || count === ATTEMPTS) throw withCommits(error, written);
    }
  }
}

async function readPalace(palace: Palace, request: MineRequest): Promise<PlanContext> {
  const [catalog, sources] = await Promise.all([readCatalog(palace), readSourcesState(palace)]);
  return planContext(palace, catalog, sources, {
    reroute: request.reroute ?? false,
    isForgotten: await forgottenTest(palace, sources),
  });
}

/** So that the next mine need not find out again what this one did. */
function keepKnown({ roots }: Survey, { limit }: MineRequest): void {
  for (const { known, isComplete, root } of roots)
    known?.save(isComplete && root.file === undefined && limit === undefined);
}

function actorOf({ by }: MineRequest): Actor {
  return by === undefined ? { kind: 'person' } : { kind: 'agent', name: wingName(by, 'by') };
}

/** An error after some batches says that these stand. */
function withCommits(error: unknown, { commits }: Written): unknown {
  if (!(error instanceof PalaceError) || commits.length === 0) return error;
  return new PalaceError(error.code, error.message, {
    exit: error.exit,
    next: [...error.next, 'run the same command again: it goes on where it stopped'],
    details: { ...error.details, commits },
    cause: error,
  });
}

/**
 * Makes what was filed searchable, and looks for facts that contradict each other in it.
 * @throws PalaceError `interrupted`, saying that what was committed stays.
 */
async function lookAtWritten(palace: Palace, written: Written): ReturnType<typeof contradictionsIn> {
  try {
    if (written.commits.length > 0) await refreshSearch(palace, written);
    return await contradictionsIn(palace, [...written.blobs.keys()]);
  } catch (error) {
    assertGoingOn(palace, written.commits.length);
    throw error;
  }
}

/** So that the first search need not. Search does it itself when this fails. */
async function refreshSearch(palace: Palace, written: Written): Promise<void> {
  try {
    const { refreshIndex } = await import('../../index/refresh.js');
    await refreshIndex(palace);
  } catch (error) {
    if (error instanceof PalaceError && error.exit === EXIT.interrupted) throw error;
    if (error instanceof PalaceError) written.notes.push(`the search index is not up to date yet: ${error.message}`);
    else throw error;
  }
}

/** Vectors of what was filed; the memories are safe whatever comes of it. Null where none were asked for. */
async function makeVectors(palace: Palace, request: MineRequest, written: Written): Promise<EmbedResult | null> {
  if (request.embed !== true || written.commits.length === 0) return null;
  const { embedPalace } = await import('../embed/embed.js');
  try {
    return await embedPalace(palace);
  } catch (error) {
    if (palace.runtime.signal?.aborted !== true) throw error;
    const filed =
      written.commits.length === 1
        ? 'what was filed stays (1 commit)'
        : `what was filed stays (${written.commits.length} commits)`;
    throw new PalaceError('interrupted', `stopped while vectors were made; ${filed}`, {
      exit: EXIT.interrupted,
      next: ['palace index refresh (makes the vectors that are missing)', 'palace log'],
      details: { commits: written.commits },
      cause: error,
    });
  }
}
