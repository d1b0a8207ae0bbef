// The screen as ratios in one run: `node bench/tui.mjs [DRAWERS]` (default 10,000); --json prints one JSON value. Needs `script`
// (util-linux), which gives it a terminal. Measured: the first frame beside `node -e 0`; from a key to the frame that shows it, and to
// the results of keywords, beside a query of a bare MiniSearch over as many texts; memory before and after 10,000 keys.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { ensure } from '../scripts/ensure.mjs';
import { BIN, benchEnvironment, median, run } from './timing.mjs';

if (!ensure()) process.exit(1);
const DRAWERS = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 10_000);
const ROUNDS = 9;
const KEYS = 10_000;
const BARS = { frame: 10, key_ms: 30, results_ms: 80, memory: 1.1 };
const WORDS =
  'harbour ferry ticket session token review index order server keycloak summer route boat engine budget'.split(' ');
const CTRL_C = '\x03';
const CTRL_U = '\x15';
/** Ends each frame. */
const FRAME = /\x1b\[\?2026l/;
const LISTED = /newest first/;
const FOUND = /\/[\d,]+ drawers? · by words(?! · …)/;

const work = mkdtempSync(join(tmpdir(), 'palace-tui-'));
const env = { ...benchEnvironment(work, { PALACE_MODE: 'keyword' }), TERM: 'xterm-256color' };
const root = join(work, 'palace');

/** The program on a terminal of 120 by 40. */
class Screen {
  #shown = '';
  #look = () => {};

  constructor() {
    const command = `stty cols 120 rows 40; exec ${process.execPath} ${BIN} tui --mode keyword --palace ${root}`;
    this.child = spawn('script', ['-qefc', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    // It does not end with us by itself.
    process.once('exit', () => this.child.kill());
    this.child.stdout.on('data', (chunk) => {
      this.#shown += chunk;
      this.#look();
    });
  }

  type(keys) {
    this.#shown = '';
    this.child.stdin.write(keys);
  }

  /** Until something is shown that was not before the last key. */
  shows(pattern) {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${pattern} was not shown: ${this.#shown.slice(-400)}`)), 60_000);
      this.#look = () => {
        if (!pattern.test(this.#shown)) return;
        clearTimeout(late);
        this.#look = () => {};
        resolve();
      };
      this.#look();
    });
  }

  /** Resident megabytes of the program, which `script` started. */
  memory() {
    const [child] = readFileSync(`/proc/${this.child.pid}/task/${this.child.pid}/children`, 'utf8').split(' ');
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1]) / 1024;
  }

  async end() {
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.type(CTRL_C);
    await ended;
  }
}

try {
  const texts = build();
  const [frames, nodes] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    nodes.push(run(env, process.execPath, ['-e', '0']).took);
    const began = performance.now();
    const screen = new Screen();
    await screen.shows(/type to search/);
    frames.push(performance.now() - began);
    await screen.shows(LISTED);
    await screen.end();
  }
  const screen = new Screen();
  await screen.shows(LISTED);
  const [keys, results] = [[], []];
  for (const word of [...WORDS, ...WORDS]) {
    for (const letter of word) {
      const began = performance.now();
      screen.type(letter);
      await screen.shows(FRAME);
      keys.push(performance.now() - began);
      await screen.shows(FOUND);
      results.push(performance.now() - began);
    }
    screen.type(CTRL_U);
    await screen.shows(LISTED);
  }
  const before = screen.memory();
  for (let key = 0; key < KEYS; key += 20) {
    screen.type((key % 40 === 0 ? '\x1b[B' : '\x1b[A').repeat(20));
    await screen.shows(FRAME);
    // What the preview shows comes a frame later; keys that take each other back in one reading show nothing.
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  const after = screen.memory();
  await screen.end();
  report({
    drawers: DRAWERS,
    node_ms: median(nodes),
    frame_ms: median(frames),
    key_ms: median(keys),
    results_ms: median(results),
    minisearch_ms: bare(texts),
    memory_before_mb: before,
    memory_after_mb: after,
  });
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** A palace of notes. @returns their texts. */
function build() {
  const notes = join(work, 'notes');
  const texts = [];
  for (let number = 0; number < DRAWERS; number++) {
    const folder = join(notes, `topic-${number % 40}`);
    if (number < 40) mkdirSync(folder, { recursive: true });
    const words = Array.from({ length: 120 }, (_, at) => WORDS[(number * 7 + at * (1 + (number % 5))) % WORDS.length]);
    texts.push(`# Note ${number}\n\n${words.join(' ')}\n`);
    writeFileSync(join(folder, `note-${number}.md`), texts[number]);
  }
  run(env, process.execPath, [BIN, 'init', '--palace', root]);
  run(env, process.execPath, [BIN, 'mine', notes, '--wing', 'notes', '--palace', root]);
  return texts;
}

/** Milliseconds of a query of MiniSearch over the same texts. */
function bare(texts) {
  const index = new MiniSearch({ fields: ['text'] });
  index.addAll(texts.map((text, id) => ({ id, text })));
  const times = [...WORDS, ...WORDS].map((word) => {
    const began = performance.now();
    index.search(word);
    return performance.now() - began;
  });
  return median(times);
}

function report(figures) {
  const ratios = {
    frame: figures.frame_ms / figures.node_ms,
    key_to_minisearch: figures.key_ms / figures.minisearch_ms,
    results_to_minisearch: figures.results_ms / figures.minisearch_ms,
    memory: figures.memory_after_mb / figures.memory_before_mb,
  };
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ ...figures, ratios, bars: BARS }));
    return;
  }
  for (const [name, value] of Object.entries({ ...figures, ...ratios })) console.log(name.padEnd(22), value.toFixed(2));
  console.log(`bars: ${JSON.stringify(BARS)}`);
}
