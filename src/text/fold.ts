const ASCII = /^[\x00-\x7f]*$/;
const ACCENTS = /[\u0300-\u036f]/g;

/** True when every character is ASCII: most text is, and needs no Unicode work. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/**
 * Compatibility forms and accents folded away (`café` → `cafe`, `ＡＢＣ` → `ABC`), case kept. Composed again at the end, so
 * that kana with a voicing mark and Hangul syllables stay single characters.
 */
export function foldAccents(text: string): string {
  return isAscii(text) ? text : text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC');
}
