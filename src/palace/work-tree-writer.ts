import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EXIT, PalaceError, systemCode } from '../base/errors.js';
import type { Logger, Runtime } from '../base/runtime.js';
import type { WorkTree } from './change-paths.js';
import type { PlannedFile } from './change-plan.js';
import { PATHS } from './layout.js';
import { makeFolder } from './make-folder.js';

const STAGE_PREFIX = 'change-';
/** The heartbeat of the lock and Ctrl-C get their turn after so many files. */
const FILES_A_TURN = 128;
/** In larger changes a new file is moved into place instead of linked: one call less for each of thousands. */
const FEW = 16;

/**
 * Puts the files of one change into the work tree so that each is whole at any moment, and can take all of it back. New bytes
 * are first written to `.palace/tmp` (a full disk is met there, with nothing changed yet), then moved into place; what they
 * replace is kept beside them until {@link finish}. Everything is synchronous per file: for thousands of small files that is
 * several times faster than promises.
 */
export class WorkTreeWriter {
  readonly #stage: string;
  readonly #undo: (() => void)[] = [];
  readonly #folders = new Set<string>();
  #few = true;

  constructor(
    readonly work: WorkTree,
    name: string,
  ) {
    this.#stage = join(work.root, PATHS.temporary, `${STAGE_PREFIX}${name}`);
  }

  /** @param onFile called before each file, with the number already done. @throws system errors, PalaceError `unsaved-edit`. */
  async write(files: readonly PlannedFile[], onFile: (done: number) => void): Promise<void> {
    const changed = files.filter((file) => file.work !== file.after);
    this.#few = changed.length <= FEW;
    makeFolder(this.#stage);
    for (const [index, file] of changed.entries()) {
      if (file.content !== null)
        writeFileSync(this.#new(index), file.content, { flag: 'wx', mode: modeOf(file.stats) });
      if (index % FILES_A_TURN === FILES_A_TURN - 1) await nextTurn();
    }
    // Removals first: a drawer may become a folder of the same name.
    const order = [...changed.entries()].sort(
      ([, a], [, b]) => Number(a.content !== null) - Number(b.content !== null),
    );
    let done = 0;
    for (const [index, file] of order) {
      if (file.content === null) this.#remove(index, file);
      else if (file.stats) this.#replace(index, file);
      else this.#create(index, file);
      onFile(++done);
      if (done % FILES_A_TURN === 0) await nextTurn();
    }
  }

  /** Takes everything back. Never throws: what cannot be taken back is said. */
  rollBack(logger: Logger): void {
    for (const undo of this.#undo.reverse()) {
      try {
        undo();
      } catch (error) {
        logger.warn(
          `could not take back a half-done change: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    this.#undo.length = 0;
    this.#discardStage();
  }

  /** The change stands: drops what was kept, and folders that removals left empty. */
  finish(files: readonly PlannedFile[]): void {
    this.#undo.length = 0;
    this.#discardStage();
    for (const file of files) if (file.content === null) this.#pruneFolders(file.path);
  }

  #create(index: number, file: PlannedFile): void {
    const target = this.work.absolute(file.path);
    const temp = this.#new(index);
    this.#makeFolders(file.path);
    if (this.#few && linkNew(temp, target, file.path)) {
      this.#undo.push(() => unlinkSync(target));
      // Now, not later: losing a link changes the time by which git tells whether a file was touched.
      unlinkSync(temp);
      return;
    }
    renameSync(temp, target);
    this.#undo.push(() => unlinkSync(target));
  }

  #replace(index: number, file: PlannedFile): void {
    const target = this.work.absolute(file.path);
    const kept = this.#old(index);
    try {
      linkSync(target, kept);
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      copyFileSync(target, kept);
    }
    if (!isSame(lstatSync(target, { throwIfNoEntry: false }), file.stats)) throw editedJustNow(file.path);
    renameSync(this.#new(index), target);
    this.#undo.push(() => renameSync(kept, target));
  }

  #remove(index: number, file: PlannedFile): void {
    const target = this.work.absolute(file.path);
    const kept = this.#old(index);
    renameSync(target, kept);
    this.#undo.push(() => {
      mkdirSync(dirname(target), { recursive: true });
      renameSync(kept, target);
    });
    if (!isSame(lstatSync(kept), file.stats)) throw editedJustNow(file.path);
  }

  #makeFolders(path: string): void {
    const deepest = dirname(this.work.absolute(path));
    if (this.#folders.has(deepest)) return;
    this.#folders.add(deepest);
    const first = makeFolder(deepest);
    if (first === undefined) return;
    this.#undo.push(() => {
      // Only folders that are still empty go; somebody may have put a file there meanwhile.
      for (let folder = deepest; ; folder = dirname(folder)) {
        if (!removeEmptyFolder(folder) || folder === first) return;
      }
    });
  }

  #pruneFolders(path: string): void {
    const folders = path.split('/').slice(0, -1);
    for (; folders.length > 1; folders.pop()) if (!removeEmptyFolder(this.work.absolute(folders.join('/')))) return;
  }

  #discardStage(): void {
    rmSync(this.#stage, { recursive: true, force: true });
  }

  #new(index: number): string {
    return join(this.#stage, `${index}.new`);
  }

  #old(index: number): string {
    return join(this.#stage, `${index}.old`);
  }
}

/** Removes what writers that were killed left in `.palace/tmp`. Call it under the lock. */
export function sweepStages(root: string): void {
  const folder = join(root, PATHS.temporary);
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  for (const name of names)
    if (name.startsWith(STAGE_PREFIX)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** A name that no other stage has. */
export function stageName(runtime: Runtime): string {
  return `${runtime.pid}-${runtime.randomBytes(6).toString('hex')}`;
}

/**
 * Gives a staged file its name, and fails when a person made a file of that name this very moment (a rename would replace it).
 * @returns false where the file system has no hard links.
 */
function linkNew(temp: string, target: string, path: string): boolean {
  try {
    linkSync(temp, target);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw editedJustNow(path);
    if (isUnsupported(error)) return false;
    throw error;
  }
}

function modeOf(stats: Stats | undefined): number {
  return stats ? stats.mode & 0o777 : 0o666;
}

function isSame(now: Stats | undefined, then: Stats | undefined): boolean {
  return (
    now !== undefined &&
    then !== undefined &&
    now.ino === then.ino &&
    now.size === then.size &&
    now.mtimeMs === then.mtimeMs
  );
}

function isUnsupported(error: unknown): boolean {
  return ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'].includes(systemCode(error) ?? '');
}

/** @returns false when it has content, or is gone. */
function removeEmptyFolder(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

function editedJustNow(path: string): PalaceError {
  return new PalaceError('unsaved-edit', `${path} was edited this very moment; nothing was changed`, {
    exit: EXIT.conflict,
    next: ['palace save', 'run the command again'],
    details: { paths: [path] },
  });
}
