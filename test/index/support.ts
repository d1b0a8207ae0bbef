import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import MiniSearch from 'minisearch';
import { openGit } from '../../src/git/open.js';
import type { GitChoice } from '../../src/git/types.js';
import { createDocumentReader } from '../../src/index/document.js';
import { FIELDS } from '../../src/index/postings.js';
import type { Palace } from '../../src/palace/types.js';
import { createAnalyzer, searchable } from '../../src/text/tokens.js';
import { type TestRuntime, testRuntime } from '../support/runtime.js';
import { tempDir } from '../support/temp.js';

/** A git repository of drawers in a temporary directory, opened as a palace without going through `init`. */
export interface Bench {
  palace: Palace & { runtime: TestRuntime };
  git(...args: string[]): string;
  write(path: string, content: string | Buffer): void;
  remove(path: string): void;
  commit(): void;
  /** The same palace in what would be another process. */
  reopen(): Promise<Palace & { runtime: TestRuntime }>;
}

export async function bench(choice: GitChoice = 'system'): Promise<Bench> {
  const root = tempDir('index');
  const home = tempDir('home');
  const env = { ...process.env, HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root, '-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  git('init', '-q', '-b', 'main');
  git('config', 'core.autocrlf', 'false');
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  write('.gitignore', '.palace/\n');
  write('palace.yaml', 'format: 1\n');
  const open = async (): Promise<Palace & { runtime: TestRuntime }> => {
    const runtime = testRuntime({ home });
    const opened = await openGit(root, choice, runtime);
    return {
      root,
      cacheDir: join(root, '.palace/cache'),
      stateDir: join(root, '.git/palace'),
      git: opened,
      runtime,
      shared: { format: 1 },
      settings: {
        maxSourceBytes: 1e9,
        secrets: 'warn',
        searchLimit: 10,
        lockWaitMs: 1000,
        batchSize: 1000,
        vanishLimit: 0.2,
        roomFanout: 1000,
        singleValued: [],
        commonShare: 0.8,
        closetRaises: [],
        hallRaise: 0,
        skipRooms: [],
        model: 'none',
      },
      close: () => opened.close(),
    };
  };
  return {
    palace: await open(),
    git,
    write,
    remove: (path) => rmSync(join(root, path)),
    commit: () => {
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', 'x');
    },
    reopen: open,
  };
}

/** Hits of a plain MiniSearch built from all passages of all files at once: `path#ordinal` and score, best first. */
export async function plainSearch(files: ReadonlyMap<string, string>, query: string): Promise<[string, number][]> {
  const { document } = await createDocumentReader();
  const analyzer = createAnalyzer();
  const index = new MiniSearch({
    fields: [...FIELDS],
    tokenize: (text) => analyzer.terms(text),
    processTerm: (term) => term,
  });
  for (const path of [...files.keys()].sort((a, b) => (a < b ? -1 : 1)))
    document(Buffer.from(files.get(path) ?? '')).passages.forEach((passage, ordinal) => {
      index.add({
        id: `${path}#${ordinal}`,
        ...Object.fromEntries(FIELDS.map((field, at) => [field, passage.fields[at] ?? ''])),
      });
    });
  const terms = searchable(analyzer.query(query)).map((term) => term.term);
  if (terms.length === 0) return [];
  return index
    .search(query, { tokenize: () => terms })
    .map((hit): [string, number] => [String(hit.id), hit.score])
    .sort(byScoreThenName);
}

export function byScoreThenName(a: [string, number], b: [string, number]): number {
  return b[1] - a[1] || (a[0] < b[0] ? -1 : 1);
}
