import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { ObjectType } from '../hash.js';
import { MissingObjectError } from '../objects/object.js';
import { asObjectId, type ObjectId } from '../types.js';
import { failure, type GitRunner } from './run.js';

export interface BatchObject {
  id: ObjectId;
  type: ObjectType;
  content: Buffer;
}

interface Waiting {
  name: string;
  resolve(object: BatchObject | undefined): void;
  reject(error: Error): void;
}

/**
 * One long-lived `git cat-file --batch`, started at the first question. Answers come in the order of the questions. It
 * does not keep our process alive while nothing is asked.
 */
export class CatFile {
  readonly #runner: GitRunner;
  #child: ChildProcessWithoutNullStreams | undefined;
  #waiting: Waiting[] = [];
  #chunks: Buffer[] = [];
  #size = 0;
  #stderr = '';
  #questions = '';

  constructor(runner: GitRunner) {
    this.#runner = runner;
  }

  /** @throws {MissingObjectError} */
  async read(id: ObjectId): Promise<BatchObject> {
    const object = await this.find(id);
    if (object === undefined) throw new MissingObjectError(id);
    return object;
  }

  /** Object that an expression as git writes it leads to (`main:wings/a`, `v1^{commit}`); undefined when none or several. */
  find(name: string): Promise<BatchObject | undefined> {
    if (name === '' || /[\n\0]/.test(name)) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const child = this.#started();
      this.#waiting.push({ name, resolve, reject });
      keepAlive(child, true);
      this.#ask(child, name);
    });
  }

  /** Questions of one turn go out together: each writing wakes git up. */
  #ask(child: ChildProcessWithoutNullStreams, name: string): void {
    this.#questions += `${name}\n`;
    if (this.#questions.length > name.length + 1) return;
    queueMicrotask(() => {
      const questions = this.#questions;
      this.#questions = '';
      if (this.#child === child) child.stdin.write(questions);
    });
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    keepAlive(child, true);
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    child.stdin.end();
    await ended;
  }

  #started(): ChildProcessWithoutNullStreams {
    if (this.#child !== undefined) return this.#child;
    const child = this.#runner.start(['cat-file', '--batch']);
    this.#child = child;
    this.#chunks = [];
    this.#size = 0;
    this.#stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#size += chunk.length;
      this.#answer();
      if (this.#waiting.length === 0) keepAlive(child, false);
    });
    child.stderr.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString('utf8')));
    child.stdin.on('error', () => {}); // told by `close`
    child.on('error', (error) => this.#ended(child, error));
    child.on('close', (code) =>
      this.#ended(child, failure(['cat-file', '--batch'], code, this.#stderr, this.#runner.workTree)),
    );
    return child;
  }

  #ended(child: ChildProcessWithoutNullStreams, error: Error): void {
    if (this.#child === child) this.#child = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) reject(error);
  }

  /** Takes every complete answer off the front of what has come. */
  #answer(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const line = this.#peekLine();
      if (line === undefined) return;
      const head = /^([0-9a-f]{40}) (blob|tree|commit|tag) (\d+)$/.exec(line);
      if (head === null) {
        this.#take(Buffer.byteLength(line) + 1);
        this.#waiting.shift();
        next.resolve(undefined); // `<name> missing`, `<name> ambiguous`
        continue;
      }
      const size = Number(head[3]);
      if (this.#size < line.length + 1 + size + 1) return;
      const bytes = this.#take(line.length + 1 + size + 1);
      this.#waiting.shift();
      const content = bytes.subarray(line.length + 1, line.length + 1 + size);
      next.resolve({ id: asObjectId(head[1] ?? ''), type: head[2] as ObjectType, content });
    }
  }

  /** First line without its newline; undefined until it is there. */
  #peekLine(): string | undefined {
    let first = this.#chunks[0];
    let end = first?.indexOf(0x0a) ?? -1;
    if (end < 0 && this.#chunks.length > 1) {
      first = this.#join();
      end = first.indexOf(0x0a);
    }
    return first === undefined || end < 0 ? undefined : first.toString('utf8', 0, end);
  }

  #take(length: number): Buffer {
    const first = this.#chunks[0];
    const all = first !== undefined && first.length >= length ? first : this.#join();
    this.#chunks[0] = all.subarray(length);
    if (this.#chunks[0].length === 0) this.#chunks.shift();
    this.#size -= length;
    return all.subarray(0, length);
  }

  #join(): Buffer {
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }
}

/** Whether the child and its pipes hold our process open. */
export function keepAlive(child: ChildProcessWithoutNullStreams, on: boolean): void {
  for (const part of [child, child.stdin, child.stdout, child.stderr])
    if (isHandle(part)) {
      if (on) part.ref();
      else part.unref();
    }
}

/** Pipes are sockets, which the types do not say. */
function isHandle(part: object): part is { ref(): void; unref(): void } {
  return 'ref' in part && 'unref' in part;
}
