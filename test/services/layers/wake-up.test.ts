import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer';
import { describe, expect, it } from 'vitest';
import { lintAaak } from '../../../src/aaak/lint.js';
import { wakeUp } from '../../../src/services/layers/wake-up.js';
import { longRun } from '../../support/counts.js';
import { edit, testPalace } from '../../support/palace.js';
import { commitCount, refusal } from '../support.js';
import { type Planted, plant, plantFacts } from './support.js';

const WINGS = ['atlas', 'driftwood', 'home', 'garden', 'reading'];
const PLACES = ['pier', 'harbour', 'mill', 'orchard', 'quarry', 'lighthouse', 'market', 'station'];

function crowd(count: number): Planted[] {
  return Array.from({ length: count }, (_, at) => ({
    wing: WINGS[at % WINGS.length] ?? 'atlas',
    room: `room-${at % 23}`,
    text: `Walked past the ${PLACES[at % 8]} number ${at} and looked at the ${PLACES[(at * 7) % 8]} for a while, nothing new.\n`,
    date: `20${20 + (at % 7)}-0${1 + (at % 9)}-1${at % 9}`,
  }));
}

function important(count: number): Planted[] {
  return Array.from({ length: count }, (_, at) => ({
    wing: WINGS[at % WINGS.length] ?? 'atlas',
    room: `decisions-${at % 4}`,
    text: `We decided that service ${at} keeps its data in Postgres ${at}, because the backups of the ${PLACES[at % 8]} team depend on it and the restore was tested by two people last week.\n`,
    date: `2025-0${1 + (at % 9)}-20`,
    importance: 4 + (at % 2),
  }));
}

describe('waking up', () => {
  it('shows the important memories that still hold, among thousands', async () => {
    const palace = await testPalace();
    const ids = plant(palace, [...important(40), ...crowd(longRun(600, 5_000))]);
    const planted = ids.slice(0, 40);
    // Among those with the most stars, too.
    const superseded = planted.filter((_, at) => at % 10 < 3);
    expect(superseded).toHaveLength(12);
    plantFacts(
      palace,
      planted.map((drawer, at) => ({
        drawer,
        subject: `service ${at}`,
        object: `Postgres ${at}`,
        over: superseded.includes(drawer),
      })),
    );
    const result = await wakeUp(palace, {});
    const shown = result.layers[1]?.memories.map(({ id }) => id) ?? [];
    expect(shown.length).toBe(15);
    const good = shown.filter((id) => planted.some((each) => each === id) && !superseded.some((each) => each === id));
    expect(good.length).toBeGreaterThanOrEqual(12);
    expect(result.tokens).toBe(encode(result.text).length);
    expect(result.tokens).toBeGreaterThanOrEqual(600);
    expect(result.tokens).toBeLessThanOrEqual(900);
    expect(result.superseded).toBeGreaterThan(0);
    for (const { snippet } of result.layers[1]?.memories ?? []) expect(result.text).toContain(snippet);
  });

  it('tells who the assistant is, without comments, and how to say so when nobody has', async () => {
    const palace = await testPalace();
    expect((await wakeUp(palace, {})).text).toMatch(
      /^## L0 - IDENTITY\n\nNo identity is written yet.*\n\n## L1 - ESSENTIAL STORY\n\nNo memories yet/s,
    );
    edit(palace, 'identity.md', '# Identity\n\n<!-- not this -->\nI am the memory of Ines.\n~~~\nEnd of quote? No.\n');
    const { text, layers } = await wakeUp(palace, {});
    expect(text).toContain(
      '\n~~~~ identity.md, as the owner of this palace wrote it\nI am the memory of Ines.\n~~~\nEnd of quote? No.\n~~~~\n',
    );
    expect(text).not.toContain('not this');
    expect(layers[0]?.tokens).toBeGreaterThan(10);
    expect((await wakeUp(palace, { format: 'aaak' })).text).toContain('Ines');
  });

  it('keeps to a wing for one call only, and writes nothing', async () => {
    const palace = await testPalace();
    plant(palace, [
      { wing: 'atlas', room: 'db', text: 'Atlas went to Postgres.', importance: 5 },
      { wing: 'home', room: 'garden', text: 'The roses are by the gate.', importance: 5 },
    ]);
    const commits = commitCount(palace);
    const before = await wakeUp(palace, {});
    const one = await wakeUp(palace, { wing: 'Home' });
    expect(one.layers[1]?.memories.map(({ wing }) => wing)).toEqual(['home']);
    expect(one.text).not.toContain('Postgres');
    expect((await wakeUp(palace, {})).text).toBe(before.text);
    expect(before.text).toContain('Postgres');
    // Kept counts are derived: whatever becomes of them, the answer is the same.
    const kept = join(palace.cacheDir, 'tokens-o200k_base.json');
    expect(JSON.parse(readFileSync(kept, 'utf8')).length).toBeGreaterThan(2);
    writeFileSync(kept, '{"no": [');
    expect(await wakeUp(palace, {})).toEqual(before);
    rmSync(kept);
    expect(await wakeUp(palace, {})).toEqual(before);
    expect(commitCount(palace)).toBe(commits);
    expect((await refusal(wakeUp(palace, { wing: 'hom' }))).message).toContain('did you mean "home"');
    expect((await refusal(wakeUp(palace, { tokens: 3 }))).code).toBe('bad-tokens');
    expect((await refusal(wakeUp(palace, { format: 'akaa' }))).code).toBe('bad-format');
  });

  it('puts a pin first, a retired one nowhere, unsaved edits in, and the same words once', async () => {
    const palace = await testPalace();
    plant(palace, [
      { wing: 'a', room: 'x', text: 'Important and stated.', importance: 5 },
      { wing: 'a', room: 'y', text: 'Pinned by hand.', tags: ['Pinned'] },
      { wing: 'a', room: 'z', text: 'No longer true.', importance: 5, tags: ['superseded'] },
      { wing: 'b', room: 'x', text: 'Important and stated.', importance: 4 },
      { wing: 'b', room: 'y', text: 'Plain.' },
    ]);
    edit(palace, 'wings/b/new/dropped.md', 'We decided to sail on Sunday.');
    const { layers, retired } = await wakeUp(palace, {});
    const snippets = layers[1]?.memories.map(({ snippet }) => snippet);
    expect(snippets).toEqual(['Pinned by hand.', 'Important and stated.', 'We decided to sail on Sunday.', 'Plain.']);
    expect(retired).toBe(1);
    expect(layers[1]?.memories[0]?.signals.pinned).toBe(100);
  });

  it('aims at 170 tokens in AAAK, which the linter passes', async () => {
    const palace = await testPalace();
    edit(palace, 'identity.md', 'I am the memory of Ines, who builds sensors with Tomas. Answer briefly.');
    plant(palace, important(30));
    const { text, tokens, layers } = await wakeUp(palace, { format: 'aaak' });
    expect(tokens).toBe(encode(text).length);
    expect(tokens).toBeLessThanOrEqual(170);
    expect(tokens).toBeGreaterThan(110);
    expect(layers[1]?.memories.length).toBeGreaterThan(0);
    const quoted = text
      .split('\n')
      .filter((line) => /^(?:\d+:|CODES:|=)/.test(line))
      .join('\n');
    expect(lintAaak(quoted).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('says so when layer 0 alone is over the budget, and never cuts it', async () => {
    const palace = await testPalace();
    const long = Array.from({ length: 200 }, (_, at) => `Rule ${at}.`).join(' ');
    edit(palace, 'identity.md', long);
    plant(palace, important(3));
    const { text, tokens, notes, layers } = await wakeUp(palace, { tokens: 60 });
    expect(text).toContain(long);
    expect(tokens).toBeGreaterThan(60);
    expect(notes.join(' ')).toContain('more than the budget of 60');
    expect(layers[1]?.memories).toEqual([]);
  });
});
