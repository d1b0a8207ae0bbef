/** What counts tokens: gpt-tokenizer with its default encoding. Models differ by a few percent; none has a public counter of its own. */
export const TOKEN_ENCODING = 'o200k_base';

/** Number of tokens of a text. Text that looks like a special token of a model counts as the text that it is. */
export type TokenCounter = (text: string) => number;

/** Loads the tokenizer: a tenth of a second, so only where tokens are counted. */
export async function loadTokenCounter(): Promise<TokenCounter> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return (text) => countTokens(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() });
}

/** Sizes of a text and of what became of it. */
export interface CompressionStats {
  original_tokens: number;
  compressed_tokens: number;
  /** Original to compressed; below 1 the text grew. Three decimals. */
  ratio: number;
  original_chars: number;
  compressed_chars: number;
  /** How tokens were counted: the encoding, or `estimate` (a third of the characters, as the original has it). */
  counted: string;
}

export function compressionStats(
  original: string,
  compressed: string,
  counter: TokenCounter,
  counted: string = TOKEN_ENCODING,
): CompressionStats {
  const before = counter(original);
  const after = counter(compressed);
  return {
    original_tokens: before,
    compressed_tokens: after,
    ratio: Math.round((before / Math.max(after, 1)) * 1000) / 1000,
    original_chars: Array.from(original).length,
    compressed_chars: Array.from(compressed).length,
    counted,
  };
}
