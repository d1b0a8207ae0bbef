/** The part of a tokenizer.json that says which pieces a model knows. */
export interface Vocabulary {
  /** `[piece, score]` of a Unigram model, or piece → row. */
  vocab: readonly (readonly [string, number])[] | Readonly<Record<string, number>>;
  /** The model reads bytes, so that no character is unknown to it. */
  bytes: boolean;
}

/**
 * Which letters and digits a model knows: those that are a piece on their own. A word that is in no vocabulary is spelled with
 * them, so this is the share of known pieces, told without taking the text apart.
 */
export class KnownCharacters {
  private constructor(private readonly characters: ReadonlySet<string> | 'all') {}

  static of({ vocab, bytes }: Vocabulary): KnownCharacters {
    if (bytes) return new KnownCharacters('all');
    const pieces = Array.isArray(vocab) ? vocab.map(([piece]) => String(piece)) : Object.keys(vocab);
    const characters = new Set<string>();
    for (const piece of pieces) {
      // `▁a` and `Ġa` begin a word, `##a` goes on with one.
      const bare = piece.length > 1 ? piece.replace(/^(?:[▁Ġ]|##)/, '') : piece;
      if (bare.length <= 2 && WORD.test(bare)) characters.add(bare);
    }
    return new KnownCharacters(characters);
  }

  /** From {@link toJSON}, for another process. */
  static from(kept: readonly string[] | 'all'): KnownCharacters {
    return new KnownCharacters(kept === 'all' ? kept : new Set(kept));
  }

  toJSON(): readonly string[] | 'all' {
    return this.characters === 'all' ? 'all' : [...this.characters];
  }

  /** Known letters and digits ÷ all letters and digits, 0 to 1; 0 for a text without any. */
  share(text: string): number {
    let known = 0;
    let all = 0;
    for (const character of text.normalize('NFKC')) {
      if (!isOfWord(character)) continue;
      all += 1;
      if (this.has(character)) known += 1;
    }
    return all === 0 ? 0 : known / all;
  }

  private has(character: string): boolean {
    if (this.characters === 'all' || this.characters.has(character)) return true;
    if (character < '\u0080' && character >= 'a') return false;
    // Models without capitals or accents fold them before they read.
    const lower = character.toLowerCase();
    return this.characters.has(lower) || this.characters.has(Array.from(lower.normalize('NFD'))[0] ?? '');
  }
}

/** One letter, digit or mark that belongs to a letter. */
const WORD = /^[\p{L}\p{N}\p{M}]$/u;

function isOfWord(character: string): boolean {
  if (character < '\u0080') return /[A-Za-z0-9]/.test(character);
  return WORD.test(character);
}
