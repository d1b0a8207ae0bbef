import { open } from 'node:fs/promises';
import { EXIT, PalaceError } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { initRepository } from './init.js';
import { chooseBinary } from './open-git.js';
import { GitCommandError, GitRunner, type RunOptions } from './system/run.js';
import { asObjectId, type Git, type ObjectId } from './types.js';

/** What the head of a bundle says of it. */
export interface BundleHead {
  /** Commits that it builds on and does not hold. None in a bundle of a whole history. */
  needs: ObjectId[];
  /** Full names, or `HEAD`, with what they point to. */
  refs: { ref: string; id: ObjectId }[];
  /** Why it cannot be read here, if so. */
  problem?: string;
}

/** Bytes in which a head of any sensible number of branches ends. */
const LONGEST_HEAD = 4 * 1024 * 1024;

/** True for the beginning of a git bundle. */
export function isBundle(head: Buffer): boolean {
  return /^# v[23] git bundle\n/.test(head.subarray(0, 32).toString('latin1'));
}

/** Undefined for a file that is no bundle. @throws the system's error when it cannot be read. */
export async function readBundleHead(path: string): Promise<BundleHead | undefined> {
  const file = await open(path, 'r');
  try {
    let head = Buffer.alloc(0);
    while (head.length < LONGEST_HEAD && !head.includes('\n\n')) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(65_536), 0, 65_536, head.length);
      if (bytesRead === 0) break;
      head = Buffer.concat([head, buffer.subarray(0, bytesRead)]);
      if (!isBundle(head)) return undefined;
    }
    return isBundle(head) ? headOf(head) : undefined;
  } finally {
    await file.close();
  }
}

function headOf(bytes: Buffer): BundleHead {
  const found: BundleHead = { needs: [], refs: [] };
  const end = bytes.indexOf('\n\n');
  if (end === -1) return { ...found, problem: 'it is cut off' };
  for (const line of bytes.toString('utf8', 0, end).split('\n').slice(1)) {
    const [, needed, id, ref] = /^(-?)([0-9a-f]{40})(?: (.*))?$/.exec(line) ?? [];
    if (line.startsWith('@filter')) found.problem = 'it was made with a filter and lacks files';
    else if (line === '@object-format=sha256') found.problem = 'it has sha256 object names';
    else if (line.startsWith('@object-format=sha1')) continue;
    else if (id !== undefined && needed === '-') found.needs.push(asObjectId(id));
    else if (id !== undefined && ref !== undefined) found.refs.push({ ref, id: asObjectId(id) });
    else found.problem ??= `its head has a line that is not understood: ${JSON.stringify(line.slice(0, 80))}`;
  }
  return found;
}

/**
 * Writes the branch that HEAD names (or HEAD alone, where it names none), with its whole history, into a new file `path`, and has
 * git check it.
 * @throws PalaceError `no-git-binary`, `bundle-failed`, `interrupted` (exit 130).
 */
export async function createBundle(git: Git, path: string, runtime: Runtime): Promise<BundleHead> {
  const runner = await runnerIn(git.workTree, git.engine, runtime);
  const head = await git.head();
  const run = (...args: string[]) => checked(runner, args, runtime, (why) => failed(path, why));
  await run('bundle', 'create', path, 'HEAD', ...(head.kind === 'branch' ? [head.ref] : []));
  await run('bundle', 'verify', path);
  const made = await readBundleHead(path);
  if (made === undefined || made.needs.length > 0 || made.problem !== undefined)
    throw failed(path, 'git wrote a bundle that is not whole');
  return made;
}

/**
 * A new repository in the empty folder `folder`, without a commit, that has all objects of a bundle. Nothing of the bundle is checked
 * out or run.
 * @throws PalaceError `no-git-binary`, `damaged-bundle`, `interrupted` (exit 130).
 */
export async function unbundle(path: string, folder: string, engine: Git['engine'], runtime: Runtime): Promise<Git> {
  const runner = await runnerIn(folder, engine, runtime);
  const git = await initRepository(folder, 'system', runtime);
  try {
    await checked(runner, ['bundle', 'unbundle', path], runtime, (why) => damagedBundle(path, why));
    return git;
  } catch (error) {
    await git.close();
    // There is no repository yet that could be damaged: what git complains of is the bundle.
    if (error instanceof PalaceError && error.code === 'damaged-repository') throw damagedBundle(path, error.message);
    throw error;
  }
}

/** The error for a bundle that cannot be read. */
export function damagedBundle(path: string, why: string): PalaceError {
  return new PalaceError('damaged-bundle', `${path} cannot be read: ${why}`, {
    exit: EXIT.failed,
    next: [`git bundle verify ${path}`, 'make it again where it comes from: palace bundle FILE'],
    details: { path },
  });
}

function failed(path: string, why: string): PalaceError {
  return new PalaceError('bundle-failed', `${path} could not be made: ${why}`, {
    exit: EXIT.failed,
    next: ['git fsck', 'palace export DIR: all memories as files, without their history'],
    details: { path },
  });
}

async function runnerIn(folder: string, engine: Git['engine'], runtime: Runtime): Promise<GitRunner> {
  const binary = await chooseBinary(engine, runtime);
  if (binary !== undefined) return new GitRunner(binary.path, folder, runtime);
  throw new PalaceError(
    'no-git-binary',
    'a bundle needs the git binary, which was not found, or is switched off by PALACE_GIT',
    {
      exit: EXIT.failed,
      next: ['install git', 'palace export DIR: all memories as files, without their history; palace import reads it'],
    },
  );
}

/** Runs git to its end, or until the person stops it. */
async function checked(
  runner: GitRunner,
  args: readonly string[],
  { signal }: Runtime,
  asError: (why: string) => PalaceError,
): Promise<void> {
  const options: RunOptions = signal ? { signal } : {};
  try {
    await runner.run(args, options);
  } catch (error) {
    // A terminal sends Ctrl-C to git as well, which may end first.
    if (signal?.aborted)
      throw new PalaceError('interrupted', 'stopped; nothing was written', { exit: EXIT.interrupted });
    if (error instanceof GitCommandError) throw asError(error.message);
    throw error;
  }
}
