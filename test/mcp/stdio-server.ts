import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { Machine } from '../e2e/support.js';

interface Answer {
  id?: number | null;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

/** A server as a child process, spoken to line by line: what an official client would never send can be sent too. */
export class StdioServer {
  readonly child: ChildProcess;
  /** Whatever came that answers no request of ours. */
  readonly other: Answer[] = [];
  readonly #waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  #next = 1;

  constructor(machine: Machine, args: readonly string[] = [], env: Record<string, string> = {}) {
    this.child = machine.start(['mcp', ...args], { env: { PALACE_MODEL: 'none', ...env } });
    // What it has to say while it is being killed is nobody's business.
    this.child.stdin?.on('error', () => {});
    this.child.stderr?.resume();
    if (this.child.stdout)
      createInterface({ input: this.child.stdout }).on('line', (line) => {
        const answer = JSON.parse(line) as Answer;
        const waiting = typeof answer.id === 'number' ? this.#waiting.get(answer.id) : undefined;
        if (typeof answer.id === 'number' && waiting) {
          this.#waiting.delete(answer.id);
          waiting.resolve(answer);
        } else this.other.push(answer);
      });
    this.child.once('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the server has ended'));
    });
    onTestFinished(() => void this.child.kill('SIGKILL'));
  }

  /** As a client of 2025 begins. */
  async initialize(name = 'raw'): Promise<this> {
    await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name, version: '1' },
    });
    this.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    return this;
  }

  /** @throws when the server ends first. */
  request(method: string, params: Record<string, unknown> = {}): Promise<Answer> {
    const id = this.#next++;
    const answered = new Promise<Answer>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answered;
  }

  /** The structured result of `mempalace_<name>`. @throws what the tool says is wrong. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const { result, error } = await this.request('tools/call', { name: `mempalace_${name}`, arguments: args });
    if (error || result?.isError) throw new Error(JSON.stringify(error ?? result?.content));
    return result?.structuredContent as Record<string, unknown>;
  }

  write(bytes: string | Buffer): void {
    this.child.stdin?.write(bytes);
  }

  /** How it ended. */
  ended(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    const { exitCode, signalCode } = this.child;
    if (exitCode !== null || signalCode !== null) return Promise.resolve({ code: exitCode, signal: signalCode });
    return new Promise((resolve) => this.child.once('close', (code, signal) => resolve({ code, signal })));
  }
}
