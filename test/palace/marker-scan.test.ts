import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarkerScan } from '../../src/palace/marker-scan.js';
import { mayHoldPresetSecret, mayHoldSecret, PRESET_MARKERS } from '../../src/palace/secret-markers.js';
import { matchRules, RULE_MARKERS } from '../../src/palace/secret-rules.js';
import { longRun } from '../support/counts.js';
import {
  PLAIN_MARKERS,
  plainlyMatchRules,
  plainlyMayHoldPresetSecret,
  plainlyMayHoldSecret,
} from '../support/plain-secrets.js';
import { plantedSecrets } from '../support/secrets.js';

const ROOT = join(import.meta.dirname, '../..');
const BENCH = '/work/shared/bench/data';

const ALL = [...PRESET_MARKERS, ...RULE_MARKERS];

/** The bytes of a text at an address that is no multiple of four. */
const bytesAt = (address: number, text: string): Buffer => {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([Buffer.alloc(address), bytes]).subarray(address);
};

const anyCase = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(text, fc.constantFrom('as it is', 'upper', 'lower', 'mixed'))
    .map(([one, how]) =>
      how === 'upper'
        ? one.toUpperCase()
        : how === 'lower'
          ? one.toLowerCase()
          : how === 'mixed'
            ? one.replace(/../g, ([a = '', b = '']) => a.toUpperCase() + b.toLowerCase())
            : one,
    );

const whole = fc.oneof(
  ...PLAIN_MARKERS.map((marker) => fc.stringMatching(marker, { size: 'xsmall' })),
  fc.constantFrom(...plantedSecrets().map(({ text }) => text)),
);
/** A marker or a secret, or what is left of one that was cut anywhere. */
const cut = fc.tuple(whole, fc.nat(), fc.nat(), fc.boolean()).map(([text, from, to, isWhole]) => {
  if (isWhole) return text;
  const start = from % (text.length + 1);
  return text.slice(start, start + (to % (text.length - start + 1)));
});
const joint = fc.constantFrom(
  ...' :=@"\'`\\/-_.\n\t',
  '://',
  '=>',
  ':=',
  '\\"',
  ': "',
  'eight8ch',
  '0123456789',
  'é',
  'пароль',
  'Ġ',
  '',
);
const secret = fc.constantFrom(...plantedSecrets().map(({ text }) => ` ${text} `));
const pieces = (limit: number, other: fc.Arbitrary<string> = joint): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(anyCase(cut), cut, joint, other, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: limit })
    .map((all) => all.join(''));

/** What stands before the interesting part, so that it lies across the border of what is read at a time. */
const before = fc
  .tuple(fc.constantFrom(0, 0, 4096, 5000, 32 * 1024, 96 * 1024), fc.integer({ min: -40, max: 8 }))
  .map(([size, less]) => 'and so on '.repeat(size / 10 + 1).slice(0, Math.max(0, size + less)));

describe('the scan for markers', () => {
  it('finds markers in exactly the texts in which the plain expressions find them', () => {
    let held = 0;
    const runs = longRun(1500, 100_000);
    fc.assert(
      fc.property(
        before,
        pieces(5),
        fc.constantFrom('', ' and more'.repeat(700)),
        fc.nat(3),
        (start, middle, end, address) => {
          const bytes = bytesAt(address, Buffer.from(start + middle + end).toString('latin1'));
          const text = bytes.toString('latin1');
          if (plainlyMayHoldSecret(text)) held++;
          expect(mayHoldSecret(bytes)).toBe(plainlyMayHoldSecret(text));
          // One that has seen little yet does without tables.
          expect(new MarkerScan(ALL).test(bytes)).toBe(plainlyMayHoldSecret(text));
          expect(mayHoldPresetSecret(bytes)).toBe(plainlyMayHoldPresetSecret(text));
        },
      ),
      { numRuns: runs },
    );
    // Otherwise the texts would say nothing.
    expect(held).toBeGreaterThan(runs / 10);
    expect(held).toBeLessThan((runs * 9) / 10);
  });

  it('finds every marker wherever it stands to the byte', () => {
    for (const marker of PLAIN_MARKERS)
      for (const text of fc.sample(fc.stringMatching(marker, { size: 'xsmall' }), { numRuns: 3, seed: 7 })) {
        const bytes = Buffer.from(text);
        const long = Buffer.alloc(6000, 'so ');
        for (let at = 0; at < 8; at++) {
          expect(mayHoldSecret(bytesAt(at, bytes.toString('latin1'))), text).toBe(true);
          for (const place of [at, 4100 + at, long.length - bytes.length - at]) {
            const around = Buffer.from(long);
            bytes.copy(around, place);
            expect(mayHoldSecret(around), `${text} at ${place}`).toBe(true);
          }
        }
      }
  });

  it('knows every way in which a marker begins', () => {
    const words = Buffer.alloc(100_000, 'so ');
    for (const marker of ALL)
      for (const head of marker.heads.filter((one) => !one.startsWith('(?<='))) {
        const texts = fc.stringMatching(new RegExp(`^${head}${marker.tail ?? ''}`), { size: 'xsmall' });
        const scan = new MarkerScan([marker]);
        expect(scan.test(words)).toBe(false);
        for (const text of fc.sample(texts, { numRuns: 40, seed: 11 }))
          expect(scan.test(Buffer.concat([words, Buffer.from(text, 'latin1')])), text).toBe(true);
      }
  });

  it('lets our own rules find what they find alone, also among characters of more than one byte', () => {
    let found = 0;
    fc.assert(
      fc.property(before, pieces(8, secret), fc.constantFrom('', ' и так далее'.repeat(500)), (start, middle, end) => {
        const text = start + middle + end;
        const plain = plainlyMatchRules(text);
        found += plain.length;
        expect(matchRules(text)).toEqual(plain);
      }),
      { numRuns: longRun(1000, 50_000) },
    );
    expect(found).toBeGreaterThan(200);
  });

  it('says and finds the same in all files of this repository', () => {
    const names = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
    const files = names.map((name) => join(ROOT, name)).filter((path) => existsSync(path));
    for (const path of files) expectTheSame(readFileSync(path), path);
    const all = Buffer.concat(files.map((path) => readFileSync(path)));
    expect(matchRules(all.toString('latin1'))).toEqual(plainlyMatchRules(all.toString('latin1')));
  }, 60_000);

  it.skipIf(!existsSync(BENCH))(
    'says and finds the same in the shared conversations (skipped: they are not here)',
    () => {
      const names = readdirSync(BENCH).filter((name) => name.endsWith('.gz'));
      for (const name of names) expectTheSame(gunzipSync(readFileSync(join(BENCH, name))), name);
    },
    60_000,
  );

  it('takes no longer where words for secrets stand everywhere', () => {
    const visits = (text: string): number => {
      let count = 0;
      new MarkerScan([{ heads: ['[tT]oken=', 'secret:'] }]).someIn(text, () => {
        count++;
        return false;
      });
      return count;
    };
    expect(visits('the token of the secret, '.repeat(4000))).toBe(0);
    expect(visits('the token=secret: of the '.repeat(4000))).toBe(8000);
  });

  it('reads each character a few times at most, whatever stands there', () => {
    // To run on from each of so many places to the end of the text would take minutes.
    for (const one of ['gla', 'eyJ', '://a:', 'token ', '-----BEGIN A ', 'sk-or-', 'redis://']) {
      const text = `hf_ ${one.repeat(600_000 / one.length)}`;
      expect(matchRules(text)).toEqual([]);
      expect(mayHoldSecret(Buffer.from(text))).toBe(true);
    }
  });

  it.each([['ab'], ['a?bcd'], ['ab[^c]d'], ['(?:abc)d']])('refuses a marker that begins so: %s', (marker) => {
    expect(() => new MarkerScan([{ heads: [marker] }]).test(Buffer.alloc(100_000))).toThrow(RangeError);
  });
});

function expectTheSame(bytes: Buffer, name: string): void {
  for (let start = 0; start < bytes.length; start += 60_000) {
    const piece = bytes.subarray(start, start + 60_000);
    const text = piece.toString('latin1');
    expect(mayHoldSecret(piece), `${name} at ${start}`).toBe(plainlyMayHoldSecret(text));
    expect(mayHoldPresetSecret(piece), `${name} at ${start}`).toBe(plainlyMayHoldPresetSecret(text));
  }
  const text = bytes.toString();
  expect(matchRules(text), name).toEqual(plainlyMatchRules(text));
}
