import { chmod, mkdir, realpath, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EXIT, PalaceError, systemCode } from '../base/errors.js';
import { readIfExists, writeFileAtomic } from '../base/files.js';
import type { Runtime } from '../base/runtime.js';
import { renderDiff } from './diff.js';

/** A change of a configuration file of another program, before it is made. */
export interface FilePlan {
  /** As a person knows it. */
  file: string;
  /** null: there is no file. */
  before: string | null;
  /** null: the file is removed, since nothing would be left in it. */
  after: string | null;
}

/** What became of a plan. */
export interface FileChange {
  file: string;
  changed: boolean;
  /** What would change, or did, as lines with `+` and `-`. Values that look like keys of other programs are not shown. */
  diff: string;
  /** Copy of the file as it was; null when there was none, or nothing was written. */
  backup: string | null;
}

/** Text of a file; null when there is none. @throws system errors; PalaceError `not-text` for one that is no UTF-8. */
export async function readConfig(file: string): Promise<string | null> {
  const bytes = await readIfExists(file);
  if (bytes === undefined) return null;
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes))
    throw new PalaceError('not-text', `${file} is no text in UTF-8; nothing was changed`, {
      next: [`look at ${file}`],
      details: { path: file },
    });
  return text;
}

/** The change as a person reads it. */
export async function describePlan(plan: FilePlan): Promise<FileChange> {
  const changed = plan.before !== plan.after;
  return { file: plan.file, changed, diff: changed ? await renderDiff(plan) : '', backup: null };
}

/**
 * Makes the change: a copy of the file as it was is put beside it, then the new text takes its place at once. A link stays a link, and modes stay.
 * @throws PalaceError `changed-meanwhile` (exit 5) when the file is not the one of the plan any more; system errors.
 */
export async function carryOutPlan(plan: FilePlan, runtime: Pick<Runtime, 'now'>): Promise<FileChange> {
  const described = await describePlan(plan);
  if (!described.changed) return described;
  if ((await readConfig(plan.file)) !== plan.before)
    throw new PalaceError('changed-meanwhile', `${plan.file} was changed meanwhile; nothing was written`, {
      exit: EXIT.conflict,
      next: ['try again'],
      details: { path: plan.file },
    });
  const target = await targetOf(plan.file);
  await mkdir(dirname(target), { recursive: true });
  const mode = plan.before === null ? 0o600 : (await stat(target)).mode & 0o7777;
  const backup = plan.before === null ? null : await backUp(target, plan.before, mode, runtime);
  if (plan.after === null) await unlink(target);
  else {
    await writeFileAtomic(target, Buffer.from(plan.after, 'utf8'), { tmpDir: dirname(target), mode, sync: true });
    await chmod(target, mode);
  }
  return { ...described, backup };
}

/** Where a file really lies: configurations are often links into a repository of their own. */
async function targetOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    return file;
  }
}

/** `settings.json.before-palace-20260601T120000Z`; never over another one. */
async function backUp(target: string, text: string, mode: number, { now }: Pick<Runtime, 'now'>): Promise<string> {
  const time = now()
    .toISOString()
    .replace(/[-:]|\.\d+/g, '');
  for (let count = 1; ; count++) {
    const path = `${target}.before-palace-${time}${count === 1 ? '' : `-${count}`}`;
    try {
      await writeFile(path, text, { mode, flag: 'wx', flush: true });
      return path;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
  }
}
