/** UTF-8 has no lone surrogates; they become U+FFFD here, and not silently at the file system. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}

/** `text` as JSON on one line with every control character, line separator and byte order mark escaped; YAML reads it too. */
export function jsonText(text: string): string {
  return escapeControls(JSON.stringify(wellFormed(text)));
}

/** The same for JSON that is written already. */
export function escapeControls(json: string): string {
  return json.replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
