import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { change } from '../../src/palace/change.js';
import { parseDrawer, renderDrawer } from '../../src/palace/codec.js';
import { bodyHash } from '../../src/palace/ids.js';
import { Quarantine } from '../../src/palace/quarantine.js';
import { Redactor } from '../../src/palace/redactor.js';
import { withoutKept } from '../../src/palace/secret-titles.js';
import type { DrawerId, Palace } from '../../src/palace/types.js';
import { putBack } from '../../src/services/quarantine/put-back.js';
import { longRun } from '../support/counts.js';
import { testPalace } from '../support/palace.js';
import { plantedSecrets } from '../support/secrets.js';

const PATH = 'wings/w/r/x.md';
const planted = plantedSecrets(2);
const [first, second] = planted.filter(({ kind }) => kind === 'github-token');
const secretA = first?.secret ?? '';
const secretB = second?.secret ?? '';

/** What the quarantine holds after this redactor's texts were written. */
function heldBy(palace: Palace, redactor: Redactor, content: Buffer) {
  redactor.place(PATH, content);
  redactor.ledger.keep();
  const place = parseDrawer(content).front.id ?? PATH;
  return new Quarantine(palace.stateDir, palace.runtime).read().entries.filter(({ places }) => places.includes(place));
}

describe('a redacted file', () => {
  it('holds none of its secrets, keeps its receipt right, and is the same byte for byte when they are put back', async () => {
    const palace = await testPalace();
    const words = fc.string({ unit: fc.constantFrom('ü', 'a', ' ', '\n', '\r\n', '-', '#', '"', '[secret:jwt:1]') });
    const piece = fc.tuple(words, fc.constantFrom(...planted));
    // A memory of its own each time: what stands in one that holds a secret already is taken for its placeholder.
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 4 }), words, async (pieces, last) => {
        const body = Buffer.from(`${pieces.map(([before, { text }]) => `${before}\n${text}\n`).join('')}${last}`);
        const id = `d-${(++runs).toString(16).padStart(16, '0')}` as DrawerId;
        const said = pieces[0]?.[1].secret ?? '';
        const front = { id, title: said.slice(0, 60), tags: ['plain', said], sha256: bodyHash(body) };
        const content = renderDrawer(front, body);
        const redactor = new Redactor(palace);
        const redacted = await redactor.redactFile(PATH, content);
        for (const [, { secret }] of pieces) expect(redacted.content.includes(secret)).toBe(false);
        const after = parseDrawer(redacted.content);
        expect(after.problem).toBeUndefined();
        expect(after.front.sha256).toBe(bodyHash(after.body));
        const restored = parseDrawer(putBack(redacted.content, heldBy(palace, redactor, redacted.content)));
        expect(restored.body.equals(body)).toBe(true);
        expect(restored.front.tags).toEqual(['plain', said]);
        expect(restored.front.sha256).toBe(bodyHash(body));
        // The second time it is the same.
        const again = await new Redactor(palace).redactFile(PATH, content);
        expect(again.content.equals(redacted.content)).toBe(true);
      }),
      { numRuns: longRun(25, 1000) },
    );
  }, 120_000);

  it('is still front-matter, whatever way a person wrote the key with the secret', async () => {
    const palace = await testPalace();
    const lines = [
      `title: ${secretA}`,
      `tags: [a, ${secretA}]`,
      `tags:\n  - ${secretA}\n  - b`,
      `note: "x ${secretA}"`,
      `deep:\n  er: ${secretA}`,
      `a: b # ${secretA}`,
    ];
    for (const line of lines) {
      const content = Buffer.from(`---\nkeep: me\n${line}\n---\nwords\n`);
      const redactor = new Redactor(palace);
      const redacted = await redactor.redactFile(PATH, content);
      expect(redacted.content.includes(secretA), line).toBe(false);
      const file = parseDrawer(redacted.content);
      expect(file.problem, line).toBeUndefined();
      expect(file.front.keep, line).toBe('me');
      const restored = putBack(redacted.content, heldBy(palace, redactor, redacted.content));
      expect(parseDrawer(restored).front, line).toEqual(parseDrawer(content).front);
    }
  });
});

describe('two who write at the same time', () => {
  const put = (path: string, text: string, redactor: Redactor) => ({
    op: 'add',
    subject: 'x',
    writes: [{ kind: 'put' as const, path, content: Buffer.from(text) }],
    redactor,
  });

  it('never give one number to two secrets: the second one is told to begin again', async () => {
    const palace = await testPalace();
    const [one, two] = [new Redactor(palace), new Redactor(palace)];
    // Both look at the quarantine before either has written.
    await one.redactFile('wings/w/r/a.md', Buffer.from(secretA));
    await two.redactFile('wings/w/r/b.md', Buffer.from(secretB));
    await change(palace, put('wings/w/r/a.md', secretA, one));
    const late = change(palace, put('wings/w/r/b.md', secretB, two));
    await expect(late).rejects.toMatchObject({ code: 'changed-meanwhile', exit: 5 });
    await change(palace, put('wings/w/r/b.md', secretB, new Redactor(palace)));
    const { entries } = new Quarantine(palace.stateDir, palace.runtime).read();
    expect(entries.map(({ n, places }) => [n, places])).toEqual([
      [1, ['wings/w/r/a.md']],
      [2, ['wings/w/r/b.md']],
    ]);
  });

  it('both places of one secret are known', async () => {
    const palace = await testPalace();
    const [one, two] = [new Redactor(palace), new Redactor(palace)];
    await one.redactFile('wings/w/r/a.md', Buffer.from(secretA));
    await two.redactFile('wings/w/r/b.md', Buffer.from(secretA));
    await change(palace, put('wings/w/r/a.md', secretA, one));
    await change(palace, put('wings/w/r/b.md', secretA, two));
    const { entries } = new Quarantine(palace.stateDir, palace.runtime).read();
    expect(entries.map(({ places }) => places)).toEqual([['wings/w/r/a.md', 'wings/w/r/b.md']]);
  });
});

describe('a title of the words around a secret', () => {
  const kept = [{ secret: secretA, placeholder: '[secret:github-token:1]' }];

  it.each([
    [`the key ${secretA} of it`, 'the key [secret:github-token:1] of it'],
    [`the key ${secretA.slice(0, 20)}…`, 'the key [secret:github-token:1]'],
    [`the key ${secretA.slice(0, 20)}`, 'the key [secret:github-token:1]'],
    ['the key gh', 'the key gh'],
    ['no key here', 'no key here'],
  ])('%s', (line, expected) => {
    expect(withoutKept(line, kept)).toBe(expected);
  });
});
