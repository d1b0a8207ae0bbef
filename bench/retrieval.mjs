// Retrieval quality of keyword search over the shared benchmark sets, against the built program.
//   node bench/retrieval.mjs [--shared PATH] [--sets locomo,devmem] [--policy JSON] [--misses N]
// Each session becomes a drawer in the wing of its conversation; each question is searched inside that wing, 50 hits.
// Prints what the sets' own score.mjs prints. Skips with a message where the sets or the build are absent.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const packageRoot = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    shared: { type: 'string', default: resolve(packageRoot, '../shared') },
    sets: { type: 'string', default: 'locomo,devmem' },
    policy: { type: 'string', default: '{}' },
    dist: { type: 'string', default: join(packageRoot, 'dist') },
    misses: { type: 'string' },
    by: { type: 'string', default: 'category' },
  },
});
const shared = join(values.shared, 'bench');
if (!existsSync(join(shared, 'score.mjs'))) {
  console.log(`skipped: no benchmark sets in ${shared} (see --shared)`);
  process.exit(0);
}
if (!existsSync(join(values.dist, 'src/search/search.js'))) {
  console.log('skipped: run npm run build first');
  process.exit(0);
}
const load = (path) => import(pathToFileURL(join(values.dist, 'src', path)).href);
const [{ search }, { POLICY }, { openGit }] = await Promise.all([
  load('search/search.js'),
  load('search/policy.js'),
  load('git/open.js'),
]);
const policy = { ...POLICY, ...JSON.parse(values.policy) };

for (const set of values.sets.split(',')) {
  const folder = mkdtempSync(join(tmpdir(), 'palace-retrieval-'));
  try {
    await measure(set, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(set, folder) {
  const corpus = join(folder, 'corpus');
  execFileSync(process.execPath, [join(shared, 'corpus.mjs'), set, corpus, '--captions'], { stdio: 'ignore' });
  const palace = await palaceOf(join(folder, 'palace'), corpus);
  const rankings = [];
  let slowest = 0;
  for (const { qid, wing, question } of jsonLines(join(`${corpus}.meta`, 'questions.jsonl'))) {
    const started = performance.now();
    const { hits } = await search(palace, { query: question, wing, limit: 50, context: 0 }, policy);
    slowest = Math.max(slowest, performance.now() - started);
    rankings.push({ qid, ranked: hits.map((hit) => hit.source.slice(hit.source.indexOf('#') + 1)) });
  }
  await palace.close();
  const file = join(folder, 'ranking.jsonl');
  writeFileSync(file, rankings.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const more = values.misses === undefined ? [] : ['--misses', values.misses];
  const score = [join(shared, 'score.mjs'), set, file, '--k', '1,5,10', '--by', values.by, ...more];
  process.stdout.write(execFileSync(process.execPath, score, { encoding: 'utf8' }));
  console.log(`slowest search ${slowest.toFixed(0)} ms\n`);
}

async function palaceOf(root, corpus) {
  mkdirSync(root, { recursive: true });
  const git = (...args) => execFileSync('git', ['-C', root, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(root, '.gitignore'), '.palace/\n');
  for (const { file, id, wing, date } of jsonLines(join(`${corpus}.meta`, 'manifest.jsonl'))) {
    const path = join(root, 'wings', slug(wing), 'general', `${slug(id)}.md`);
    mkdirSync(dirname(path), { recursive: true });
    const front = `---\nsource: ${JSON.stringify(`bench#${id}`)}\ntitle: ${JSON.stringify(String(date ?? ''))}\n---\n`;
    writeFileSync(path, front + readFileSync(join(corpus, file), 'utf8'));
  }
  git('add', '-A');
  git('-c', 'user.name=b', '-c', 'user.email=b@b.invalid', 'commit', '-q', '-m', 'bench');
  const runtime = {
    cwd: root,
    home: root,
    env: process.env,
    platform: process.platform,
    hostname: 'bench',
    bootId: '',
    pid: process.pid,
    now: () => new Date(),
    randomBytes: (size) => Buffer.alloc(size, 7),
    logger: { warn: (text) => console.error(text), debug: () => {} },
  };
  const opened = await openGit(root, 'auto', runtime);
  return {
    root,
    cacheDir: join(root, '.palace/cache'),
    git: opened,
    runtime,
    close: () => opened.close(),
  };
}

function slug(text) {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function jsonLines(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
