import { basename, posix, resolve } from 'node:path';
import { EXIT, PalaceError } from '../../base/errors.js';
import { change, newOpId } from '../../palace/change.js';
import { parseDrawer } from '../../palace/codec.js';
import { drawerFileName } from '../../palace/layout.js';
import { wingName } from '../../palace/names.js';
import { Redactor } from '../../palace/redactor.js';
import { readSourcesState } from '../../palace/sources-log.js';
import type { FileWrite, Palace } from '../../palace/types.js';
import { actorOf } from '../add/facts.js';
import { assertApart } from '../export/stage.js';
import { forgottenTest } from '../mine/forgotten.js';
import { fileFacts } from './file-facts.js';
import { openSource } from './open-source.js';
import { type PlaceContext, type Placed, placeOne } from './place.js';
import { Standing } from './standing.js';
import type { ImportRequest, ImportResult, Incoming } from './types.js';

/** Bytes of one commit, beside the setting for its number of files. */
const BATCH_BYTES = 64 * 1024 * 1024;

/** How often a batch is planned again when somebody writes at the same moment. */
const ATTEMPTS = 3;

/**
 * Files what another palace exported: same ids, words and dates, byte for byte; and what other programs keep, each memory verbatim,
 * with an id that follows from theirs. Drawers that stand already are counted; what has
 * the id or place of a drawer with other words is kept beside it and named. One commit a batch; an import that was interrupted
 * goes on when it is run again.
 * @throws PalaceError `not-found` (exit 4), `no-export`, `inside-palace`, `bad-name` (exit 2), `interrupted`, and those of `change`.
 */
export async function importInto(palace: Palace, request: ImportRequest): Promise<ImportResult> {
  const source = resolve(palace.runtime.cwd, request.path);
  await assertApart(palace, source);
  const wing = request.wing === undefined ? undefined : wingName(request.wing);
  const by = actorOf(request.by);
  const standing = await Standing.read(palace);
  const opened = await openSource(source, {
    from: request.from,
    runtime: palace.runtime,
    engine: palace.git.engine,
    surroundings: { hasWing: (name) => standing.hadWing(name), fanout: palace.settings.roomFanout },
    maxBytes: palace.settings.maxSourceBytes,
  });
  try {
    const result: ImportResult = {
      source,
      format: opened.format,
      dry_run: request.dryRun ?? false,
      drawers: { added: 0, unchanged: 0, conflicts: 0, forgotten: 0 },
      facts: { added: 0, merged: 0, unchanged: 0 },
      wings: [],
      conflicts: [],
      left: [],
      commits: [],
      secrets: [],
      notes: opened.notes,
    };
    const isForgotten = await forgottenTest(palace, await readSourcesState(palace));
    const context: PlaceContext = { palace, wing, isForgotten, standing };
    const about = { op: 'import', by, source: basename(source), opId: newOpId(palace.runtime) };

    let batch: Incoming[] = [];
    let bytes = 0;
    const flush = async (): Promise<void> => {
      if (batch.length > 0) await importBatch(context, batch, about, result);
      batch = [];
      bytes = 0;
    };
    for await (const item of opened.reading) {
      if ('facts' in item) {
        await flush();
        await fileFacts(palace, item, request.by, result);
        continue;
      }
      if (!('bytes' in item)) {
        result.left.push(item);
        continue;
      }
      batch.push(item);
      bytes += item.bytes.length;
      if (batch.length >= palace.settings.batchSize || bytes >= BATCH_BYTES) await flush();
      assertGoingOn(palace, result);
    }
    await flush();
    result.wings.sort();
    return result;
  } finally {
    await opened.close?.();
  }
}

async function importBatch(
  context: PlaceContext,
  batch: readonly Incoming[],
  about: { op: string; by: ReturnType<typeof actorOf>; source: string; opId: string },
  result: ImportResult,
): Promise<void> {
  const { palace } = context;
  for (let attempt = 1; ; attempt++) {
    const redactor = new Redactor(palace);
    const placed: Placed[] = [];
    // Before it is compared with what stands: the second import of a secret must find what the first one filed.
    for (const incoming of batch) {
      const { content: bytes, secrets } = await redactor.redactFile(incoming.path, incoming.bytes);
      const path = secrets.length === 0 ? incoming.path : nameOfRedacted(incoming, bytes);
      placed.push(placeOne(context, { ...incoming, path, bytes }));
    }
    const writes = placed.flatMap((one): FileWrite[] => ('write' in one && one.write ? [one.write] : []));
    try {
      if (!result.dry_run && writes.length > 0) {
        const added = placed.filter((one) => one.kind !== 'wing-file' && 'write' in one).length;
        const receipt = await change(palace, {
          ...about,
          subject: `import ${about.source}: ${added} added`,
          writes,
          redactor,
        });
        if (receipt) result.commits.push(receipt.commit);
        if (receipt) result.secrets.push(...receipt.secrets);
      }
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof PalaceError) || error.code !== 'changed-meanwhile') throw error;
      context.standing = await Standing.read(palace);
      continue;
    }
    for (const one of placed) report(one, result);
    return;
  }
}

/** A file that is named after its title is named after what is left of it: no secret stands in a name either. */
function nameOfRedacted({ path, bytes }: Incoming, redacted: Buffer): string {
  const before = parseDrawer(bytes).front;
  const { id, title, date } = parseDrawer(redacted).front;
  if (id === undefined || basename(path) !== drawerFileName({ ...before, id })) return path;
  return posix.join(posix.dirname(path), drawerFileName({ id, title, date }));
}

function report(one: Placed, { drawers, wings, conflicts, left }: ImportResult): void {
  if ((one.kind === 'added' || (one.kind === 'conflict' && one.write)) && !wings.includes(one.wing))
    wings.push(one.wing);
  if (one.kind === 'added') drawers.added++;
  else if (one.kind === 'unchanged') drawers.unchanged++;
  else if (one.kind === 'forgotten') drawers.forgotten++;
  else if (one.kind === 'left') left.push(one.left);
  else if (one.kind === 'conflict') {
    drawers.conflicts++;
    conflicts.push(one.conflict);
  }
}

function assertGoingOn({ runtime }: Palace, { commits }: ImportResult): void {
  if (!runtime.signal?.aborted) return;
  const done = commits.length === 0 ? 'nothing was written' : `what was committed (${commits.length}) stays`;
  throw new PalaceError('interrupted', `stopped; ${done}`, {
    exit: EXIT.interrupted,
    next: ['run the same command again: it goes on where it stopped'],
  });
}
