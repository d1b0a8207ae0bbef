import type { Tokenizer, TokenizerClass } from '@xenova/transformers/src/tokenizers.js';
import type { PalaceError } from '../../base/errors.js';
import { firstLine } from './errors.js';
import { KnownCharacters, type Vocabulary } from './known-characters.js';

/** Takes texts apart into the pieces of a model. */
export interface PieceReader {
  known: KnownCharacters;
  /** Pieces that the model reads of a text. */
  pieces: number;
  /** Id that fills up shorter texts of a batch. */
  padding: number;
  /** Ids of a text, at most `pieces`; `clipped` when there were more. */
  read(text: string): { ids: readonly number[]; clipped: boolean };
}

/** Longer texts cost more than they say, even where a model takes them. */
const MOST_PIECES = 512;

/**
 * The tokenizer of a model by its files, of @xenova/transformers.
 * @param damaged makes the error of files that are none.
 */
export async function loadTokenizer(
  files: { tokenizer: Record<string, unknown>; config: Record<string, unknown>; longest?: unknown },
  damaged: (why: string, cause?: unknown) => PalaceError,
): Promise<PieceReader> {
  const vocabulary = vocabularyOf(files.tokenizer);
  if (vocabulary === undefined) throw damaged('has no vocabulary');
  const library: Readonly<Record<string, unknown>> = await import('@xenova/transformers/src/tokenizers.js');
  const name = String(files.config.tokenizer_class ?? '').replace(/Fast$/, '');
  // A class of its own matters only where a tokenizer adds marks that its files do not name.
  const known = name.endsWith('Tokenizer') ? library[name] : undefined;
  const Class = (known ?? library.PreTrainedTokenizer) as TokenizerClass;
  let tokenizer: Tokenizer;
  let closing: readonly number[];
  try {
    tokenizer = new Class(files.tokenizer, files.config);
    closing = closingIds(tokenizer.encode(''), tokenizer.encode('a'));
  } catch (error) {
    throw damaged(`does not load (${firstLine(error)})`, error);
  }
  const limits = [tokenizer.model_max_length, files.longest, MOST_PIECES];
  const pieces = Math.min(...limits.filter((limit): limit is number => typeof limit === 'number' && limit > 2));
  return {
    known: KnownCharacters.of(vocabulary),
    pieces,
    padding: tokenizer.pad_token_id ?? 0,
    read(text) {
      const ids = tokenizer.encode(text);
      if (ids.length <= pieces) return { ids, clipped: false };
      return { ids: [...ids.slice(0, pieces - closing.length), ...closing], clipped: true };
    },
  };
}

/** What the model wants at the end of every text, told from what an empty one and another are made into. */
function closingIds(empty: readonly number[], other: readonly number[]): readonly number[] {
  let same = 0;
  while (same < empty.length && empty[same] === other[same]) same += 1;
  return empty.slice(same);
}

function vocabularyOf(tokenizer: Record<string, unknown>): Vocabulary | undefined {
  const model = tokenizer.model as { type?: unknown; vocab?: unknown } | null | undefined;
  const vocab = model?.vocab;
  if (typeof vocab !== 'object' || vocab === null) return undefined;
  const bytes = model?.type === 'BPE' && JSON.stringify(tokenizer.pre_tokenizer ?? null).includes('"ByteLevel"');
  return { vocab: vocab as Vocabulary['vocab'], bytes };
}
