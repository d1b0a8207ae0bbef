/** What a model makes of one text. */
export interface Embedding {
  /** L2-normalised; undefined when the text has nothing that the model knows, or the model gave no finite numbers. */
  vector: Float32Array | undefined;
  /** 0 to 1: share of the text's letters and digits that the model knows. */
  coverage: number;
  /** The text is longer than the model reads: the vector is of its beginning. */
  clipped: boolean;
}

/** A loaded model. */
export interface Embedder {
  /** Identity of its vectors: the model's name and 12 hex digits of the hash of its files. */
  readonly id: string;
  readonly name: string;
  readonly dimensions: number;
  /** Share (0 to 1) of the letters and digits of `text` that the model knows, as far as it reads; 0 for a text without any. */
  coverage(text: string): number;
  /**
   * One embedding for each text, in their order. The vector of a text does not depend on the other texts.
   * An aborted `signal` rejects with its reason between two batches.
   * @throws PalaceError `model-damaged` when the model cannot run, `model-unavailable` after {@link close}.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Embedding[]>;
  /** Gives memory and threads back. Unfinished {@link embed} calls of a worker are rejected. */
  close(): Promise<void>;
}

export interface EmbedOptions {
  signal?: AbortSignal;
}

export interface OpenOptions {
  /** In a process of its own: loading and embedding go on beside the caller's work. Default false. */
  worker?: boolean;
}

/** A model that is there but not loaded: enough for who looks for vectors that exist already. */
export interface EmbedderSource {
  readonly id: string;
  readonly name: string;
  readonly dimensions: number;
  /** @throws PalaceError `model-damaged`, `model-unavailable`. */
  open(options?: OpenOptions): Promise<Embedder>;
}
