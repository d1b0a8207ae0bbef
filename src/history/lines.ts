/** Lines with their line ends; joined they are the text again. No line for an empty text. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
