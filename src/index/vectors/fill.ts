import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.js';
import type { Palace } from '../../palace/types.js';
import type { UnitSize } from '../../text/units.js';
import { tryCacheLock } from '../cache-lock.js';
import type { Embedder } from '../embedding/types.js';
import type { Versions } from '../versions.js';
import { createUnitCutter } from './drawer-units.js';
import { type Meaning, SIZES } from './meaning.js';
import type { VectorItem } from './store/types.js';
import { textKey, type Unit, UnitTableBuilder } from './unit-table.js';

/** Texts given to the model at once: enough for it to sort by length, few enough to lose little when killed. */
const BATCH = 512;
/** Drawers whose units are written together. */
const DRAWERS = 500;
/** A text of which the model knows less than this says something else than its vector. */
export const LEAST_COVERAGE = 0.5;

export interface FillOptions {
  /** Most texts to embed; default: all. */
  texts?: number;
  /** Most drawers to read; default: all. */
  drawers?: number;
}

export interface FillResult {
  /** Texts that were given to the model. */
  embedded: number;
  /** Drawers that still wait. */
  waiting: number;
  /** Another process is at it: nothing was done here. */
  busy: boolean;
}

interface Cut {
  blob: string;
  units: (Unit & { text: string })[];
}

/**
 * Makes vectors for drawers that have none, in order of path: only of texts that no drawer of any time had. What is done stays done
 * when it is stopped or killed, at whatever point. When another process is at it, nothing is done here.
 * Reports `vectors` progress per batch; stops with the reason of the runtime's signal.
 * @throws PalaceError what the embedder throws.
 */
export async function fillVectors(
  palace: Palace,
  meaning: Meaning,
  versions: Versions,
  embedder: Embedder,
  { texts = Number.POSITIVE_INFINITY, drawers = Number.POSITIVE_INFINITY }: FillOptions = {},
): Promise<FillResult> {
  const waiting = meaning.waiting(versions);
  if (waiting.length === 0) return { embedded: 0, waiting: 0, busy: false };
  const unlock = lockFill(palace, meaning);
  if (unlock === undefined) return { embedded: 0, waiting: waiting.length, busy: true };
  const filler = new Filler(palace, meaning, embedder, texts);
  try {
    const cutter = await createUnitCutter();
    let done = 0;
    for (const row of waiting.slice(0, drawers)) {
      if (filler.spent) break;
      const drawer = versions.row(row);
      const units = cutter.units(await versions.bytesOf(drawer));
      await filler.add({ blob: drawer.blob, units: units.map((unit) => ({ ...unit, key: textKey(unit.text) })) });
      done += 1;
      if (done % 20 === 0) palace.runtime.onProgress?.({ phase: 'vectors', done, total: waiting.length });
    }
    await filler.flush();
    palace.runtime.onProgress?.({ phase: 'vectors', done, total: waiting.length });
  } finally {
    filler.keep();
    unlock();
  }
  return { embedded: filler.embedded, waiting: meaning.waiting(versions).length, busy: false };
}

/** Undefined when another process embeds. Without a place to write, everybody works for themselves. */
function lockFill(palace: Palace, { parts }: Meaning): (() => void) | undefined {
  try {
    mkdirSync(parts.folder, { recursive: true });
    return tryCacheLock(join(parts.folder, 'lock'), palace.runtime);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return () => {};
  }
}

class Filler {
  embedded = 0;
  private cuts: Cut[] = [];
  private readonly wanted: Record<UnitSize, Map<string, string>> = { sentence: new Map(), window: new Map() };
  private builder = new UnitTableBuilder();

  constructor(
    private readonly palace: Palace,
    private readonly meaning: Meaning,
    private readonly embedder: Embedder,
    private readonly most: number,
  ) {}

  /** Nothing more may be embedded. */
  get spent(): boolean {
    return this.embedded + this.gathered >= this.most;
  }

  private get gathered(): number {
    return this.wanted.sentence.size + this.wanted.window.size;
  }

  async add(cut: Cut): Promise<void> {
    const { stores } = this.meaning.parts;
    for (const { size, key, text } of cut.units) if (!stores[size].has(key)) this.wanted[size].set(key, text);
    this.cuts.push(cut);
    if (this.gathered >= BATCH) await this.flush();
  }

  /** Embeds what was gathered, and files the drawers that have all their vectors with it. */
  async flush(): Promise<void> {
    const { stores } = this.meaning.parts;
    const unknown: Record<UnitSize, Set<string>> = { sentence: new Set(), window: new Set() };
    for (const size of SIZES) {
      const all = [...this.wanted[size]];
      this.wanted[size].clear();
      for (let from = 0; from < all.length; from += BATCH) {
        const batch = all.slice(from, from + Math.min(BATCH, this.most - this.embedded));
        if (batch.length === 0) break;
        const items = await this.embed(batch, unknown[size]);
        if (items.length > 0) await stores[size].upsert(items);
      }
    }
    for (const { blob, units } of this.cuts) {
      const known = units.filter(({ size, key }) => !unknown[size].has(key));
      // A large drawer may be done in several goes: until then it waits.
      if (known.some(({ size, key }) => !stores[size].has(key))) continue;
      this.builder.add(blob, known);
    }
    this.cuts = [];
    if (this.builder.blobs >= DRAWERS) this.keep();
  }

  /** Writes the units of finished drawers. */
  keep(): void {
    this.meaning.parts.tables.add(this.builder);
    this.builder = new UnitTableBuilder();
  }

  private async embed(batch: readonly [string, string][], unknown: Set<string>): Promise<VectorItem[]> {
    const { signal } = this.palace.runtime;
    const embeddings = await this.embedder.embed(
      batch.map(([, text]) => text),
      signal === undefined ? {} : { signal },
    );
    this.embedded += batch.length;
    return batch.flatMap(([id], at) => {
      const { vector, coverage = 0 } = embeddings[at] ?? {};
      if (vector !== undefined && coverage >= LEAST_COVERAGE) return [{ id, vector }];
      unknown.add(id);
      return [];
    });
  }
}
