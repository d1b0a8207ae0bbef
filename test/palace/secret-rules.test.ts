import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayHoldSecret } from '../../src/palace/secret-markers.js';
import { matchRules, RULE_KINDS } from '../../src/palace/secret-rules.js';
import { findSecrets, withRepeats } from '../../src/palace/secret-spans.js';
import { secretlintScanner } from '../../src/palace/secrets.js';
import { longRun } from '../support/counts.js';
import { plantedSecrets } from '../support/secrets.js';

const PATH = 'wings/w/r/x.md';
const ROOT = join(import.meta.dirname, '../..');
const FIXTURES = '/work/shared/fixtures';

const spansOf = async (text: string) => {
  const content = Buffer.from(text);
  const spans = await findSecrets(PATH, content);
  return spans.map(({ start, end, kind }) => ({ kind, text: content.subarray(start, end).toString() }));
};

describe('the kinds of secrets', () => {
  const planted = plantedSecrets();

  it.each(planted)('$kind: finds the secret of $#', async ({ kind, secret, text }) => {
    const spans = await spansOf(`---\ntitle: "x"\n---\nGrüße, ${text}\nend\n`);
    expect(spans.map((span) => span.kind)).toEqual([kind]);
    expect(spans[0]?.text).toContain(secret);
  });

  it('are 20 at the least, with three secrets each, and every rule of ours has one', () => {
    const kinds = new Set(planted.map(({ kind }) => kind));
    expect(kinds.size).toBeGreaterThanOrEqual(20);
    expect(planted.length).toBeGreaterThanOrEqual(60);
    expect(RULE_KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it('are found wherever they stand, and the prefilter hides none that a rule finds', async () => {
    const around = fc.string({ unit: 'binary', maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...planted), around, around, async ({ text }, before, after) => {
        const whole = before + text + after;
        if (matchRules(whole).length > 0) expect(mayHoldSecret(Buffer.from(whole))).toBe(true);
        expect(mayHoldSecret(Buffer.from(text))).toBe(true);
        const bytes = Buffer.from(`${before}\n${text}\n${after}`);
        for (const { start, end } of await findSecrets(PATH, bytes)) expect(end).toBeGreaterThan(start);
        const found = await findSecrets(PATH, bytes);
        expect(found.length).toBeGreaterThan(0);
      }),
      { numRuns: longRun(100, 2000) },
    );
  });

  it('are found in JSON, and in JSON within JSON', async () => {
    const hidden = `${'kx7q29vmz'}${'t4wpl83jr'}`;
    for (const said of [`password = "${hidden}"`, JSON.stringify({ ['pass' + 'word']: hidden, other: 1 })]) {
      let text = said;
      for (let depth = 0; depth < 3; depth++) {
        expect(await spansOf(`${text}\n`), text).toEqual([{ kind: 'password', text: hidden }]);
        expect(mayHoldSecret(Buffer.from(text))).toBe(true);
        text = JSON.stringify({ text });
      }
    }
  });

  it('are found in bytes that are no UTF-8, at the exact place', async () => {
    const [one] = planted.filter(({ kind }) => kind === 'stripe-key');
    const content = Buffer.concat([
      Buffer.from([0xff, 0xfe, 0xe4, 0x20]),
      Buffer.from(one?.text ?? ''),
      Buffer.from([0x20, 0xff]),
    ]);
    const [span] = await findSecrets(PATH, content);
    expect(content.subarray(span?.start, span?.end).toString()).toBe(one?.secret);
  });

  it('are found once where slices of a large text overlap, also among letters of several bytes', async () => {
    const [one] = planted.filter(({ kind }) => kind === 'stripe-key');
    for (const shift of [0, 1, 2, 20]) {
      const before = Buffer.from('ü'.repeat((1024 * 1024 - 10 * 1024) / 2 + shift));
      const content = Buffer.concat([before, Buffer.from(` ${one?.text} `), Buffer.from('ü'.repeat(60_000))]);
      const spans = await findSecrets(PATH, content);
      expect(spans.map(({ start, end }) => content.subarray(start, end).toString())).toEqual([one?.secret]);
    }
  });
});

describe('a secret that is said again without the words that gave it away', () => {
  it('is one there too, unless it is short or a word', async () => {
    const secret = `${'aB3dE6'}${'gH9jK2'}`;
    const content = Buffer.from(`redis://me:${secret}@host/0 and ${secret}, redis://me:${'mellon'}@host/0 and mellon`);
    const spans = withRepeats(content, await findSecrets(PATH, content));
    expect(spans.map(({ start, end }) => content.subarray(start, end).toString())).toEqual([secret, secret, 'mellon']);
  });
});

describe('what is no secret', () => {
  it.each([
    'password: the usual one with a 1',
    'const password = readPassword(prompt1)',
    "password = process.env['DB_PASSWORD_1']",
    `password: ${'{DB_PASSWORD_2}'}`,
    'api_key: <your-api-key-1>',
    'apiKey: options.apiKeys.primary2',
    'secret=your-secret-123-here',
    'token: e-0194f3a2b5c7-1a2b3c4d5e6f',
    'redis://localhost:6379/0 and amqp://guest@localhost:5672',
    'redis://:$REDIS_PASSWORD@localhost:6379',
    'Authorization: Bearer $TOKEN_OF_THE_SERVICE_1',
    'Bearer authentication-with-dashes-is-described-there',
    'commit 3f2a9c51d2e84b77a1b2c3d4e5f60718293a4b5c',
    'password = [secret:password:1]',
    'sha512-WsgymlHbtO9vNtqZ6hRQ1Fr1M2O1p5Q9sWmYv0sL1Q==',
  ])('%s', async (text) => {
    expect(await spansOf(`${text}\n`)).toEqual([]);
  });

  it('no place of this repository', async () => {
    const names = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
    const files = names.filter((name) => existsSync(join(ROOT, name)));
    expect(await alarms(files.map((name) => join(ROOT, name)))).toEqual([]);
  }, 120_000);

  it.skipIf(!existsSync(FIXTURES))(
    'no place of the shared fixtures (skipped: they are not here)',
    async () => {
      const entries = readdirSync(FIXTURES, { withFileTypes: true, recursive: true });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      expect(await alarms(files)).toEqual([]);
    },
    120_000,
  );
});

async function alarms(files: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const scanner = secretlintScanner();
  for (const path of files)
    for (const { line, kind } of await scanner.scan([{ path, content: readFileSync(path) }]))
      found.push(`${path}:${line}: ${kind}`);
  return found;
}
