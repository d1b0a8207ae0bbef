import type { TokenCounter } from '../../aaak/tokens.js';
import { EXIT, PalaceError } from '../../base/errors.js';

/** The longest text of `make(0) … make(most)` that fits, and how many it holds; `make(0)` even when that does not fit. */
export function fitIn(
  budget: number,
  most: number,
  count: TokenCounter,
  make: (items: number) => string,
): { items: number; text: string; tokens: number } {
  let low = 0;
  let best = { items: 0, text: make(0), tokens: 0 };
  best.tokens = count(best.text);
  let high = most;
  // A text grows with its items.
  while (low < high) {
    const items = (low + high + 1) >> 1;
    const text = make(items);
    const tokens = count(text);
    if (tokens > budget) high = items - 1;
    else {
      low = items;
      best = { items, text, tokens };
    }
  }
  return best;
}

/** @throws PalaceError `bad-tokens` (exit 2) for less than 50 or more than 100,000 tokens. */
export function checkBudget(tokens: number): number {
  if (Number.isInteger(tokens) && tokens >= 50 && tokens <= 100_000) return tokens;
  throw new PalaceError('bad-tokens', `a budget of ${tokens} tokens is refused`, {
    exit: EXIT.usage,
    next: ['give 50 to 100000; 850 is the default as text, 170 as AAAK'],
    details: { field: 'tokens' },
  });
}
