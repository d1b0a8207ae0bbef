import { isUtf8 } from 'node:buffer';
import { mayHoldPresetSecret, mayHoldSecret } from './secret-markers.js';
import { matchRules } from './secret-rules.js';

/** Where a secret stands. Never holds the secret itself. */
export interface SecretSpan {
  /** Byte offsets; `end` is exclusive. */
  start: number;
  end: number;
  /** `github-token`, `private-key`: lower-case words with dashes. */
  kind: string;
  /** The rule that found it: of the linter's preset, or `palace`. */
  rule: string;
}

/** Larger texts are searched in slices, so that memory stays bounded; a private key is at most 16 kB, so slices overlap by more. */
const SLICE = 1024 * 1024;
const OVERLAP = 20 * 1024;

interface Hit {
  /** In characters of the text. */
  start: number;
  end: number;
  kind: string;
  rule: string;
}
type Lint = (path: string, text: string) => Promise<Hit[]>;

/** Secrets in these bytes in order, none overlapping another. Loads the linter only where its preset could match. */
export async function findSecrets(path: string, content: Buffer): Promise<SecretSpan[]> {
  // One test of the whole is cheaper than tests of slices, and nearly all texts hold nothing.
  if (!mayHoldSecret(content)) return [];
  const found: SecretSpan[] = [];
  for (let start = 0; ; ) {
    const end = characterStart(content, Math.min(start + SLICE, content.length));
    found.push(...(await searchSlice(path, content.subarray(start, end), start)));
    if (end === content.length) return withoutOverlaps(found);
    start = characterStart(content, end - OVERLAP);
  }
}

/** Shorter ones, and those without a digit, may be words that stand elsewhere for something else. */
const REPEATED = /^(?=.*\d)(?=.*[A-Za-z]).{8,}$/s;

/** A secret that stands somewhere in a text. */
export interface KnownSecret extends Pick<SecretSpan, 'kind' | 'rule'> {
  secret: Buffer;
}

/**
 * These spans, and wherever the same secret stands once more without the words that gave it away, in order.
 * @param known What was found elsewhere in the same text.
 */
export function withRepeats(
  content: Buffer,
  spans: readonly SecretSpan[],
  known: readonly KnownSecret[] = [],
): SecretSpan[] {
  const all = [...spans];
  const seen = new Set<string>();
  const own = spans.map(({ start, end, kind, rule }) => ({ kind, rule, secret: content.subarray(start, end) }));
  for (const { secret, kind, rule } of [...known, ...own]) {
    const text = secret.toString('latin1');
    if (seen.has(text) || !REPEATED.test(text)) continue;
    seen.add(text);
    for (let at = content.indexOf(secret); at !== -1; at = content.indexOf(secret, at + secret.length))
      if (!all.some(({ start, end }) => at < end && at + secret.length > start))
        all.push({ kind, rule, start: at, end: at + secret.length });
  }
  return all.sort((a, b) => a.start - b.start);
}

async function searchSlice(path: string, slice: Buffer, offset: number): Promise<SecretSpan[]> {
  if (!mayHoldSecret(slice)) return [];
  // Of bytes that are no UTF-8 each is one character: so offsets stay exact, and secrets are ASCII.
  const encoding = isUtf8(slice) ? 'utf8' : 'latin1';
  const text = slice.toString(encoding);
  const hits = matchRules(text).map((hit): Hit => ({ ...hit, rule: 'palace' }));
  if (mayHoldPresetSecret(slice)) hits.unshift(...(await (await loadLinter())(path, text)));
  const isPlain = text.length === slice.length;
  const at = (index: number): number => offset + (isPlain ? index : Buffer.byteLength(text.slice(0, index), encoding));
  return hits.map(({ start, end, kind, rule }) => ({ start: at(start), end: at(end), kind, rule }));
}

/** The first byte of the character that holds this place. */
function characterStart(content: Buffer, at: number): number {
  let start = at;
  while (start > 0 && start > at - 4 && start < content.length && ((content[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}

/** What overlaps becomes one span, with the name that the first finder gave it (the linter's rules, then ours in their order). */
function withoutOverlaps(spans: readonly SecretSpan[]): SecretSpan[] {
  const ranked = spans.map((span, rank) => ({ ...span, rank })).sort((a, b) => a.start - b.start || a.rank - b.rank);
  const kept: (SecretSpan & { rank: number })[] = [];
  for (const span of ranked) {
    const last = kept.at(-1);
    if (!last || span.start >= last.end) {
      kept.push(span);
      continue;
    }
    last.end = Math.max(last.end, span.end);
    if (span.rank < last.rank) Object.assign(last, { kind: span.kind, rule: span.rule, rank: span.rank });
  }
  return kept.map(({ rank: _rank, ...span }) => span);
}

async function loadLinter(): Promise<Lint> {
  const [{ lintSource }, { rules }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const config = {
    // A comment in the text must not switch the scan off: memories are data.
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
    return messages.map(({ range: [start, end], ruleId, messageId }) => ({
      ...narrowed(text, start, end, kindOf(messageId)),
      kind: kindOf(messageId),
      rule: ruleId.replace(/^@secretlint\/secretlint-rule-/, ''),
    }));
  };
}

/**
 * Some spans of the preset hold the name or the address around a secret: the same secret elsewhere has other words around it. That of an
 * AWS key begins at its name and is as long as the key, so that it ends in the middle of it.
 */
function narrowed(text: string, start: number, end: number, kind: string): { start: number; end: number } {
  const isAws = /^aws-secret/.test(kind);
  const pattern = /-connection$|^basic-auth$/.test(kind)
    ? /:\/\/[^\s:/]*:(?<secret>[^\s/]+)@/d
    : isAws
      ? /(?<![A-Za-z0-9/+=])(?<secret>[A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/d
      : undefined;
  const searched = text.slice(start, isAws ? end + LONGEST_NAME : end);
  const [from, to] = pattern?.exec(searched)?.indices?.groups?.secret ?? [0, end - start];
  return { start: start + from, end: start + to };
}

/** Characters that may stand between the beginning of the name of an AWS key and the key. */
const LONGEST_NAME = 60;

/** Two rules look only into files of a certain name, but any drawer may quote such a file. */
function guise(path: string, text: string): string {
  if (text.includes(':x-oauth-basic@')) return `${path}/package.json`;
  if (text.includes('_authToken=')) return `${path}/.npmrc`;
  return path;
}

/** `GITHUB_TOKEN` and `AWSSecretAccessKey` as `github-token` and `aws-secret-access-key`. The linter's own message would quote the secret. */
function kindOf(messageId: string): string {
  return messageId
    .replace(/([a-z])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replaceAll(' ', '-');
}
