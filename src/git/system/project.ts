import type { Runtime } from '../../base/runtime.js';
import { countAuthors, isoSeconds, type Project, type ProjectAuthor } from '../project-contract.js';
import type { Repository } from '../repository.js';
import { asObjectId, type ObjectId } from '../types.js';
import { withoutFilters } from './open.js';
import { GitRunner, splitNul } from './run.js';

/** See `openProject`. @throws when git refuses the repository. */
export async function openSystemProject(
  repository: Repository,
  config: ReadonlyMap<string, string>,
  binary: string,
  runtime: Runtime,
  remoteKey: string | undefined,
): Promise<Project> {
  const runner = new GitRunner(binary, repository.workTree, runtime, withoutFilters(config));
  const head = await headCommit(runner);
  return {
    topLevel: repository.workTree,
    remoteKey,
    head,
    listFiles: (prefix) => listFiles(runner, prefix),
    commitDates: (paths) => (head === undefined ? Promise.resolve(new Map()) : commitDates(runner, head, paths)),
    authors: (limit) => (head === undefined ? Promise.resolve([]) : authors(runner, head, limit)),
    close: async () => {},
  };
}

async function headCommit(runner: GitRunner): Promise<ObjectId | undefined> {
  const ask = (name: string) => runner.run(['rev-parse', '--quiet', '--verify', name], { codes: [0, 1] });
  const { code, stdout } = await ask('HEAD^{commit}');
  if (code === 0) return asObjectId(stdout.toString('utf8').trim());
  if ((await ask('HEAD')).code === 0) throw new Error('the commit of HEAD is missing');
  return undefined;
}

async function listFiles(runner: GitRunner, prefix: string): Promise<string[]> {
  const folder = prefix.replace(/\/+$/, '');
  const limit = folder === '' ? [] : ['--', folder];
  const [tracked, untracked] = await Promise.all([
    runner.run(['ls-files', '--cached', '--stage', '-z', ...limit]),
    runner.run(['ls-files', '--others', '--exclude-standard', '-z', ...limit]),
  ]);
  const paths = new Set<string>();
  for (const record of splitNul(tracked.stdout))
    if (!record.startsWith('160000 ')) paths.add(record.slice(record.indexOf('\t') + 1));
  // A name with `/` at its end is a repository within.
  for (const path of splitNul(untracked.stdout)) if (!path.endsWith('/')) paths.add(path);
  return [...paths].sort();
}

async function authors(runner: GitRunner, head: ObjectId, limit: number): Promise<ProjectAuthor[]> {
  const found: { name: string; email: string }[] = [];
  const format = ['--format=%aN%x1f%aE', `--max-count=${limit}`, '--no-show-signature'];
  for await (const record of runner.records(['log', '-z', ...format, head, '--'], '\0')) {
    const [name = '', email = ''] = record.replace(/^\n+/, '').split('\x1f');
    if (name !== '') found.push({ name, email });
  }
  return countAuthors(found);
}

/** Marks the begin of a commit among the paths: no path of a tree begins so. */
const MARK = '//commit ';

async function commitDates(runner: GitRunner, head: ObjectId, paths: Iterable<string>): Promise<Map<string, string>> {
  const wanted = new Set(paths);
  const missing = new Set<string>();
  for (const path of splitNul((await runner.run(['ls-tree', '-r', '-z', '--name-only', '--full-tree', head])).stdout))
    if (wanted.has(path)) missing.add(path); // a path that is not in HEAD would send the walk to the first commit
  const dates = new Map<string, string>();
  if (missing.size === 0) return dates;
  const format = ['-c', '--name-only', '--no-renames', '--no-ext-diff', '--no-textconv', `--format=${MARK}%at`];
  let date = '';
  for await (const record of runner.records(['log', '-z', ...format, head, '--'], '\0')) {
    const text = record.replace(/^\n+/, '');
    if (text.startsWith(MARK)) date = isoSeconds(Number(text.slice(MARK.length)));
    else if (missing.delete(text)) dates.set(text, date);
    if (missing.size === 0) break;
  }
  return dates;
}
