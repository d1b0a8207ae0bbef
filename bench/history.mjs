// Speed of the history commands beside git's own, in one run: `node bench/history.mjs [DRAWERS]` (default 10,000); --json prints
// one JSON value. A drawer of 1,000 lines, each from another commit; a commit that changes every drawer.
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensure } from '../scripts/ensure.mjs';
import { BIN, benchEnvironment, interleaved, run } from './timing.mjs';

if (!ensure()) process.exit(1);
const DRAWERS = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 10_000);
const COMMITS = 1000;
const ROUNDS = 5;
/** Times of the git command plus `node -e 0`. */
const BARS = { system: 2, isomorphic: 10 };

const work = mkdtempSync(join(tmpdir(), 'palace-history-'));
const env = benchEnvironment(work);
const root = join(work, 'palace');
const git = (...args) => run(env, 'git', ['-C', root, ...args]);
const palace = (engine, ...args) =>
  run({ ...env, PALACE_GIT: engine }, process.execPath, [BIN, ...args, '--palace', root]).took;

try {
  const path = build();
  const tasks = {
    log: { palace: ['log', path, '--limit', '1000'], git: ['log', '--follow', '--raw', '--', path] },
    diff: { palace: ['diff', 'HEAD~1', 'HEAD'], git: ['diff', '--word-diff', 'HEAD~1', 'HEAD'] },
    'diff --stat': { palace: ['diff', 'HEAD~1', 'HEAD', '--stat'], git: ['diff', '--stat', 'HEAD~1', 'HEAD'] },
    blame: { palace: ['blame', path], git: ['blame', path] },
  };
  const results = {};
  for (const [name, task] of Object.entries(tasks)) {
    for (const engine of ['system', 'isomorphic']) palace(engine, ...task.palace); // what is kept for later runs is made
    const took = interleaved(ROUNDS, {
      node: () => run(env, process.execPath, ['-e', '0']).took,
      git: () => git(...task.git).took,
      system: () => palace('system', ...task.palace),
      isomorphic: () => palace('isomorphic', ...task.palace),
    });
    const reference = took.node + took.git;
    results[name] = { ...took, ratio: { system: took.system / reference, isomorphic: took.isomorphic / reference } };
  }
  if (process.argv.includes('--json')) console.log(JSON.stringify({ drawers: DRAWERS, commits: COMMITS, results }));
  else
    for (const [name, { node, git: gits, system, isomorphic, ratio }] of Object.entries(results))
      console.log(
        `${name.padEnd(12)} git ${gits.toFixed(0)} ms, node ${node.toFixed(0)} ms; palace ${system.toFixed(0)} ms = ${ratio.system.toFixed(2)} (bar ${BARS.system}); without git ${isomorphic.toFixed(0)} ms = ${ratio.isomorphic.toFixed(2)} (bar ${BARS.isomorphic})`,
      );
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** A palace with the history that the tasks ask about. @returns the path of the drawer of many commits. */
function build() {
  const notes = join(work, 'notes');
  for (let number = 0; number < DRAWERS; number++) {
    const folder = join(notes, `topic-${number % 40}`);
    if (number < 40) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `note-${number}.md`), `# Note ${number}\n\n${text(number, 900)}\n`);
  }
  run(env, process.execPath, [BIN, 'init', '--palace', root]);
  run(env, process.execPath, [BIN, 'mine', notes, '--wing', 'notes', '--palace', root]);
  const files = git('ls-files', 'wings')
    .stdout.split('\n')
    .filter((file) => file.endsWith('.md'));
  const path = files[files.length >> 1];
  run(env, 'git', ['-C', root, 'fast-import', '--quiet', '--force'], { input: commitsOf(path) });
  git('reset', '--quiet', '--hard');
  for (const file of files) appendFileSync(join(root, file), `\nIt was looked at again: ${text(file.length, 80)}\n`);
  git('commit', '--quiet', '--all', '--message', 'Look at all of them again');
  git('gc', '--quiet');
  return path;
}

/** For `git fast-import`: commit after commit that adds a line to one file. */
function commitsOf(path) {
  const branch = git('symbolic-ref', 'HEAD').stdout.trim();
  let content = readFileSync(join(root, path), 'utf8');
  let stream = '';
  for (let number = 0; number < COMMITS; number++) {
    content += `line ${number}: ${text(number, 60)}\n`;
    const who = `Bench <bench@example.org> ${Math.floor(Date.now() / 1000) - COMMITS + number} +0000`;
    const message = `Add line ${number}`;
    stream += `commit ${branch}\ncommitter ${who}\ndata ${message.length}\n${message}\n`;
    if (number === 0) stream += `from ${branch}^0\n`;
    stream += `M 100644 inline ${JSON.stringify(path)}\ndata ${Buffer.byteLength(content)}\n${content}\n`;
  }
  return stream;
}

function text(seed, length) {
  const words = 'the garden gate was left open so that nobody had to look for the key under the stone'.split(' ');
  let result = '';
  for (let at = seed; result.length < length; at++) result += `${words[(at * 7 + (seed % 13)) % words.length]} `;
  return result.trim();
}
