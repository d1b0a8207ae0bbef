import { appendFileSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Facts } from '../../src/facts/facts.js';
import { CachedGroups, writeFold } from '../../src/facts/fold-cache.js';
import { foldWorkTree, readKept } from '../../src/facts/fold-store.js';
import { MemoryGroups } from '../../src/facts/groups.js';
import { OverlayGroups } from '../../src/facts/overlay.js';
import { DamagedCacheError } from '../../src/index/container.js';
import { formatEvent, type PalaceEvent } from '../../src/palace/events.js';
import { addFact } from '../../src/services/kg/add.js';
import { queryKg } from '../../src/services/kg/query.js';
import { longRun } from '../support/counts.js';
import { gitIn, type TestPalace, testPalace } from '../support/palace.js';
import { event, logs, stateOf } from './support.js';

const ABOUT = { files: [], readAt: 0, damaged: [] };

describe('a kept fold', () => {
  test('says what the events say, with and without further ones over it', () => {
    const halves = logs(30).chain((events) =>
      fc.record({ events: fc.constant(events), first: fc.subarray(events), second: fc.subarray(events) }),
    );
    fc.assert(
      fc.property(halves, ({ first, second }) => {
        // As it comes from a file: without the fields that are not there.
        const plain = (events: readonly PalaceEvent[]) => JSON.parse(JSON.stringify(events)) as PalaceEvent[];
        const kept = new CachedGroups(Buffer.concat(writeFold(new MemoryGroups(plain(first)), ABOUT)));
        expect(stateOf(new Facts(kept))).toEqual(stateOf(new Facts(new MemoryGroups(plain(first)))));
        const grown = OverlayGroups.over(kept, plain(second));
        if (grown === undefined) throw new Error('no event says two things here');
        const whole = new MemoryGroups(plain([...new Set([...first, ...second])]));
        expect(stateOf(new Facts(grown))).toEqual(stateOf(new Facts(whole)));
        expect(grown.events).toBe(whole.events);
      }),
      { numRuns: longRun(40, 2000) },
    );
  });

  test('that is damaged anywhere gives the right answer or says so', () => {
    const events = Array.from({ length: 40 }, (_, at) =>
      event(`e-${at}`, at, 'add', { subject: `Name ${at % 7}`, predicate: 'knows', object: `Other ${at % 5}` }),
    );
    const bytes = Buffer.concat(writeFold(new MemoryGroups(events), ABOUT));
    const right = JSON.stringify(stateOf(new Facts(new MemoryGroups(events))));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const broken = Buffer.from(bytes);
        broken[at] = (broken[at] ?? 0) ^ change;
        let said: string | undefined;
        try {
          said = JSON.stringify(stateOf(new Facts(new CachedGroups(broken))));
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedCacheError);
        }
        if (said !== undefined) expect(said).toBe(right);
      }),
      { numRuns: longRun(150, 3000) },
    );
  });
});

const LOG = 'facts/w1/2026-01.jsonl';

/** A log of so many facts, old enough to be believed by its time. */
function fill(palace: TestPalace, count: number, path = LOG): void {
  const lines = Array.from({ length: count }, (_, at) =>
    formatEvent(
      event(`e-${path}-${at}`, at, 'add', { subject: `Name ${at % 50}`, predicate: 'knows', object: `Other ${at}` }),
    ),
  );
  mkdirSync(join(palace.root, path, '..'), { recursive: true });
  writeFileSync(join(palace.root, path), lines.join(''));
  utimesSync(join(palace.root, path), 1_000_000_000, 1_000_000_000);
}

describe('the facts of a work tree', () => {
  test('are folded once, and then only what is new is read', async () => {
    const palace = await testPalace();
    fill(palace, 1000);
    gitIn(palace, 'add', '-A');
    gitIn(palace, 'commit', '-qm', 'facts');
    expect((await queryKg(palace, { entity: 'name 7' })).total).toBe(20);
    const kept = readKept(palace);
    expect(kept?.events).toBe(1000);
    expect((await foldWorkTree(palace)).groups).toBeInstanceOf(CachedGroups);
    const added = await addFact(palace, { subject: 'Name 7', predicate: 'leads', object: 'Orion' });
    const grown = await foldWorkTree(palace);
    expect(grown.groups).toBeInstanceOf(OverlayGroups);
    expect(grown.groups.events).toBe(1001);
    expect(readKept(palace)?.events).toBe(1000);
    expect((await queryKg(palace, { entity: 'name 7' })).facts.map(({ triple_id }) => triple_id)).toContain(
      added.triple_id,
    );
    expect((await queryKg(palace, { entity: 'name 7', known_at: 'HEAD~1' })).total).toBe(20);
  });

  test('are folded anew when a log was changed, cut or removed, or the cache is damaged', async () => {
    const palace = await testPalace();
    fill(palace, 1000);
    fill(palace, 10, 'facts/w2/2026-01.jsonl');
    const total = async () => (await foldWorkTree(palace)).groups.events;
    expect(await total()).toBe(1010);
    const file = join(palace.root, LOG);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('Other 3"', 'Others"'));
    expect((await queryKg(palace, { entity: 'others' })).total).toBe(1);
    writeFileSync(file, text.split('\n').slice(0, 600).join('\n'));
    expect(await total()).toBe(610);
    appendFileSync(file, `\n{"half`);
    const half = await foldWorkTree(palace);
    expect(half.groups.events).toBe(610);
    expect(half.damaged).toEqual([{ file: LOG, line: 601, message: 'not JSON' }]);
    appendFileSync(
      file,
      `": 1}\n${formatEvent(event('e-last', 9999, 'add', { subject: 'Last', predicate: 'is', object: 'here' }))}not a line\n`,
    );
    const last = await foldWorkTree(palace);
    expect(last.groups.events).toBe(611);
    expect(last.damaged.map(({ line }) => line)).toEqual([601, 603]);
    writeFileSync(join(palace.root, 'facts/w2/2026-01.jsonl'), '');
    expect(await total()).toBe(601);
    const fold = join(palace.cacheDir, 'facts', 'fold');
    expect(existsSync(fold)).toBe(true);
    writeFileSync(fold, readFileSync(fold).subarray(0, 500));
    expect(await total()).toBe(601);
    expect(readKept(palace)?.events).toBe(601);
  });
});
