/** First of the characters that nobody uses, which stand for rows. */
const FIRST = 0xe000;
const LAST = 0xf8ff;

/**
 * Keeps drawn rows out of ink: it is given one character for each and lays these out, and they are put in its place when the frame is
 * there. To take each row apart into characters again, as ink does, would be nine tenths of the time between a key and its frame.
 */
export class RowStore {
  #rows: { text: string; width: number }[] = [];

  /** A frame begins: rows of the one before are let go. */
  begin(): void {
    this.#rows = [];
  }

  /** The character that stands for a row of exactly `width` columns. */
  put(text: string, width: number): string {
    if (width < 1 || FIRST + this.#rows.length > LAST) return '';
    this.#rows.push({ text, width });
    return String.fromCharCode(FIRST + this.#rows.length - 1);
  }

  /** A line of a frame with its rows put in. */
  expand(line: string): string {
    let expanded = '';
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      const row = code >= FIRST && code <= LAST ? this.#rows[code - FIRST] : undefined;
      expanded += row?.text ?? line[at] ?? '';
      // The columns that the row takes, ink has left blank.
      if (row !== undefined) at += row.width - 1;
    }
    return expanded;
  }
}
