import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Runtime } from '../../src/base/runtime.js';
import type { GitChoice } from '../../src/git/types.js';
import { openPalace } from '../../src/palace/open.js';
import type { Palace } from '../../src/palace/types.js';
import { initPalace } from '../../src/services/init/init.js';
import { type TestRuntime, testRuntime } from './runtime.js';
import { tempDir } from './temp.js';

export interface TestPalace extends Palace {
  runtime: TestRuntime;
}

/** A new palace with one commit by Ada Tester, opened; closed and removed when the test ends. */
export async function testPalace(git: GitChoice = 'system', overrides: Partial<Runtime> = {}): Promise<TestPalace> {
  const home = join(tempDir(), 'home');
  mkdirSync(home);
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ada Tester\n\temail = ada@example.org\n');
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
  };
  const runtime = testRuntime({ home, env, ...overrides });
  const root = join(home, 'palace');
  await initPalace({ root, runtime, git });
  const palace = await openPalace(root, runtime, { git });
  onTestFinished(() => palace.close());
  runtime.phases.length = 0;
  return Object.assign(palace, { runtime });
}

/** Real git in the palace, as its owner at a terminal would type it. @throws when it fails. */
export function gitIn(palace: Palace, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: palace.root,
    env: { ...palace.runtime.env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Writes a file of the work tree as an editor would, making folders on the way. */
export function edit(palace: Palace, path: string, content: string | Buffer): void {
  mkdirSync(join(palace.root, path, '..'), { recursive: true });
  writeFileSync(join(palace.root, path), content);
}

/** @throws unless git finds nothing wrong with the repository and nothing unsaved. */
export function assertClean(palace: Palace): void {
  gitIn(palace, 'fsck', '--strict', '--no-dangling');
  const status = gitIn(palace, 'status', '--porcelain');
  if (status !== '') throw new Error(`not clean:\n${status}`);
}
