import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { EXIT, PalaceError } from '../../base/errors.js';
import type { Runtime } from '../../base/runtime.js';
import { damagedIndex } from '../index-file/codec.js';
import { DAMAGED } from '../objects/object.js';
import { unsupported } from '../unsupported.js';
import { gitEnvironment } from './environment.js';

export interface RunOptions {
  input?: string | Buffer;
  env?: Readonly<Record<string, string>>;
  /** Exit codes that are an answer and not a failure; default only 0. */
  codes?: readonly number[];
  /** Kills the process when it is aborted. */
  signal?: AbortSignal;
}

export interface RunResult {
  code: number;
  stdout: Buffer;
  stderr: string;
}

/** A git process that ended with an unexpected code. */
export class GitCommandError extends Error {
  constructor(
    readonly command: string,
    readonly exitCode: number | null,
    readonly stderr: string,
  ) {
    const lines = stderr.trim().split('\n');
    // Hints and warnings may come before what went wrong.
    const line = lines.find((each) => /^(?:fatal|error): /.test(each)) ?? lines[0] ?? '';
    super(`git ${command} failed${line === '' ? ` with code ${exitCode}` : `: ${line}`}`);
    this.name = 'GitCommandError';
  }
}

/** Starts git in one work tree: never a shell, paths literal, nothing that a repository's config names is run. */
export class GitRunner {
  readonly #before: readonly string[];

  /** `overrides`: more `key=value` settings for every command. */
  constructor(
    readonly binary: string,
    readonly workTree: string,
    readonly runtime: Runtime,
    overrides: readonly string[] = [],
  ) {
    const settings = [
      'color.ui=false',
      'core.quotePath=false',
      'core.fsmonitor=false',
      'log.showSignature=false',
      'log.showRoot=true',
    ];
    this.#before = ['--no-pager', '--literal-pathspecs'];
    for (const setting of [...settings, ...overrides]) this.#before = [...this.#before, '-c', setting];
  }

  /** @throws {GitCommandError}, or PalaceError `unsafe-repository` when git does not trust the owner of the folder. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    const child = this.start(args, options);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => {}); // git may end before it has read everything; its exit code tells
    child.stdin.end(options.input ?? '');
    const [code] = (await once(child, 'close')) as [number | null];
    const stderr = Buffer.concat(err).toString('utf8');
    if (code === null || !(options.codes ?? [0]).includes(code)) throw failure(args, code, stderr, this.workTree);
    return { code, stdout: Buffer.concat(out), stderr };
  }

  /** Output as text without the last newline. */
  async text(args: readonly string[], options: RunOptions = {}): Promise<string> {
    return (await this.run(args, options)).stdout.toString('utf8').replace(/\n$/, '');
  }

  /** Records of the output as they come, cut at `separator`; leaving the loop early ends the process. */
  async *records(args: readonly string[], separator: '\n' | '\0'): AsyncGenerator<string> {
    const child = this.start(args);
    child.stdin.end();
    const err: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    const closed = once(child, 'close') as Promise<[number | null]>;
    closed.catch(() => {}); // awaited below; an early exit of the loop must not leave it unhandled
    let complete = false;
    try {
      let rest: Buffer = Buffer.alloc(0);
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
        rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        let from = 0;
        for (let end = rest.indexOf(separator); end >= 0; end = rest.indexOf(separator, from)) {
          yield rest.toString('utf8', from, end);
          from = end + 1;
        }
        rest = rest.subarray(from);
      }
      if (rest.length > 0) yield rest.toString('utf8');
      complete = true;
    } finally {
      if (!complete) child.kill();
    }
    const [code] = await closed;
    if (code !== 0) throw failure(args, code, Buffer.concat(err).toString('utf8'), this.workTree);
  }

  start(args: readonly string[], options: Pick<RunOptions, 'env' | 'signal'> = {}): ChildProcessWithoutNullStreams {
    return this.#spawn(this.binary, [...this.#before, ...args], options);
  }

  /** Starts another program that is given the command as its last arguments. */
  startIn(program: string, before: readonly string[], args: readonly string[]): ChildProcessWithoutNullStreams {
    return this.#spawn(program, [...before, this.binary, ...this.#before, ...args], {});
  }

  #spawn(
    program: string,
    args: readonly string[],
    { env, signal }: Pick<RunOptions, 'env' | 'signal'>,
  ): ChildProcessWithoutNullStreams {
    return spawn(program, args, {
      cwd: this.workTree,
      env: gitEnvironment(this.runtime, env),
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      ...(signal && { signal }),
    });
  }
}

function lastWords(stderr: string): string {
  return (/^(?:fatal|error): (.*)$/m.exec(stderr)?.[1] ?? stderr).trim();
}

/** The error for a command that ended badly. */
export function failure(args: readonly string[], code: number | null, stderr: string, workTree: string): Error {
  if (stderr.includes('detected dubious ownership'))
    return new PalaceError('unsafe-repository', `git does not trust ${workTree}: it belongs to another user`, {
      exit: EXIT.noPalace,
      next: [`git config --global --add safe.directory ${workTree}`],
    });
  // A format of a newer git, such as reftable before 2.45.
  const unknown = /unknown repository (?:extensions?|version)[^:\n]*:?\s*(\S+)|repo version <= \d+, found (\d+)/.exec(
    stderr,
  );
  if (unknown !== null)
    return unsupported(workTree, `a repository format that this git does not know (${unknown[1] ?? unknown[2]})`, {
      why: 'it was made by a newer git',
      next: 'install a newer git',
    });
  if (/bad signature 0x|index file (?:corrupt|smaller)|bad index (?:file|version)/.test(stderr))
    return damagedIndex(lastWords(stderr));
  if (/unable to read (?:tree|sha1 file)|(?:loose|packed) object .* is corrupt|bad (?:tree )?object/.test(stderr))
    return new PalaceError('damaged-repository', `the repository is damaged: ${lastWords(stderr)}`, { next: DAMAGED });
  return new GitCommandError(args.join(' '), code, stderr);
}

/** NUL-ended records of an output, without the empty last one. */
export function splitNul(output: Buffer): string[] {
  const records = output.toString('utf8').split('\0');
  if (records.at(-1) === '') records.pop();
  return records;
}
