import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { change } from '../../src/palace/change.js';
import { MARKERS_PRESET, mayHoldSecret } from '../../src/palace/secret-markers.js';
import { judgeSecrets, secretlintScanner } from '../../src/palace/secrets.js';
import type { Settings } from '../../src/palace/types.js';
import { gitIn, type TestPalace, testPalace } from '../support/palace.js';

const scanner = secretlintScanner();
const scan = (text: string) => scanner.scan([{ path: 'wings/w/r/x.md', content: Buffer.from(text) }]);

/** Made-up secrets are put together here, so that this file holds none. */
const digits = (length: number) => 'a1B2c3D4e5F6g7H8i9J0'.repeat(Math.ceil(length / 20)).slice(0, length);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const SAMPLES: [rule: string, text: string][] = [
  ['aws', `aws_secret_access_key = ${digits(40)}`],
  ['aws', `"SecretAccessKey": "${digits(40)}"`],
  ['privatekey', `-----BEGIN RSA PRIVATE KEY-----\nMII${digits(200)}\n-----END RSA PRIVATE KEY-----`],
  ['privatekey', `{"private_key": "-----BEGIN PRIVATE KEY-----\\nMII${digits(200)}\\n-----END PRIVATE KEY-----\\n"}`],
  ['npm', `token npm_${digits(36)} here`],
  ['npm', `//registry.example.org/:_authToken=${digits(36)}`],
  ['npm', `"dep": "git+https:${'//'}${digits(40)}:x-oauth-basic@github.com/a/b"`],
  ['slack', `xoxb-${digits(12)}-${digits(12)}-${digits(24)}`],
  ['slack', `xapp-1-${digits(11)}-${digits(13)}-${digits(40)}`],
  ['slack', `HTTPS://Hooks.Slack.com/services/T${digits(8)}/B${digits(8)}/${digits(24)}`],
  ['basicauth', `see https:${'//'}ines:tr0ub4dor@db.example.net/path`],
  ['openai', `sk-${digits(20)}T3BlbkFJ${digits(20)}`],
  ['openai', `sk-proj-${digits(74)}T3BlbkFJ${digits(74)}`],
  ['anthropic', `sk-ant-api03-${digits(93)}AA`],
  ['linear', `lin_api_${digits(40)}`],
  ['sendgrid', `SG.${digits(22)}.${digits(43)}`],
  ['shopify', `shpat_${digits(32)}`],
  ['shopify', `shpss_${digits(32)}`],
  ['github', `ghp_${digits(36)}`],
  ['github', `ghs_${digits(36)}`],
  ['github', `github_pat_${digits(82)}`],
  // Ends in "}" as the third byte group's first byte, as the rule wants it.
  ['1password', `ops_${base64(JSON.stringify({ a: digits(152) }))}`],
  ['database-connection-string', `mongodb+srv:${'//'}ines:tr0ub4dor@cluster.example.net/main`],
  ['database-connection-string', `JDBC:MYSQL:${'//'}ines:tr0ub4dor@10.0.0.1/main`],
  ['database-connection-string', `postgresql:${'//'}Jürgen:пароль42@db.intern/main`],
  ['database-connection-string', `postgres:${'//'}${'ü'.repeat(100)}:${'пароль'.repeat(33)}@db/x`],
];

describe('the secret scan', () => {
  it.each(SAMPLES)('%s: finds %s', async (rule, text) => {
    const found = await scan(`---\ntitle: "x"\n---\nfirst line\nsecond ${text} end\n`);
    expect(found).toContainEqual({
      path: 'wings/w/r/x.md',
      line: 5,
      rule,
      kind: expect.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/),
      message: expect.stringMatching(/^possible secret: [a-z0-9 ]+$/),
    });
  });

  it('has a sample of every rule that the preset brings', async () => {
    const { rules } = await import('@secretlint/secretlint-rule-preset-recommend');
    const names = rules.map((rule) => rule.meta.id.replace('@secretlint/secretlint-rule-', ''));
    // gcp looks at .p12 and .json files only, and what it looks for in them is a private key; a filter is no rule.
    const covered = new Set([...SAMPLES.map(([rule]) => rule), 'gcp', 'filter-comments']);
    expect(names.filter((name) => !covered.has(name))).toEqual([]);
  });

  it('was given its markers for the installed version of the preset', () => {
    const manifest = createRequire(import.meta.url).resolve('@secretlint/core/package.json');
    const preset = join(manifest, '../../secretlint-rule-preset-recommend/package.json');
    expect(JSON.parse(readFileSync(preset, 'utf8')).version).toBe(MARKERS_PRESET);
  });

  it('asks the rules wherever they could match, whatever stands around a secret', () => {
    const around = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLES), around, around, ([, text], before, after) => {
        expect(mayHoldSecret(Buffer.from(before + text + after))).toBe(true);
      }),
    );
  });

  it('does not take ordinary words for secrets, and then loads no rules', () => {
    for (const text of [
      'the private key of the house lies under the mat',
      'msg.length.toString() and SG.x',
      'see https://example.org:8080/path and mail ines@example.org',
      'our secret: access to the beach',
      'ghp_ is how such tokens begin',
    ])
      expect(mayHoldSecret(Buffer.from(text)), text).toBe(false);
  });

  it('cannot be switched off by a comment in the text', async () => {
    expect(await scan(`<!-- secretlint-disable -->\nghp_${digits(36)}\n`)).toHaveLength(1);
  });

  it('finds a secret deep in a large text, on the right line and once', async () => {
    const line = `${'words '.repeat(20)}\n`;
    const before = 24_000;
    const text = `${line.repeat(before)}ghp_${digits(36)}\n${line.repeat(100)}`;
    expect(text.length).toBeGreaterThan(2 * 1024 * 1024);
    expect(await scan(text)).toEqual([expect.objectContaining({ line: before + 1, rule: 'github' })]);
    for (const size of [1024 * 1024, 1024 * 1024 - 16 * 1024, 1024 * 1024 - 20]) {
      const found = await scan(`${'x'.repeat(size - 5)}\n-> ghp_${digits(36)}\n${line.repeat(200)}`);
      expect(
        found.map((finding) => finding.line),
        String(size),
      ).toEqual([2]);
    }
  });

  it('names places and never the secret', async () => {
    const secret = `ghp_${digits(36)}`;
    const warnings: string[] = [];
    const findings = await scan(Array.from({ length: 8 }, () => secret).join('\n'));
    judgeSecrets(findings, 'warn', { warn: (text) => void warnings.push(text), debug: () => {} });
    expect(warnings).toEqual([
      ...[1, 2, 3, 4, 5].map((line) => `wings/w/r/x.md:${line}: possible secret: github token`),
      '3 more possible secrets',
    ]);
    expect(JSON.stringify(findings)).not.toContain(secret);
  });
});

const inMode = (palace: TestPalace, secrets: Settings['secrets']): TestPalace => ({
  ...palace,
  settings: { ...palace.settings, secrets },
});

describe('secrets in a change', () => {
  const path = 'wings/w/r/x.md';
  const secret = `ghp_${digits(36)}`;
  const set = (content: string) => ({
    op: 'add',
    subject: 'x',
    writes: [{ kind: 'put' as const, path, content: Buffer.from(content) }],
  });

  it('warn: the write goes through, the receipt and a warning name the place', async () => {
    const palace = await testPalace();
    const receipt = await change(inMode(palace, 'warn'), set(`a\n${secret}\n`));
    expect(receipt?.secrets).toEqual([
      { path, line: 2, rule: 'github', kind: 'github-token', message: 'possible secret: github token' },
    ]);
    expect(palace.runtime.warnings).toContain(`${path}:2: possible secret: github token`);
  });

  it('refuse: nothing is written', async () => {
    const palace = await testPalace();
    const strict = inMode(palace, 'refuse');
    const error = await change(strict, set(secret)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'secret-found', exit: 1, message: expect.stringContaining(`${path}:1`) });
    expect(JSON.stringify([error, String(error)])).not.toContain(secret);
    expect(gitIn(palace, 'status', '--porcelain')).toBe('');
    expect(gitIn(palace, 'log', '--format=%s')).not.toContain('x\n');
  });

  it('refuse: a secret in the title that is the first line is one, one in a title of its own counts', async () => {
    const palace = await testPalace();
    const strict = inMode(palace, 'refuse');
    const message = async (title: string, body: string) => {
      const error = await change(strict, set(`---\ntitle: "${title}"\n---\n${body}`)).catch(
        (reason: unknown) => reason,
      );
      return error instanceof Error ? error.message : '';
    };
    expect(await message(secret, `${secret}\n`)).toMatch(
      /because a secret seems to be in it:\n {2}wings\/w\/r\/x\.md:4: .*$/,
    );
    expect(await message(secret, `other\n`)).toContain(`${path}:2`);
    expect(await message(secret, `${secret}\nghp_${digits(35)}x\n`)).toContain('because 2 secrets seem');
  });

  it('refuse: a memory that is there already can still be moved', async () => {
    const palace = await testPalace();
    await change(inMode(palace, 'off'), set(secret));
    const strict = inMode(palace, 'refuse');
    const receipt = await change(strict, {
      op: 'move',
      subject: 'x',
      writes: [{ kind: 'move', from: path, to: 'wings/w/other/x.md', content: Buffer.from(secret) }],
    });
    expect(receipt?.changed).toHaveLength(2);
  });

  it('redact, the default: a placeholder stands there, also where a caller knew nothing of it', async () => {
    const palace = await testPalace();
    const receipt = await change(palace, { ...set(`a\n${secret}\n`), subject: `add ${secret.slice(0, 30)}…` });
    expect(receipt?.secrets).toEqual([
      expect.objectContaining({ path, line: 2, kind: 'github-token', placeholder: '[secret:github-token:1]' }),
    ]);
    expect(gitIn(palace, 'show', `HEAD:${path}`)).toBe('a\n[secret:github-token:1]\n');
    expect(gitIn(palace, 'log', '-1', '--format=%s')).toBe('add [secret:github-token:1]\n');
    expect(gitIn(palace, 'status', '--porcelain')).toBe('');
    expect(palace.runtime.warnings.join('\n')).toMatch(/x\.md:2: github token kept out/);
    expect(palace.runtime.warnings.join('\n')).not.toContain(secret);
  });

  it('redact: refuses a path that says one, and leaves a memory alone that is moved and held one before', async () => {
    const palace = await testPalace();
    const named = { kind: 'put' as const, path: `wings/w/r/${secret}.md`, content: Buffer.from('x') };
    const error = await change(palace, { op: 'add', subject: 'x', writes: [named] }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'secret-in-path', exit: 2 });
    expect(JSON.stringify([error, String(error)])).not.toContain(secret);
    await change(inMode(palace, 'off'), set(secret));
    const content = Buffer.from(`${secret} and another ghp_${digits(35)}x`);
    await change(palace, {
      op: 'move',
      subject: 'x',
      writes: [{ kind: 'move', from: path, to: 'wings/w/other/x.md', content }],
    });
    expect(gitIn(palace, 'show', 'HEAD:wings/w/other/x.md')).toBe(`${secret} and another [secret:github-token:1]`);
  });

  it('off: nothing is scanned', async () => {
    const palace = await testPalace();
    expect((await change(inMode(palace, 'off'), set(secret)))?.secrets).toEqual([]);
  });
});
