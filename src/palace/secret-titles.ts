/** A secret that was kept out of a text. */
export interface KeptOut {
  secret: string;
  /** `[secret:github-token:1]`. */
  placeholder: string;
}

/** So much of the beginning of a secret is recognised at the end of a line that says that it was cut, and of one that does not. */
const CUT = { said: 6, unsaid: 12 };

/** A line made of the words of a text, without the secrets of that text: whole, or cut at the end of the line. */
export function withoutKept(line: string, secrets: readonly KeptOut[]): string {
  let text = line;
  for (const { secret, placeholder } of secrets) text = without(text, secret, placeholder);
  return text;
}

function without(text: string, secret: string, placeholder: string): string {
  if (secret === '') return text;
  // Titles are one line, and so is what a secret of several lines became in them.
  const flat = secret.replace(/\s+/g, ' ');
  const whole = text.replaceAll(secret, () => placeholder).replaceAll(flat, () => placeholder);
  const end = whole.replace(/\s*(?:…|\.\.\.)$/, '');
  const least = end === whole ? CUT.unsaid : CUT.said;
  for (let length = Math.min(flat.length - 1, end.length); length >= least; length--)
    if (end.endsWith(flat.slice(0, length))) return `${end.slice(0, end.length - length)}${placeholder}`;
  return whole;
}
