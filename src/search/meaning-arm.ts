import { PalaceError } from '../base/errors.js';
import type { Embedder, EmbedderSource } from '../index/embedding/types.js';
import type { LiveIndex } from '../index/live.js';
import { fillVectors, LEAST_COVERAGE } from '../index/vectors/fill.js';
import { Meaning, type MeaningQuery, type UnitHit } from '../index/vectors/meaning.js';
import type { Palace } from '../palace/types.js';
import type { KeptIndexes } from './kept.js';
import type { SearchPolicy } from './policy.js';

/** The model that a search may use. */
export interface SearchModel {
  source: EmbedderSource;
  /** Of a process that stays: loaded already, and not closed here. */
  warm?: Embedder;
}

/** What the vectors say to a query. */
export interface MeaningAnswer {
  units: UnitHit[];
  /** 0 to 1: share of the query that the model knows; 0 when it is too little to go by. */
  vote: number;
  /** Drawers that have no vectors yet. */
  waiting: number;
  notes: string[];
}

/** What may be asked of the vectors. */
export interface MeaningQuestion {
  text: string;
  accepts?: NonNullable<MeaningQuery['accepts']>;
  /** Nothing else is searched: what fails is an error. */
  alone: boolean;
}

/**
 * The part of a search that goes by meaning. The model loads beside the rest of the work, from {@link begin} on; whatever fails about
 * it is said in a note, and the search goes on without it.
 */
export class MeaningArm {
  private constructor(
    private readonly palace: Palace,
    private readonly model: SearchModel,
    private readonly opening: Promise<Embedder>,
    private readonly policy: SearchPolicy,
    private readonly kept: KeptIndexes | undefined,
  ) {}

  static begin(palace: Palace, model: SearchModel, policy: SearchPolicy, kept?: KeptIndexes): MeaningArm {
    const opening = model.warm === undefined ? model.source.open({ worker: true }) : Promise.resolve(model.warm);
    // Whoever asks hears of it.
    opening.catch(() => {});
    return new MeaningArm(palace, model, opening, policy, kept);
  }

  /** @throws PalaceError when aborted, or `alone`. */
  async ask(index: LiveIndex, question: MeaningQuestion): Promise<MeaningAnswer> {
    const { source } = this.model;
    const lasting = await this.kept?.meaning(source);
    const meaning = lasting ?? (await Meaning.open(this.palace, source));
    try {
      return await this.answer(meaning, index, question);
    } catch (error) {
      if (!(error instanceof PalaceError) || question.alone || this.palace.runtime.signal?.aborted === true)
        throw error;
      const [cure] = error.next;
      return {
        units: [],
        vote: 0,
        waiting: 0,
        notes: [`found by words only: ${error.message}${cure === undefined ? '' : `; ${cure}`}`],
      };
    } finally {
      if (lasting === undefined) meaning.close();
    }
  }

  /** Lets go of the model, loaded or not. A warm one stays. */
  async close(): Promise<void> {
    if (this.model.warm !== undefined) return;
    await this.opening.then(
      (embedder) => embedder.close(),
      () => {},
    );
  }

  private async answer(meaning: Meaning, index: LiveIndex, { text, accepts }: MeaningQuestion): Promise<MeaningAnswer> {
    const { runtime } = this.palace;
    const { fillTexts, fillDrawers, unitPool } = this.policy;
    const versions = index.versions();
    // What takes a look at every drawer is done while the model is loaded.
    meaning.waiting(versions);
    const embedder = await this.opening;
    const signal = runtime.signal === undefined ? {} : { signal: runtime.signal };
    const [query] = await embedder.embed([text], signal);
    const { waiting } = await fillVectors(this.palace, meaning, versions, embedder, {
      texts: fillTexts,
      drawers: fillDrawers,
    });
    const notes = waiting === 0 ? [] : [waitingNote(waiting)];
    const { vector, coverage = 0 } = query ?? {};
    if (vector === undefined || coverage < LEAST_COVERAGE)
      return { units: [], vote: 0, waiting, notes: [...notes, unknownNote(embedder.name, coverage)] };
    const units = await meaning.find(versions, { vector, pool: unitPool, ...(accepts && { accepts }) });
    return { units, vote: coverage, waiting, notes };
  }
}

function waitingNote(waiting: number): string {
  const drawers =
    waiting === 1 ? '1 drawer waits for its vectors and is' : `${waiting} drawers wait for their vectors and are`;
  return `${drawers} found by words only: palace index refresh makes them`;
}

function unknownNote(model: string, coverage: number): string {
  const share = coverage === 0 ? 'nothing' : `${Math.round(coverage * 100)} %`;
  return `found by words only: the model (${model}) knows ${share} of this query`;
}
