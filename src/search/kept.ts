import type { EmbedderSource } from '../index/embedding/types.js';
import { KeptIndex } from '../index/kept-index.js';
import type { LiveIndex } from '../index/live.js';
import { Meaning } from '../index/vectors/meaning.js';
import type { Palace } from '../palace/types.js';

/**
 * What searches of one process share, so that a question costs the answer and not the opening: the index of words and the vectors, each
 * opened anew when what it was made of has changed. One search at a time.
 */
export class KeptIndexes {
  readonly #palace: Palace;
  readonly #words: KeptIndex;
  #meaning: { source: string; opened: Meaning } | undefined;

  constructor(palace: Palace) {
    this.#palace = palace;
    this.#words = new KeptIndex(palace);
  }

  /** What `work` makes of the index of words as of now; see {@link KeptIndex.use}. */
  async withWords<T>(work: (index: LiveIndex) => Promise<T>): Promise<T> {
    return this.#words.use(work);
  }

  /** As {@link Meaning.open}; not to be closed. */
  async meaning(source: EmbedderSource): Promise<Meaning> {
    const kept = this.#meaning;
    if (kept?.source === source.id && kept.opened.isCurrent) return kept.opened;
    kept?.opened.close();
    this.#meaning = undefined;
    const opened = await Meaning.open(this.#palace, source, true);
    this.#meaning = { source: source.id, opened };
    return opened;
  }

  close(): void {
    this.#words.close();
    this.#meaning?.opened.close();
    this.#meaning = undefined;
  }
}
