import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';

/** Longest line that is read: a memory of 1 MB with every character escaped, and some more. */
const LONGEST_LINE = 8 * 1024 * 1024;
/** How long answers may still take after the client has closed its end. */
const LAST_ANSWERS_MS = 10_000;

/** Codes of JSON-RPC 2.0. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/**
 * Newline-delimited JSON-RPC over two streams. Unlike the one of the SDK it answers what is no message (a parse error, id null), passes
 * over a line that is too long without keeping it, and answers what was asked before the client closed its end.
 */
export class StdioTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  #line: Buffer[] = [];
  #length = 0;
  /** In the middle of a line that is too long. */
  #skipping = false;
  #unanswered = new Set<RequestId>();
  #ended = false;
  #closed = false;
  #lastAnswers: NodeJS.Timeout | undefined;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
  ) {}

  async start(): Promise<void> {
    this.input.on('data', (chunk: Buffer) => this.#take(chunk));
    this.input.on('end', () => this.#end());
    this.input.on('close', () => this.#end());
    this.input.on('error', (error) => this.onerror?.(error));
    // The client is gone: nobody waits for an answer.
    this.output.on('error', () => void this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    if (!this.output.write(`${JSON.stringify(message)}\n`) && !this.output.destroyed)
      await new Promise<void>((resolve) => {
        const done = (): void => {
          this.output.off('drain', done);
          this.output.off('close', done);
          this.output.off('error', done);
          resolve();
        };
        this.output.once('drain', done);
        this.output.once('close', done);
        this.output.once('error', done);
      });
    if (!('method' in message) && 'id' in message && message.id !== undefined) this.#unanswered.delete(message.id);
    if (this.#ended && this.#unanswered.size === 0) await this.close();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#lastAnswers);
    this.input.removeAllListeners('data');
    this.input.pause();
    this.onclose?.();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#unanswered.size === 0) {
      void this.close();
      return;
    }
    this.#lastAnswers = setTimeout(() => void this.close(), LAST_ANSWERS_MS);
  }

  #take(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, end));
      from = end + 1;
      const skipped = this.#skipping;
      const line = Buffer.concat(this.#line);
      this.#line = [];
      this.#length = 0;
      this.#skipping = false;
      if (skipped) this.#refuse(PARSE_ERROR, `the line is longer than ${LONGEST_LINE} bytes`);
      else this.#read(line.toString('utf8'));
    }
    this.#keep(chunk.subarray(from));
  }

  #keep(part: Buffer): void {
    if (this.#skipping || part.length === 0) return;
    this.#length += part.length;
    if (this.#length > LONGEST_LINE) {
      this.#skipping = true;
      this.#line = [];
    } else this.#line.push(part);
  }

  #read(line: string): void {
    if (line.trim() === '') return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      this.#refuse(PARSE_ERROR, 'the line is no JSON');
      return;
    }
    if (!isMessage(message)) {
      const what = Array.isArray(message)
        ? 'batches are not taken: send one message a line'
        : 'no JSON-RPC 2.0 message';
      this.#refuse(INVALID_REQUEST, what);
      return;
    }
    if ('method' in message && 'id' in message) this.#unanswered.add(message.id);
    const givenUp = cancelledBy(message);
    if (givenUp !== undefined) this.#unanswered.delete(givenUp);
    this.onmessage?.(message);
  }

  #refuse(code: number, message: string): void {
    // The SDK's type knows no error without an id; JSON-RPC does.
    this.output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
  }
}

/** The request that a client has given up with this message: no answer will follow. */
function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function isMessage(value: unknown): value is JSONRPCMessage {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const message = value as Record<string, unknown>;
  if (message.jsonrpc !== '2.0') return false;
  const { id } = message;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return false;
  // Some clients send null for no parameters.
  if (message.params === null) delete message.params;
  return typeof message.method === 'string' || (id !== undefined && ('result' in message || 'error' in message));
}
