import { EXIT, PalaceError } from '../base/errors.js';
import type { Logger } from '../base/runtime.js';
import { parseDrawer } from './codec.js';
import { mayHoldSecret } from './secret-markers.js';
import type { SecretFinding, SecretScanner, Settings } from './types.js';

/** Larger files are scanned in slices, so that memory stays bounded; a private key is at most 10 kB, so slices overlap by more. */
const SLICE = 1024 * 1024;
const OVERLAP = 16 * 1024;
const MOST_WARNINGS = 5;

/**
 * The scanner that is shipped: secretlint with its recommended preset, without the preset's rule that lets a comment in the
 * text switch the scan off (memories are data). Loads nothing until a text holds something that a rule could match.
 */
export function secretlintScanner(): SecretScanner {
  return {
    id: 'secretlint/recommended',
    async scan(files) {
      const suspects = files.filter((file) => mayHoldSecret(file.content));
      if (suspects.length === 0) return [];
      const lint = await loadLinter();
      const findings: SecretFinding[] = [];
      for (const { path, content } of suspects) findings.push(...(await scanFile(path, content, lint)));
      return findings;
    },
  };
}

interface Hit {
  line: number;
  rule: string;
  kind: string;
  /** The secret itself: to compare, never to be kept. */
  text: string;
}
type Lint = (path: string, text: string) => Promise<Hit[]>;

async function loadLinter(): Promise<Lint> {
  const [{ lintSource }, { rules }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const config = {
    rules: rules
      .filter((rule) => !rule.meta.id.endsWith('-filter-comments'))
      .map((rule) => ({ id: rule.meta.id, rule, options: {} })),
  };
  return async (path, text) => {
    const { messages } = await lintSource({
      source: { content: text, filePath: guise(path, text), ext: '.md', contentType: 'text' },
      options: {
        config: config as Parameters<typeof lintSource>[0]['options']['config'],
        maskSecrets: true,
        noPhysicFilePath: true,
      },
    });
    return messages.map((message) => ({
      line: message.loc.start.line,
      rule: message.ruleId.replace(/^@secretlint\/secretlint-rule-/, ''),
      kind: message.messageId,
      text: text.slice(message.range[0], message.range[1]),
    }));
  };
}

/** Two rules look only into files of a certain name, but any drawer may quote such a file. */
function guise(path: string, text: string): string {
  if (text.includes(':x-oauth-basic@')) return `${path}/package.json`;
  if (text.includes('_authToken=')) return `${path}/.npmrc`;
  return path;
}

async function scanFile(path: string, content: Buffer, lint: Lint): Promise<SecretFinding[]> {
  const found = new Map<string, { finding: SecretFinding; text: string }>();
  let line = 0;
  for (let start = 0; ; ) {
    const end = Math.min(start + SLICE, content.length);
    const slice = content.subarray(start, end);
    if (start === 0 || mayHoldSecret(slice))
      for (const hit of await lint(path, slice.toString('utf8'))) {
        const finding = { path, line: line + hit.line, rule: hit.rule, message: `possible secret: ${words(hit.kind)}` };
        found.set(`${finding.line} ${finding.rule} ${hit.kind}`, { finding, text: hit.text });
      }
    if (end === content.length) break;
    const next = end - OVERLAP;
    line += countLines(content.subarray(start, next));
    start = next;
  }
  // A title that is the first line of the words says the same secret a second time.
  const { bodyLine } = parseDrawer(content);
  const inBody = [...found.values()].filter(({ finding }) => finding.line >= bodyLine);
  const repeats = ({ finding, text }: { finding: SecretFinding; text: string }): boolean =>
    finding.line < bodyLine && inBody.some((other) => other.text.startsWith(text));
  return [...found.values()]
    .filter((one) => !repeats(one))
    .map(({ finding }) => finding)
    .sort((a, b) => a.line - b.line);
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}

/** `GITHUB_TOKEN` and `AWSSecretAccessKey` as words. The linter's own message would quote the secret. */
function words(kind: string): string {
  return kind
    .replace(/([a-z])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .replaceAll('_', ' ')
    .toLowerCase();
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
