/**
 * Tells which lines of a text stand in a closed code fence, its two marks included. A fence that nothing closes is text. Linear
 * for any text: a search that failed is not made again.
 */
export class Fences {
  private end = -1;
  /** Length of the shortest fence of each mark that nothing closes; a longer one of its kind is not closed either. */
  private readonly unclosed = new Map<string, number>();

  constructor(private readonly lines: readonly string[]) {}

  /** Ask for the lines in their order, each once. */
  holds(index: number): boolean {
    if (index <= this.end) return true;
    const end = this.closing(index);
    if (end === undefined) return false;
    this.end = end;
    return true;
  }

  private closing(index: number): number | undefined {
    const fence = /^[ \t]{0,3}(`{3,}|~{3,})/.exec(this.lines[index] ?? '')?.[1];
    if (fence === undefined) return undefined;
    const mark = fence.charAt(0);
    if (fence.length >= (this.unclosed.get(mark) ?? Number.POSITIVE_INFINITY)) return undefined;
    for (let at = index + 1; at < this.lines.length; at++) {
      const line = (this.lines[at] ?? '').trim();
      if (line.length >= fence.length && line === mark.repeat(line.length)) return at;
    }
    this.unclosed.set(mark, fence.length);
    return undefined;
  }
}
