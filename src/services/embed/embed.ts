import { availableParallelism } from 'node:os';
import { PalaceError } from '../../base/errors.js';
import { poolOf } from '../../index/embedding/pool.js';
import { resolveModel } from '../../index/embedding/resolve.js';
import type { Embedder, EmbedderSource } from '../../index/embedding/types.js';
import { openLiveIndex } from '../../index/live.js';
import { fillVectors } from '../../index/vectors/fill.js';
import { Meaning } from '../../index/vectors/meaning.js';
import { pruneVectors } from '../../index/vectors/prune.js';
import type { Palace } from '../../palace/types.js';

/** What an embedding of all that waited did. */
export interface EmbedResult {
  /** Id of the model; null when vectors are turned off or the model cannot be used. */
  model: string | null;
  /** Texts (sentences and windows of drawers) that were given to the model. */
  embedded: number;
  /** Vectors kept in all. */
  vectors: number;
  /** Drawers that still wait: another process is at it, or the model failed. */
  pending: number;
  notes: string[];
}

/**
 * Makes the vectors of every drawer that has none. Memories are filed before this and safe whatever happens here: a model that is
 * missing or damaged is a note, and a stop keeps what was made.
 * @throws PalaceError `interrupted` when stopped.
 */
export async function embedPalace(palace: Palace): Promise<EmbedResult> {
  const nothing = { embedded: 0, vectors: 0, pending: 0 };
  try {
    const source = await resolveModel(palace.runtime, palace.settings);
    if (source === undefined) return { model: null, ...nothing, notes: [] };
    const [meaning, index] = await Promise.all([Meaning.open(palace, source), openLiveIndex(palace)]);
    try {
      const versions = index.versions();
      const { length: drawers } = meaning.waiting(versions);
      if (drawers === 0) return { model: source.id, ...nothing, vectors: meaning.vectors, notes: [] };
      const embedder = await openFor(source, drawers);
      try {
        const { embedded, waiting, busy } = await fillVectors(palace, meaning, versions, embedder);
        await pruneVectors(meaning, versions);
        const notes = waiting === 0 ? [] : [waitingNote(waiting, busy)];
        return { model: source.id, embedded, vectors: meaning.vectors, pending: waiting, notes };
      } finally {
        await embedder.close();
      }
    } finally {
      index.close();
      meaning.close();
    }
  } catch (error) {
    if (!(error instanceof PalaceError) || palace.runtime.signal?.aborted === true) throw error;
    const [cure] = error.next;
    return {
      model: null,
      ...nothing,
      notes: [`no vectors were made: ${error.message}${cure === undefined ? '' : `; ${cure}`}`],
    };
  }
}

function waitingNote(waiting: number, busy: boolean): string {
  const drawers = waiting === 1 ? '1 drawer still waits for its' : `${waiting} drawers still wait for their`;
  // Those that changed while this went on.
  const why = busy ? 'another process makes them' : 'palace index refresh makes them';
  return `${drawers} vectors: ${why}`;
}

/** From so many drawers on it pays to load the model more than once. */
const MANY_DRAWERS = 200;
/** Copies of a model, some 200 MB each, for a bulk of drawers. */
const MOST_COPIES = 3;

async function openFor(source: EmbedderSource, drawers: number): Promise<Embedder> {
  const copies = drawers < MANY_DRAWERS ? 1 : Math.min(MOST_COPIES, availableParallelism());
  if (copies < 2) return source.open();
  const first = await source.open({ worker: true });
  const opened: [Embedder, ...Embedder[]] = [first];
  try {
    for (let copy = 1; copy < copies; copy++) opened.push(await source.open({ worker: true }));
  } catch (error) {
    // No memory for another: one is enough.
    if (!(error instanceof PalaceError)) throw error;
  }
  return poolOf(opened);
}
