import type { Runtime } from '../../base/runtime.js';
import type { Repository } from '../repository.js';
import type { Git } from '../types.js';
import type { FoundBinary } from './binary.js';
import { SystemGit } from './engine.js';
import { GitRunner } from './run.js';

/** The engine over a git binary. `config` is the repository's own. */
export function openSystemGit(
  repository: Repository,
  config: ReadonlyMap<string, string>,
  binary: FoundBinary,
  runtime: Runtime,
): Git {
  const refFormat = (config.get('extensions.refstorage') ?? 'files').toLowerCase() === 'files' ? 'files' : 'other';
  const runner = new GitRunner(binary.path, repository.workTree, runtime, withoutFilters(config));
  return new SystemGit(repository, runner, refFormat, binary.systemConfig);
}

/** A copied repository may bring filters in its own config, commands that `git status` would run: they are switched off. */
export function withoutFilters(config: ReadonlyMap<string, string>): string[] {
  const overrides: string[] = [];
  for (const key of config.keys()) {
    if (/^filter\..*\.(?:clean|smudge|process)$/s.test(key) && !/[\n=]/.test(key)) overrides.push(`${key}=`);
    if (/^filter\..*\.required$/s.test(key) && !/[\n=]/.test(key)) overrides.push(`${key}=false`);
  }
  return overrides;
}
