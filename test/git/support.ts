import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { initRepository, openGit } from '../../src/git/open.js';
import type { CommitReceipt, Git, PathChange, Signature } from '../../src/git/types.js';
import { type TestRuntime, testRuntime } from '../support/runtime.js';
import { tempDir } from '../support/temp.js';

export type Engine = 'system' | 'isomorphic';

/** A person who does not depend on the machine. */
export const ADA: Signature = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  at: new Date('2026-05-01T10:00:00Z'),
  offset: 120,
};

const PERSON = {
  GIT_AUTHOR_NAME: 'Grace Hopper',
  GIT_AUTHOR_EMAIL: 'grace@example.org',
  GIT_COMMITTER_NAME: 'Grace Hopper',
  GIT_COMMITTER_EMAIL: 'grace@example.org',
};

/** Runs the real git as a person in a terminal would; gives stdout. */
export function cli(root: string, args: readonly string[], env: Record<string, string> = {}, input?: string): string {
  return execFileSync('git', [...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...PERSON, ...env },
    input,
    maxBuffer: 1 << 28,
  });
}

export function write(root: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

export interface Scene {
  root: string;
  git: Git;
  runtime: TestRuntime;
  /** Writes the files and commits them by our code. */
  save(files: Record<string, string | Buffer | null>, more?: Partial<PathChange>): Promise<CommitReceipt>;
}

/** A new repository of our making, closed when the test ends. */
export async function scene(engine: Engine): Promise<Scene> {
  const root = tempDir('git');
  return asScene(await initRepository(root, engine, quietRuntime()), root);
}

/** The same repository through another engine (or the same one anew). */
export async function reopened(root: string, engine: Engine): Promise<Git> {
  const git = await openGit(root, engine, quietRuntime());
  onTestFinished(() => git.close());
  return git;
}

export async function openScene(root: string, engine: Engine): Promise<Scene> {
  return asScene(await openGit(root, engine, quietRuntime()), root);
}

function asScene(git: Git, root: string): Scene {
  onTestFinished(() => git.close());
  const runtime = quietRuntime();
  return { root, git, runtime, save: (files, more) => save(git, root, files, more) };
}

export function quietRuntime(): TestRuntime {
  return testRuntime({ home: tempDir('home') });
}

async function save(
  git: Git,
  root: string,
  files: Record<string, string | Buffer | null>,
  more: Partial<PathChange> = {},
): Promise<CommitReceipt> {
  const changes: PathChange[] = [];
  for (const [path, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    if (bytes !== null) write(root, path, bytes);
    changes.push({ path, content: bytes, ...more });
  }
  return git.commit({ changes, message: 'Save\n\nPalace-Op: add\n', author: ADA, committer: ADA });
}

/** `git fsck --strict` finds nothing, and plain `git status` is what is expected (default: clean). */
export function health(root: string): { fsck: string; status: string } {
  const fsck = cli(root, ['fsck', '--strict', '--full']);
  return { fsck: fsck.replace(/^(?:notice|dangling) .*\n/gm, ''), status: cli(root, ['status', '--porcelain=v1']) };
}

export const HEALTHY = { fsck: '', status: '' };
