// What the benchmarks measure with: a home of their own, processes that must not fail, medians of runs turn by turn.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const BIN = join(fileURLToPath(new URL('..', import.meta.url)), 'bin', 'run.js');

/** An environment without anybody's settings, in a folder. */
export function benchEnvironment(folder, more = {}) {
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Bench\n\temail = bench@example.org\n[gc]\n\tauto = 0\n');
  return { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', PALACE_NO_EMBED: '1', ...more };
}

/** Milliseconds and output of one run; any failure ends the benchmark, since a figure of a failed command is worth nothing. */
export function run(env, command, args, options = {}) {
  const start = performance.now();
  const found = spawnSync(command, args, { env, encoding: 'utf8', maxBuffer: 1 << 30, ...options });
  const took = performance.now() - start;
  if (found.status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${found.stdout}\n${found.stderr}`);
  return { took, stdout: found.stdout };
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Medians of several things, turn by turn: a machine's pace changes within minutes. */
export function interleaved(rounds, runs) {
  const took = Object.fromEntries(Object.keys(runs).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, one] of Object.entries(runs)) took[name].push(one(round));
  return Object.fromEntries(Object.entries(took).map(([name, values]) => [name, median(values)]));
}
