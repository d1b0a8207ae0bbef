import { EXIT, PalaceError } from '../base/errors.js';
import type { Phase, Runtime } from '../base/runtime.js';
import { type CommitReceipt, type ObjectId, StaleChangeError } from '../git/types.js';
import { signatures } from './authors.js';
import { WorkTree } from './change-paths.js';
import { assertNothingUnsaved, changedMeanwhile, type PlannedFile, planFiles, spread } from './change-plan.js';
import { keepOut, reportKept } from './keep-out.js';
import { catchUp, forgetBehind, noteBehind } from './lagging.js';
import { withLock } from './lock.js';
import { Redactor } from './redactor.js';
import { judgeSecrets, secretlintScanner } from './secrets.js';
import { storageError } from './storage-error.js';
import { renderMessage } from './trailers.js';
import type { ChangeReceipt, ChangeSet, Palace, SecretFinding, SecretScanner } from './types.js';
import { stageName, sweepStages, WorkTreeWriter } from './work-tree-writer.js';

/** How often a commit is tried again when somebody's commit swept up some of our files. */
const ATTEMPTS = 5;

export interface ChangeOptions {
  /** Default {@link secretlintScanner}. */
  scanner?: SecretScanner;
}

/**
 * Writes one commit (architecture section 4): lock, checks, files, objects, branch, index. All or nothing: on any error the work
 * tree is as before. Bytes equal to HEAD's are not written.
 * @returns null when the set changes nothing, and then there is no commit.
 * @throws PalaceError `bad-path`, `not-a-file`, `not-a-folder`, `too-large`, `secret-found`, `unsaved-edit`, `unmerged`,
 * `path-taken`, `changed-meanwhile`, `disk-full`, `read-only`, `locked`, and those of `Git.commit`.
 */
export async function change(
  palace: Palace,
  set: ChangeSet,
  options: ChangeOptions = {},
): Promise<ChangeReceipt | null> {
  // A wrong path is a wrong path with or without the lock.
  spread(set.writes);
  return withLock(palace, set.op, () => changeLocked(palace, set, options));
}

/** {@link change} for a caller that holds the lock already (inside `withLock`). */
export async function changeLocked(
  palace: Palace,
  given: ChangeSet,
  options: ChangeOptions = {},
): Promise<ChangeReceipt | null> {
  const { git, runtime } = palace;
  const redactor = given.redactor ?? new Redactor(palace);
  const opId = given.opId ?? newOpId(runtime);
  // Asking git who the user is takes a moment; it is needed only at the end.
  const signing = signatures(palace, given.by ?? { kind: 'person' });
  signing.catch(() => {});
  const work = new WorkTree(palace.root);
  await catchUp(git);
  const head = await git.head();
  const tree = head.commit === undefined ? undefined : (await git.readCommit(head.commit)).tree;
  assertSizes(palace, given);
  let plan = await planFiles(git, tree, given, work);
  const set = await keepOut(palace, redactor, given, plan);
  if (set.writes !== given.writes) plan = await planFiles(git, tree, set, work);
  await assertNothingUnsaved(git, plan, set.takesUnsaved ?? false);
  const files = plan.filter((file) => file.after !== file.before || file.work !== file.after);
  if (files.length === 0) return null;
  const secrets = await scan(palace, redactor, files, options.scanner);
  // Before the first byte of a text with a placeholder: no secret is lost, whenever we are stopped.
  redactor.ledger.keep();

  sweepStages(palace.root);
  const writer = new WorkTreeWriter(work, stageName(runtime));
  const committed = files.filter((file) => file.after !== file.before);
  const paths = committed.map(({ path }) => path);
  try {
    report(runtime, 'write', 0, files.length);
    await writer.write(files, (done) => report(runtime, 'write', done, files.length));
    // Before the branch moves: who is killed before git's index is told leaves that to the next writer.
    noteBehind(palace, paths);
    const receipt = committed.length === 0 ? undefined : await commit(palace, set, opId, committed, await signing);
    writer.finish(files);
    if (!receipt) {
      await git.refreshIndex(files.map((file) => file.path));
      return null;
    }
    if (receipt.indexRefreshed) forgetBehind(palace, paths);
    else
      runtime.logger.warn(
        "git's index is busy (index.lock), so git status shows the files of this commit as staged; the next write puts that right, or: palace index refresh",
      );
    const changed = committed.map(({ path, after }) => ({ path, blob: after }));
    changed.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { commit: receipt.commit, opId, changed, secrets, indexRefreshed: receipt.indexRefreshed };
  } catch (error) {
    if (await standsInHead(palace, files)) {
      // The commit is there; only what comes after it failed (a kill test, a full disk at the index).
      writer.finish(files);
      throw error;
    }
    writer.rollBack(runtime.logger);
    forgetBehind(palace, paths);
    if (error instanceof StaleChangeError) await followHead(palace, files, work);
    if (error instanceof StaleChangeError) throw changedMeanwhile(error.paths);
    throw storageError(error, palace.root);
  }
}

/** Id of one operation, shared by all its commits: `op-` and 16 hex digits. */
export function newOpId(runtime: Pick<Runtime, 'randomBytes'>): string {
  return `op-${runtime.randomBytes(8).toString('hex')}`;
}

function assertSizes(palace: Palace, set: ChangeSet): void {
  const limit = palace.settings.maxSourceBytes;
  for (const write of set.writes) {
    if (write.kind === 'remove' || write.content.length <= limit) continue;
    const path = write.kind === 'move' ? write.to : write.path;
    throw new PalaceError('too-large', `${path} would have ${write.content.length} bytes; the limit is ${limit}`, {
      exit: EXIT.failed,
      next: [`palace config set mine.max_source ${write.content.length}`],
      details: { path, bytes: write.content.length, limit },
    });
  }
}

async function scan(
  palace: Palace,
  redactor: Redactor,
  files: readonly PlannedFile[],
  scanner: SecretScanner | undefined,
): Promise<SecretFinding[]> {
  if (palace.settings.secrets === 'off') return [];
  const fresh = files.flatMap(({ path, content, fresh }) => (content !== null && fresh ? [{ path, content }] : []));
  if (redactor.isOn) return reportKept(palace, redactor, fresh);
  const findings = await (scanner ?? secretlintScanner(await redactor.allowed())).scan(fresh);
  judgeSecrets(findings, palace.settings.secrets, palace.runtime.logger);
  return findings;
}

async function commit(
  palace: Palace,
  set: ChangeSet,
  opId: string,
  files: readonly PlannedFile[],
  { author, committer }: Awaited<ReturnType<typeof signatures>>,
): Promise<Pick<CommitReceipt, 'commit' | 'indexRefreshed'>> {
  const { git, runtime } = palace;
  let left = files;
  for (let attempt = 1; ; attempt++) {
    try {
      return await git.commit({
        changes: left.map(({ path, content, before }) => ({ path, content, expect: before })),
        message: renderMessage(set, opId),
        author,
        committer,
        reflog: `palace ${set.op}`,
        onPhase: (phase) => report(runtime, phase, 0, left.length),
      });
    } catch (error) {
      if (!(error instanceof StaleChangeError) || attempt === ATTEMPTS) throw error;
      // A person's `git add -A && git commit` at this moment takes our files along; what is there already is not in our way.
      const now = await headBlobs(palace, left);
      if (left.some(({ path, before, after }) => now.blobs.get(path) !== before && now.blobs.get(path) !== after))
        throw error;
      left = left.filter(({ path, after }) => now.blobs.get(path) !== after);
      if (left.length === 0 && now.commit !== undefined)
        return { commit: now.commit, indexRefreshed: await git.refreshIndex(files.map((file) => file.path)) };
    }
  }
}

/** Did the branch get this change, whatever went wrong afterwards? */
async function standsInHead(palace: Palace, files: readonly PlannedFile[]): Promise<boolean> {
  try {
    const { blobs } = await headBlobs(palace, files);
    return files.every(({ path, after }) => blobs.get(path) === after);
  } catch {
    return false;
  }
}

/** After a lost race: paths that held what HEAD held before now get what HEAD holds, so that nothing looks edited. */
async function followHead(palace: Palace, files: readonly PlannedFile[], work: WorkTree): Promise<void> {
  const { blobs } = await headBlobs(palace, files);
  const moved = files.filter(({ path, before }) => blobs.get(path) !== before);
  const next = await planFiles(
    palace.git,
    undefined,
    {
      op: 'follow',
      subject: '',
      writes: await Promise.all(
        moved.map(async ({ path }) => {
          const blob = blobs.get(path) ?? null;
          return blob === null
            ? ({ kind: 'remove', path } as const)
            : ({ kind: 'put', path, content: await palace.git.readBlob(blob) } as const);
        }),
      ),
    },
    work,
  );
  const before = new Map(moved.map((file) => [file.path, file.before]));
  const stale = next.filter(({ path, work: present }) => present === (before.get(path) ?? null));
  const writer = new WorkTreeWriter(new WorkTree(palace.root), stageName(palace.runtime));
  await writer.write(stale, () => {});
  writer.finish(stale);
  await palace.git.refreshIndex(stale.map((file) => file.path));
}

async function headBlobs(
  palace: Palace,
  files: readonly { path: string }[],
): Promise<{ commit?: ObjectId; blobs: Map<string, ObjectId | null> }> {
  const head = await palace.git.head();
  const tree = head.commit === undefined ? undefined : (await palace.git.readCommit(head.commit)).tree;
  const blobs = new Map<string, ObjectId | null>();
  for (const { path } of files)
    blobs.set(path, tree === undefined ? null : ((await palace.git.blobAt(tree, path))?.id ?? null));
  return { ...(head.commit !== undefined && { commit: head.commit }), blobs };
}

function report(runtime: Runtime, phase: Phase, done: number, total: number): void {
  runtime.onProgress?.({ phase, done, total });
}
