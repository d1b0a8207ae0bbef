// Reading sessions of Claude Code: `mine --dry-run` against JSON.parse of every line of the same files, and peak memory.
//   npm run bench -- --claude-code 200     200 MB, as sessions of 4 MB in a folder, and as one session
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../bin/run.js', import.meta.url));
const SESSION_BYTES = 4 * 1024 * 1024;
const MB = 1024 * 1024;
/** What the issue asks for at 1 GB: times of JSON.parse, and megabytes. */
const BARS = { ratio: 3, memory: 600 };

/** Parses every line of the files below a folder, piece by piece. */
const PARSE = `const { readdirSync, openSync, readSync } = require('node:fs'), { join } = require('node:path');
const chunk = Buffer.alloc(1024 * 1024);
for (const name of readdirSync(process.argv[1])) {
  const file = openSync(join(process.argv[1], name));
  let rest = Buffer.alloc(0);
  for (let read; (read = readSync(file, chunk)) > 0; ) {
    const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
    let start = 0;
    for (let end; (end = bytes.indexOf(10, start)) !== -1; start = end + 1) JSON.parse(bytes.toString('utf8', start, end));
    rest = bytes.subarray(start);
  }
}`;

/** Loaded into a process: writes its peak memory in kB when it ends. */
const PEAK = `process.on('exit', () => require('node:fs').writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));`;

/** Measures sessions of so many megabytes and prints what came out. */
export function benchClaudeCode(megabytes) {
  const work = mkdtempSync(join(tmpdir(), 'palace-bench-claude-'));
  try {
    for (const [name, size] of [
      ['sessions of 4 MB', SESSION_BYTES],
      ['one session', megabytes * MB],
    ])
      report(name, measure(work, megabytes * MB, size));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function measure(work, total, size) {
  const folder = join(work, `sessions-${size}`);
  mkdirSync(folder);
  for (let number = 0; number * size < total; number++) writeSession(folder, number, size);
  const palace = join(work, `palace-${size}`);
  run(work, [bin, 'init', '--palace', palace]);
  const parse = run(work, ['-e', PARSE, folder]);
  const mine = run(work, [bin, 'mine', folder, '--dry-run', '--mode', 'chats', '--json', '--palace', palace]);
  const { sources } = JSON.parse(mine.stdout);
  if (sources.read !== Math.ceil(total / size)) throw new Error(`${sources.read} sessions were read`);
  rmSync(folder, { recursive: true });
  return { parse: parse.took, mine: mine.took, ratio: mine.took / parse.took, memory: mine.peak };
}

function run(work, args) {
  const peakFile = join(work, 'peak');
  const hook = join(work, 'peak.cjs');
  writeFileSync(hook, PEAK);
  const env = { PATH: process.env.PATH, HOME: work, PEAK_FILE: peakFile, GIT_CONFIG_NOSYSTEM: '1' };
  const start = performance.now();
  const found = spawnSync(process.execPath, ['--require', hook, ...args], {
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const took = performance.now() - start;
  if (found.status !== 0) throw new Error(`${args.join(' ')} failed:\n${found.stdout}\n${found.stderr}`);
  return { took, peak: Number(readFileSync(peakFile, 'utf8')) / 1024, stdout: found.stdout };
}

const WORDS = 'the session reads a file then edits it and runs tests which fail because of an import that moved'.split(
  ' ',
);

/** Questions, calls with results of some kilobytes (written twice, as Claude Code does), and answers. */
function writeSession(folder, number, size) {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const file = openSync(join(folder, `${id}.jsonl`), 'w');
  let parent = null;
  let written = 0;
  for (let turn = 0; written < size; turn++) {
    const lines = [];
    const add = (type, content, more = {}) => {
      const uuid = `${id.slice(-8)}-0000-4000-8000-${String(turn * 10 + lines.length).padStart(12, '0')}`;
      const timestamp = new Date(Date.UTC(2026, 0, 1) + turn * 5000 + lines.length).toISOString();
      const message = { role: type, content, ...(type === 'assistant' && { model: 'm', id: `msg-${uuid}` }) };
      const common = { cwd: '/srv/driftwood', gitBranch: 'main', version: '2.0.1', isSidechain: false };
      lines.push(
        `${JSON.stringify({ parentUuid: parent, ...common, sessionId: id, type, message, uuid, timestamp, ...more })}\n`,
      );
      parent = uuid;
    };
    const output = text(turn, 2000);
    add('user', `question ${turn}: ${text(turn, 120)}`);
    add('assistant', [{ type: 'tool_use', id: `call-${turn}`, name: 'Bash', input: { command: text(turn + 1, 60) } }]);
    add('user', [{ type: 'tool_result', tool_use_id: `call-${turn}`, content: output }], {
      toolUseResult: { stdout: output },
    });
    add('assistant', [{ type: 'text', text: text(turn + 2, 600) }]);
    written += writeSync(file, lines.join(''));
  }
  closeSync(file);
}

function text(seed, length) {
  let result = '';
  for (let at = seed; result.length < length; at++)
    result += `${WORDS[(at * 7 + seed) % WORDS.length]}${at % 11 === 0 ? '\n' : ' '}`;
  return result;
}

function report(name, { parse, mine, ratio, memory }) {
  console.log(`${name}: JSON.parse ${parse.toFixed(0)} ms, mine --dry-run ${mine.toFixed(0)} ms`);
  console.log(
    `  ratio ${ratio.toFixed(2)} (bar at 1 GB: ${BARS.ratio}), peak ${memory.toFixed(0)} MB (bar: ${BARS.memory})`,
  );
}
