import { EXIT, PalaceError } from '../base/errors.js';
import type { Logger } from '../base/runtime.js';
import { parseDrawer } from './codec.js';
import { findSecrets } from './secret-spans.js';
import type { SecretFinding, SecretScanner, Settings } from './types.js';

const MOST_WARNINGS = 5;

/**
 * The scanner that is shipped: secretlint with its recommended preset, and rules of our own for what that does not know.
 * Loads nothing until a text holds something that a rule could match.
 * @param isAllowed words that were released from the quarantine are none.
 */
export function secretlintScanner(isAllowed: (secret: Buffer) => boolean = () => false): SecretScanner {
  return {
    id: 'secretlint/recommended+palace',
    async scan(files) {
      const findings: SecretFinding[] = [];
      for (const { path, content } of files) findings.push(...(await scanFile(path, content, isAllowed)));
      return findings;
    },
  };
}

async function scanFile(
  path: string,
  content: Buffer,
  isAllowed: (secret: Buffer) => boolean,
): Promise<SecretFinding[]> {
  const spans = (await findSecrets(path, content)).filter(({ start, end }) => !isAllowed(content.subarray(start, end)));
  if (spans.length === 0) return [];
  const { body } = parseDrawer(content);
  const bodyStart = content.length - body.length;
  const textOf = ({ start, end }: { start: number; end: number }): Buffer => content.subarray(start, end);
  const inBody = spans.filter(({ start }) => start >= bodyStart).map(textOf);
  const findings = new Map<string, SecretFinding>();
  let line = 1;
  let counted = 0;
  for (const span of spans) {
    line += countLines(content.subarray(counted, span.start));
    counted = span.start;
    // A title that is the first line of the words says the same secret a second time.
    if (span.start < bodyStart && inBody.some((text) => text.subarray(0, span.end - span.start).equals(textOf(span))))
      continue;
    const { rule, kind } = span;
    const message = `possible secret: ${kind.replaceAll('-', ' ')}`;
    findings.set(`${line} ${rule} ${kind}`, { path, line, rule, kind, message });
  }
  return [...findings.values()];
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}

/**
 * What `settings.secrets` makes of findings: `warn` lets them through and says so (the first few by place, never the secret).
 * @throws PalaceError `secret-found` with `refuse`.
 */
export function judgeSecrets(findings: readonly SecretFinding[], mode: Settings['secrets'], logger: Logger): void {
  if (findings.length === 0 || mode === 'off') return;
  const places = findings.map(({ path, line, message }) => `${path}:${line}: ${message}`);
  if (mode === 'refuse')
    throw new PalaceError(
      'secret-found',
      `nothing was written, because ${findings.length === 1 ? 'a secret seems' : `${findings.length} secrets seem`} to be in it:\n${places
        .slice(0, MOST_WARNINGS)
        .map((place) => `  ${place}`)
        .join('\n')}${findings.length > MOST_WARNINGS ? `\n  and ${findings.length - MOST_WARNINGS} more` : ''}`,
      {
        exit: EXIT.failed,
        next: ['take the secret out of the text', 'PALACE_SECRETS=warn palace …  (to keep it all the same)'],
        details: { secrets: findings },
      },
    );
  for (const place of places.slice(0, MOST_WARNINGS)) logger.warn(place);
  if (findings.length > MOST_WARNINGS) logger.warn(`${findings.length - MOST_WARNINGS} more possible secrets`);
}
