import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDiff } from '../../src/history/diff.js';
import { readLog } from '../../src/history/log.js';
import { findPalace } from '../../src/palace/discovery.js';
import { readIndexStatus } from '../../src/services/index-status/index-status.js';
import { listDrawers } from '../../src/services/list/list.js';
import { readTree } from '../../src/services/list/tree.js';
import { moveDrawers } from '../../src/services/move/move.js';
import { showDrawer } from '../../src/services/show/show.js';
import { readStatus } from '../../src/services/status/status.js';
import { verify } from '../../src/services/verify/verify.js';
import { mineInto, sourceFolder } from '../services/mine/support.js';
import { refusal, remember } from '../services/support.js';
import { ENGINES } from '../support/engines.js';
import { edit, gitIn, type TestPalace, testPalace } from '../support/palace.js';
import { count, everyFile, FILLER, find, firstHit } from './support.js';

/** A drawer of several passages: each is a section with its own marker. */
const sections = (name: string, most: number): string[] =>
  Array.from({ length: most }, (_, at) => `# ${name} ${at}\n\nmarker${at} of ${name}. ${FILLER.repeat(9)}\n\n`);

function commitAll(palace: TestPalace): string {
  gitIn(palace, 'add', '-A');
  gitIn(palace, 'commit', '-q', '-m', 'by hand');
  return gitIn(palace, 'rev-parse', 'HEAD').trim();
}

describe.each(ENGINES)('acceptance: search (%s git)', (engine) => {
  it('12: no palace, an empty one and one with nothing mined are three messages, each with a way on', async () => {
    const palace = await testPalace(engine);
    const { home } = palace.runtime;
    mkdirSync(join(home, 'elsewhere'));
    const before = everyFile(join(home, 'elsewhere'));
    const nowhere = await refusal(
      findPalace({ flag: join(home, 'elsewhere'), runtime: palace.runtime, upward: false }),
    );
    expect(nowhere).toMatchObject({ code: 'no-palace', exit: 3 });
    expect(nowhere.next.join()).toContain('palace init');
    expect(everyFile(join(home, 'elsewhere'))).toEqual(before);

    const empty = await find(palace, 'anything');
    edit(palace, 'wings/driftwood/wing.yaml', 'kind: project\n');
    const unmined = await find(palace, 'anything');
    for (const result of [empty, unmined]) {
      expect(result).toMatchObject({ total: 0, hits: [] });
      expect(result.notes.join()).toContain('palace mine');
    }
    expect(unmined.notes.join()).toContain('driftwood');
    expect(new Set([nowhere.message, empty.notes.join(), unmined.notes.join()]).size).toBe(3);
  });

  it('12: a read makes or changes no file outside .palace/cache, also with unsaved edits and without a cache', async () => {
    const palace = await testPalace(engine);
    const { id, path } = await remember(palace, 'the codeword is basalt');
    edit(palace, 'wings/w/r/unsaved.md', 'not saved yet\n');
    gitIn(palace, 'clean', '-fdxq', '.palace/cache');
    const files = (): Record<string, string> => everyFile(palace.root, (file) => file.startsWith('.palace/cache'));
    const before = files();
    for (const [name, read] of Object.entries({
      search: () => find(palace, 'basalt'),
      asOf: () => find(palace, 'basalt', { asOf: 'HEAD~1', explain: true }),
      nothing: () => find(palace, 'nowhere'),
      list: () => listDrawers(palace, {}),
      tree: () => readTree(palace),
      status: () => readStatus(palace),
      log: () => readLog(palace, {}),
      logOf: () => readLog(palace, { drawer: id }),
      diff: () => readDiff(palace, {}),
      show: () => showDrawer(palace, { drawer: path }),
      showAt: () => showDrawer(palace, { drawer: id, at: 'HEAD' }),
      verify: () => verify(palace),
      index: () => readIndexStatus(palace),
      unknown: () => refusal(showDrawer(palace, { drawer: 'd-ffffffffffffffff' })),
    })) {
      await read();
      expect(files(), name).toEqual(before);
    }
  });

  it('13: another wing is never returned, not even as neighbouring text of a source in parts', async () => {
    const palace = await testPalace(engine);
    const lines = Array.from({ length: 2500 }, (_, at) => `row ${at} of the shared ledger: ${FILLER}`);
    const ledger = sourceFolder('books', { 'ledger.md': `${lines.join('\n')}\n` });
    await mineInto(palace, ledger, { wing: 'one' });
    const parts = (await listDrawers(palace, { wing: 'one' })).drawers;
    expect(parts.length).toBeGreaterThan(2);
    // A part in the middle belongs to another wing now: its neighbours stay behind.
    const [, moved] = [...parts].sort((a, b) => (a.path < b.path ? -1 : 1));
    await moveDrawers(palace, { ids: [moved?.id ?? ''], toWing: 'two' });
    const theirs = (await showDrawer(palace, { drawer: moved?.id ?? '' })).result.body.split('\n');
    const rows = new Set(theirs.map((line) => /^row \d+ /.exec(line)?.[0]).filter((row) => row !== undefined));
    expect(rows.size).toBeGreaterThan(10);
    for (const more of [{}, { asOf: 'HEAD' }]) {
      const { hits } = await find(palace, 'shared ledger row', { wing: 'One', context: 3, limit: 100, ...more });
      expect(hits.length).toBe(parts.length - 1);
      expect(hits.every(({ wing, path }) => wing === 'one' && path.startsWith('wings/one/'))).toBe(true);
      for (const { before, text, after } of hits)
        for (const line of [...before, text, ...after].join('').split('\n'))
          expect(rows).not.toContain(/^row \d+ /.exec(line)?.[0]);
      // The first and the last row of the other wing are the ones next to a seam.
      for (const row of [theirs[0], theirs.at(-2)]) {
        const near = await find(palace, row ?? '', { wing: 'one', context: 3, ...more });
        expect(JSON.stringify(near.hits)).not.toContain(`${/^row \d+ /.exec(row ?? '')?.[0]}of`);
      }
      expect((await find(palace, 'shared ledger row', { wing: 'two', ...more })).total).toBe(1);
    }
  });

  it('14: an identifier that occurs once is in the top 5, among many texts that share the other words', async () => {
    const palace = await testPalace(engine);
    const identifiers = ['retryBudgetMs', 'ERR_TIDE_0042', 'tide-table.v3', 'snake_case_name', 'b1946ac9', 'PROJ-1471'];
    for (let at = 0; at < 80; at++)
      edit(
        palace,
        `wings/w/r/${at}.md`,
        `where is the retry budget error of the tide table configured, ${at}\n`.repeat(3),
      );
    for (const [at, identifier] of identifiers.entries())
      edit(palace, `wings/w/r/once-${at}.md`, `${FILLER.repeat(40)}\nset ${identifier} here\n${FILLER.repeat(40)}\n`);
    for (const [at, identifier] of identifiers.entries()) {
      const { hits } = await find(palace, `where is the ${identifier} of the tide table configured`, { limit: 5 });
      const hit = hits.find(({ path }) => path === `wings/w/r/once-${at}.md`);
      expect(hit?.text, identifier).toContain(identifier);
    }
  });

  it('15: every hit carries id, path, line range, dates and commit, whatever it came from and whenever', async () => {
    const palace = await testPalace(engine);
    const { id, commit } = await remember(palace, 'basalt, said today', { date: '2026-03-04' });
    await mineInto(palace, sourceFolder('journal', { '2026-03-05-monday.md': '\n\nbasalt again\n' }));
    edit(palace, 'wings/w/r/dropped.md', 'basalt by hand\n');
    const head = gitIn(palace, 'rev-parse', 'HEAD').trim();
    const { hits } = await find(palace, 'basalt');
    expect(hits).toHaveLength(3);
    for (const hit of hits) {
      const dropped = hit.path === 'wings/w/r/dropped.md';
      expect(hit.id).toMatch(dropped ? /^p-[0-9a-f]{16}$/ : /^d-[0-9a-f]{16}$/);
      expect(hit.lines[0]).toBeGreaterThanOrEqual(1);
      expect(hit.lines[1]).toBeGreaterThanOrEqual(hit.lines[0]);
      expect(hit.commit).toBe(dropped ? null : head);
      for (const key of ['date', 'filed', 'time', 'file_lines']) expect(hit).toHaveProperty(key);
    }
    expect(hits.find((hit) => hit.id === id)).toMatchObject({ date: '2026-03-04', filed: expect.stringMatching(/Z$/) });
    expect(hits.find((hit) => hit.wing === 'journal')).toMatchObject({ date: '2026-03-05', lines: [1, 3] });
    const then = await find(palace, 'basalt', { asOf: commit ?? '' });
    expect(then).toMatchObject({ as_of: commit, commit, total: 1, hits: [{ id, commit }] });
  });

  it('16: neighbours of passage k are k-1 and k+1 in order, clamped at the ends, as of earlier too', async () => {
    const palace = await testPalace(engine);
    const parts = sections('tides', 5);
    edit(palace, 'wings/w/r/a.md', parts.join(''));
    const first = commitAll(palace);
    edit(palace, 'wings/w/r/a.md', 'short now\n');
    commitAll(palace);
    for (let at = 0; at < 5; at++) {
      const hit = await firstHit(palace, `marker${at}`, { asOf: first });
      expect([...hit.before, hit.text, ...hit.after]).toEqual(parts.slice(Math.max(0, at - 1), at + 2));
      expect(hit.text).toBe(parts[at]);
    }
    expect(await firstHit(palace, 'marker2', { asOf: first, context: 0 })).toMatchObject({ before: [], after: [] });
    const wide = await firstHit(palace, 'marker1', { asOf: first, context: 9 });
    expect([wide.before, wide.after]).toEqual([parts.slice(0, 1), parts.slice(2)]);
  });

  it('17: stop words, one letter, one sign and nothing are answered without an error', async () => {
    const palace = await testPalace(engine);
    await remember(palace, 'to be or not to be, that is the question');
    for (const query of ['the', 'to be or not to be', 'x', 'a', '的', '?', '', ' ', '"', '-', '👍'])
      expect((await find(palace, query)).total, query).toBeLessThanOrEqual(1);
    expect(await count(palace, 'to be or not to be')).toBe(1);
  });

  it('18: --since and --before are half-open and apply before the cut', async () => {
    const palace = await testPalace(engine);
    // The words of the days outside are better matches; a cut before the filter would leave nothing.
    for (let day = 1; day <= 28; day++) {
      const inside = day >= 10 && day < 12;
      edit(
        palace,
        `wings/w/r/d${day}.md`,
        `---\ndate: "2026-03-${String(day).padStart(2, '0')}"\n---\n${inside ? `${FILLER.repeat(8)}standup\n` : 'standup standup\n'}`,
      );
    }
    edit(palace, 'wings/w/r/at.md', '---\ndate: "2026-03-15T12:00:00Z"\n---\nstandup to the instant\n');
    const days = async (since?: string, before?: string, limit = 100) => {
      const result = await find(palace, 'standup', { since, before, limit });
      return [result.total, result.hits.map(({ date }) => date?.slice(8)).sort()];
    };
    expect(await days('2026-03-10', '2026-03-12')).toEqual([2, ['10', '11']]);
    expect((await days('2026-03-10', '2026-03-12', 1))[0]).toBe(2);
    expect((await days('2026-03-10', '2026-03-12', 1))[1]).toHaveLength(1);
    expect(await days('2026-03-28')).toEqual([1, ['28']]);
    expect(await days(undefined, '2026-03-02')).toEqual([1, ['01']]);
    const noon = '2026-03-15T12:00:00Z';
    expect(await days(noon, '2026-03-15T12:00:01Z')).toEqual([1, [noon.slice(8)]]);
    expect((await days('2026-03-15T11:59:59Z', noon))[0]).toBe(0);
    expect((await days('2026-03', '2026-04'))[0]).toBe(29);
    expect((await listDrawers(palace, { since: '2026-03-10', before: '2026-03-12', limit: 1 })).total).toBe(2);
  });
});
