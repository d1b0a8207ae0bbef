import type { Palace } from '../../palace/types.js';
import { ReaderBeside } from '../../sources/apart/beside.js';
import type { Ordered } from '../../sources/apart/incoming.js';
import type { Order } from '../../sources/apart/messages.js';
import type { ReaderThread } from '../../sources/apart/thread.js';
import type { BodyPiece, Candidate, SourceAdapter, SourceRoot, SourceUnit, StartOver } from '../../sources/types.js';
import { type Job, type Survey, withHead } from './jobs.js';
import { maxBytesFor } from './limits.js';
import type { HowToRead } from './reading.js';

/** Bytes that must wait to be read before a thread is worth its start (0.15 s, beside the work of this one). */
const WORTH_A_THREAD = 12 * 1024 * 1024;
/** Bytes of files that are ordered before their turn, and how many: what was read of them waits in memory. */
const ORDERED = { bytes: 24 * 1024 * 1024, files: 8 };

/** A file up to so many bytes is read by this thread while it waits for the other one. */
const BESIDE_BYTES = 16 * 1024 * 1024;

/** A survey some of whose files are read by another thread. Close it. */
export interface Ahead {
  surveyed: Survey;
  close(): Promise<void>;
}

/**
 * Has files that need nothing but themselves read by another thread, in the order of the jobs, while what came before them is
 * planned here. Where a thread is not worth it the survey stays as it is.
 */
export async function readAhead(palace: Palace, surveyed: Survey, options: HowToRead): Promise<Ahead> {
  const queue = surveyed.jobs.filter(({ known, adapter }) => known === undefined && adapter.readsAlone);
  const bytes = queue.reduce((sum, { candidate }) => sum + candidate.size, 0);
  // Loaded only where it is wanted.
  const thread =
    bytes < WORTH_A_THREAD ? undefined : (await import('../../sources/apart/thread.js')).ReaderThread.open();
  if (thread === undefined) return { surveyed, close: async () => undefined };
  const orders = new Orders(palace, thread, queue, options);
  const apart = new Map<SourceAdapter, SourceAdapter>();
  const jobs = surveyed.jobs.map((job) => {
    if (!job.adapter.readsAlone) return job;
    const adapter = apart.get(job.adapter) ?? readApart(job.adapter, orders);
    apart.set(job.adapter, adapter);
    return { ...job, adapter };
  });
  const close = async (): Promise<void> => {
    orders.stop();
    await thread.close();
  };
  return { surveyed: { ...surveyed, jobs }, close };
}

function readApart(adapter: SourceAdapter, orders: Orders): SourceAdapter {
  return {
    ...adapter,
    detect: (candidate) => adapter.detect(candidate),
    readLong: (candidate, root, { dates, ...options }, runtime) => {
      // Dates are for what was read already.
      if (dates === undefined) return orders.read(adapter, candidate, root, options);
      return (adapter.readLong ?? adapter.read).call(adapter, candidate, root, { ...options, dates }, runtime);
    },
  };
}

type OrderOptions = Order['options'];

class Orders {
  /** Ordered before they were asked for, by path. */
  private readonly ordered = new Map<string, { reading: Ordered; size: number }>();
  private readonly beside = new ReaderBeside();
  private next = 0;

  constructor(
    private readonly palace: Palace,
    private readonly thread: ReaderThread,
    private readonly queue: readonly Job[],
    private readonly options: HowToRead,
  ) {}

  read(
    adapter: SourceAdapter,
    candidate: Candidate,
    root: SourceRoot,
    options: OrderOptions,
  ): AsyncIterable<BodyPiece | StartOver | SourceUnit> {
    const { path } = candidate;
    const early = this.ordered.get(path);
    this.ordered.delete(path);
    const reading = early?.reading ?? this.orderFromThread(orderOf(adapter, candidate, root, options));
    // Whoever comes now comes after those that were passed over.
    if (early === undefined) this.skipTo(path);
    this.orderMore();
    return reading;
  }

  stop(): void {
    for (const { reading } of this.ordered.values()) reading.stop();
    this.ordered.clear();
  }

  private skipTo(path: string): void {
    const place = this.queue.findIndex(({ candidate }) => candidate.path === path);
    this.next = Math.max(this.next, place + 1);
  }

  private orderMore(): void {
    let bytes = [...this.ordered.values()].reduce((sum, { size }) => sum + size, 0);
    for (;;) {
      const size = this.queue[this.next]?.candidate.size;
      if (size === undefined || this.ordered.size >= ORDERED.files) return;
      if (this.ordered.size > 0 && bytes + size > ORDERED.bytes) return;
      bytes += size;
      this.orderNext((order) => this.orderFromThread(order));
    }
  }

  /** The thread is behind: what it has not begun is read here meanwhile. */
  private helpOut(): void {
    const size = this.queue[this.next]?.candidate.size;
    if (size === undefined || size > BESIDE_BYTES || !this.beside.isFree) return;
    this.orderNext((order) => this.beside.read(order));
  }

  private orderNext(read: (order: Order) => Ordered): void {
    const job = this.queue[this.next++];
    if (job === undefined) return;
    const { adapter, from } = job;
    const maxBytes = maxBytesFor(this.palace, adapter);
    const candidate = withHead(job, maxBytes);
    // Whoever asks for it hears why.
    if ('reason' in candidate) return;
    const reading = read(orderOf(adapter, candidate, from.root, { ...this.options, maxBytes }));
    this.ordered.set(candidate.path, { reading, size: candidate.size });
  }

  private orderFromThread(order: Order): Ordered {
    return this.thread.read(order, () => this.helpOut());
  }
}

function orderOf(
  { name }: SourceAdapter,
  { trace: _trace, ...candidate }: Candidate,
  root: SourceRoot,
  options: OrderOptions,
): Order {
  return { adapter: name, candidate, root, options };
}
