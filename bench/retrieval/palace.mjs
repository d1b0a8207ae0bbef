// The palace of a benchmark: made by the services that the commands call, with default settings and nobody's own configuration.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Everything that the program may know of the world: a home of its own, in `folder`. */
export function runtimeIn(folder, show) {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const config = join(home, '.gitconfig');
  if (!existsSync(config)) writeFileSync(config, '[user]\n\tname = Bench\n\temail = bench@example.org\n');
  return {
    cwd: folder,
    home,
    env: { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: config },
    platform: process.platform,
    hostname: hostname(),
    bootId: '',
    pid: process.pid,
    now: () => new Date(),
    randomBytes,
    logger: { warn: (text) => process.stderr.write(`note: ${text}\n`), debug: () => {} },
    onProgress: show,
  };
}

/**
 * Mines one transcript a document and makes the vectors; what is kept of an earlier run is not made again.
 * @param set wings, and the folder of transcripts of each.
 * @returns the palace, opened, with what making it took. Close it.
 */
export async function minedPalace(load, folder, set, show) {
  const root = join(folder, 'palace');
  const notes = join(folder, 'made.json');
  const runtime = runtimeIn(folder, show);
  const [{ initPalace }, { openPalace }, { mine }, { embedPalace }] = await Promise.all([
    load('services/init/init'),
    load('palace/open'),
    load('services/mine/mine'),
    load('services/embed/embed'),
  ]);
  if (!existsSync(root)) await initPalace({ root, runtime });
  const palace = await openPalace(root, runtime);
  const made = existsSync(notes) ? JSON.parse(readFileSync(notes, 'utf8')) : { wings: {}, mineMs: 0, embedMs: 0 };
  for (const { wing, path } of set.wings) {
    if (made.wings[wing] !== undefined) continue;
    const started = performance.now();
    const result = await mine(palace, { paths: [path], wing });
    made.mineMs += performance.now() - started;
    const kept = result.drawers.added + result.drawers.unchanged;
    const expected = set.documents.filter((document) => document.wing === wing).length;
    if (kept !== expected) throw new Error(`${wing}: ${expected} documents, but ${kept} drawers were filed`);
    made.wings[wing] = kept;
    writeFileSync(notes, JSON.stringify(made));
  }
  const started = performance.now();
  const { embedded, vectors, model, notes: said } = await embedPalace(palace);
  for (const note of said) process.stderr.write(`note: ${note}\n`);
  if (embedded > 0) made.embedMs += performance.now() - started;
  writeFileSync(notes, JSON.stringify(made));
  return { palace, made: { ...made, vectors, model, cacheBytes: bytesIn(palace.cacheDir) } };
}

function bytesIn(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size;
  return bytes;
}

/**
 * Asks every question and gives the ranked documents of each (Map by question id), and what each search took in ms.
 * The model is loaded once and the indexes stay open, as in a server.
 */
export async function ask(load, palace, set, { mode, policy, flat }) {
  const [{ findMemories }, { search }, { POLICY }, { resolveModel }, { KeptIndexes }] = await Promise.all([
    load('services/find/find'),
    load('search/search'),
    load('search/policy'),
    load('index/embedding/resolve'),
    load('search/kept'),
  ]);
  const kept = new KeptIndexes(palace);
  const source = mode === 'keyword' ? undefined : await resolveModel(palace.runtime, palace.settings);
  const warm = source === undefined ? undefined : { source, warm: await source.open() };
  const find =
    policy === undefined
      ? (request) => findMemories(palace, request, warm, kept)
      : (request) => search(palace, request, { policy: { ...POLICY, ...policy }, kept, ...(warm && { model: warm }) });
  const rankings = new Map();
  const took = [];
  const modes = new Map();
  try {
    for (const { qid, wing, question } of set.questions) {
      const started = performance.now();
      const result = await find({ query: question, limit: 50, mode, ...(flat ? {} : { wing }) });
      took.push(performance.now() - started);
      modes.set(result.mode, (modes.get(result.mode) ?? 0) + 1);
      rankings.set(
        qid,
        result.hits.map((hit) => documentOf(set, hit)),
      );
    }
  } finally {
    kept.close();
    await warm?.warm.close();
  }
  return { rankings, took, modes };
}

/** The document that a hit is of, by the file that it was mined from: `file:<folder>#<path>`. */
function documentOf(set, { source, path }) {
  const [, folder, file] = /^file:([^#]*)#(.*)$/s.exec(source ?? '') ?? [];
  const id = set.idOf.get(`${folder}/${file}`);
  if (id === undefined) throw new Error(`${path} (source ${source}) is none of the documents`);
  return id;
}
