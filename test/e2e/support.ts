import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll } from 'vitest';
import { tempDir } from '../support/temp.js';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const BIN = join(ROOT, 'bin', 'run.js');

export interface Ran {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Exactly what came out. */
  bytes: Buffer;
  /** Stdout as one JSON value. */
  json<Shape = Record<string, unknown>>(): Shape;
}

/** Environment of a machine on which the embedding model takes part, as it does by default. */
export const MODEL = { PALACE_MODE: undefined, PALACE_NO_EMBED: undefined };

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string | undefined>;
  input?: string | Buffer;
}

/** A person's machine: a home of its own with a git identity, and nothing from the real one. */
export class Machine {
  /** Home directory. */
  readonly home: string;
  /** Where commands run unless told otherwise; no palace above it. */
  readonly work: string;
  readonly palace: string;

  constructor(readonly engine: 'auto' | 'system' | 'isomorphic' = 'auto') {
    const root = tempDir('palace-e2e');
    this.home = join(root, 'home');
    this.work = join(root, 'work');
    this.palace = join(root, 'palace');
    mkdirSync(this.home);
    mkdirSync(this.work);
    writeFileSync(join(this.home, '.gitconfig'), '[user]\n\tname = Ada Tester\n\temail = ada@example.org\n');
  }

  env(): Record<string, string | undefined> {
    return {
      PATH: process.env.PATH,
      HOME: this.home,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: join(this.home, '.gitconfig'),
      PALACE_PATH: this.palace,
      PALACE_GIT: this.engine,
      // Loading a model costs each start a third of a second; who tests it asks for it (`MODEL`).
      PALACE_MODE: 'keyword',
      PALACE_NO_EMBED: '1',
    };
  }

  /** Starts the built program. */
  start(args: readonly string[], { cwd = this.work, env = {} }: RunOptions = {}): ChildProcess {
    return spawn(process.execPath, [BIN, ...args], { cwd, env: { ...this.env(), ...env }, stdio: 'pipe' });
  }

  /** Runs the built program to its end. */
  async cli(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    return finished(this.start(args, options), options.input);
  }

  /** Any other program on this machine. */
  async run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const { cwd = this.work, env = {}, input } = options;
    return finished(spawn(program, args, { cwd, env: { ...this.env(), ...env }, stdio: 'pipe' }), input);
  }

  /** Git in the palace. @throws when it fails. */
  async git(...args: string[]): Promise<string> {
    const ran = await this.run('git', args, { cwd: this.palace });
    if (ran.code !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr}`);
    return ran.stdout;
  }

  /** Writes a file below `folder`, making folders on the way. */
  write(folder: string, files: Record<string, string | Buffer>): void {
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }
}

export function finished(child: ChildProcess, input?: string | Buffer): Promise<Ran> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  // A program that ends without reading its input is no failure of the test.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input ?? '');
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const bytes = Buffer.concat(out);
      const stdout = bytes.toString('utf8');
      const stderr = Buffer.concat(err).toString('utf8');
      resolve({
        code,
        signal,
        stdout,
        stderr,
        bytes,
        json: <Shape>() => {
          try {
            return JSON.parse(stdout) as Shape;
          } catch {
            throw new Error(`not one JSON value on stdout:\n${stdout}\nstderr:\n${stderr}`);
          }
        },
      });
    });
  });
}

/**
 * Put at the top of an e2e file: dist/ is what the sources say before the first test. `PALACE_TEST_STALE=1` tests what is in
 * dist/ as it is, for while other sources do not compile.
 */
export function builtBeforeAll(): void {
  beforeAll(async () => {
    if (process.env.PALACE_TEST_STALE === '1') return;
    const ran = await finished(spawn(process.execPath, [join(ROOT, 'scripts', 'ensure.mjs')], { cwd: ROOT }));
    if (ran.code !== 0) throw new Error(`building failed:\n${ran.stderr}`);
  }, 300_000);
}

/** Names of all keys of a JSON value, as `a.b[].c`, sorted: the shape that a snapshot pins. */
export function shapeOf(value: unknown, at = ''): string[] {
  const found = new Set<string>();
  const visit = (node: unknown, path: string): void => {
    if (Array.isArray(node)) for (const item of node) visit(item, `${path}[]`);
    else if (typeof node === 'object' && node !== null)
      for (const [key, child] of Object.entries(node)) {
        const next = path === '' ? key : `${path}.${key}`;
        found.add(next);
        visit(child, next);
      }
  };
  visit(value, at);
  return [...found].sort();
}
