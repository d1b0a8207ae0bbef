import { describe, expect, it } from 'vitest';
import { PalaceError } from '../../src/base/errors.js';
import { search } from '../../src/search/search.js';
import { session } from '../acceptance/support.js';
import { mineInto, sourceFolder } from '../services/mine/support.js';
import { edit, gitIn, type TestPalace, testPalace } from '../support/palace.js';

const FILLER = `${'The ferry passes the mole and the gulls follow it to the harbour. '.repeat(12)}\n`;

function commit(palace: TestPalace): void {
  gitIn(palace, 'add', '-A');
  gitIn(palace, 'commit', '-q', '-m', 'by hand');
}

describe('labels of passages', () => {
  it('are shown with hits and choose among the passages of a drawer', async () => {
    const palace = await testPalace();
    edit(
      palace,
      'wings/w/r/a.md',
      `The ledger has a drawer.\n${FILLER}${FILLER}We decided to move the ledger to Postgres.\n${FILLER}${FILLER}The ledger crashed at night.\n`,
    );
    edit(palace, 'wings/w/r/b.md', 'The ledger is green.\n');
    commit(palace);
    const all = await search(palace, { query: 'ledger' });
    expect(all.total).toBe(2);
    expect(all.hits.find(({ path }) => path.endsWith('b.md'))?.labels).toEqual([]);
    const decided = await search(palace, { query: 'ledger', labels: ['decisions'] });
    expect(decided.total).toBe(1);
    expect(decided.hits[0]).toMatchObject({ labels: ['decision'], text: expect.stringContaining('to Postgres') });
    const broken = await search(palace, { query: 'ledger', labels: ['problem'] });
    expect(broken.hits[0]?.text).toContain('crashed at night');
    expect((await search(palace, { query: 'ledger', labels: ['emotion'] })).total).toBe(0);
    expect((await search(palace, { query: 'ledger', labels: ['emotion', 'problem'] })).total).toBe(1);
  });

  it('hold for a quoted phrase too: what is shown is of the label that was asked for', async () => {
    const palace = await testPalace();
    edit(
      palace,
      'wings/w/r/a.md',
      `The token bucket is round.\n${FILLER}${FILLER}We decided that the bucket has a token.\n${FILLER}`,
    );
    commit(palace);
    const { hits } = await search(palace, { query: '"token bucket"', labels: ['decision'] });
    expect(hits[0]).toMatchObject({ labels: ['decision'], text: expect.stringContaining('We decided') });
  });

  it('are of the palace as it was, of unsaved edits, and of a cache that was compacted', async () => {
    const palace = await testPalace();
    edit(palace, 'wings/w/r/a.md', 'We decided to keep the ledger.\n');
    commit(palace);
    const first = gitIn(palace, 'rev-parse', 'HEAD').trim();
    for (let at = 0; at < 4; at++) {
      edit(palace, `wings/w/r/n${at}.md`, `The ledger crashed, time ${at}.\n`);
      commit(palace);
      expect((await search(palace, { query: 'ledger', labels: ['problem'] })).total).toBe(at + 1);
    }
    edit(palace, 'wings/w/r/a.md', 'The ledger is kept.\n');
    expect((await search(palace, { query: 'ledger', labels: ['decision'] })).total).toBe(0);
    expect((await search(palace, { query: 'ledger', labels: ['decision'], asOf: first })).total).toBe(1);
  });

  it('come from what was said, not from tools, headers or code files', async () => {
    const palace = await testPalace();
    const chats = sourceFolder('chats', {
      's.jsonl': session(
        's',
        ['user', 'look at the harbour log'],
        ['assistant', [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'cat harbour.log' } }]],
        ['user', [{ type: 'tool_result', tool_use_id: 't', content: 'the harbour server crashed with an error' }]],
        ['assistant', 'The harbour log is long.'],
      ),
      't.jsonl': session('t', ['user', 'We decided to close the harbour.'], ['assistant', 'Noted.']),
    });
    await mineInto(palace, chats, { mode: 'chats', wing: 'talk' });
    expect((await search(palace, { query: 'harbour' })).total).toBe(2);
    expect((await search(palace, { query: 'harbour', labels: ['problem'] })).total).toBe(0);
    expect((await search(palace, { query: 'harbour', labels: ['decision'] })).total).toBe(1);
    const code = sourceFolder('code', {
      'main.py': 'x = 1\nwe decided to use harbour\n',
      'README.md': 'We decided to use harbour.\n',
    });
    await mineInto(palace, code, { wing: 'code', mode: 'files' });
    const { hits } = await search(palace, { query: 'harbour', wing: 'code', labels: ['decision'] });
    expect(hits.map(({ source }) => source)).toEqual([expect.stringContaining('README.md')]);
  });

  it('that do not exist are refused with the near word', async () => {
    const palace = await testPalace();
    const asked = search(palace, { query: 'x', labels: ['decison'] });
    await expect(asked).rejects.toThrow(PalaceError);
    await expect(asked).rejects.toMatchObject({
      code: 'bad-label',
      exit: 2,
      message: expect.stringContaining('decision'),
    });
  });
});

describe('mine with extract general', () => {
  it('counts what the memories are about, and files every word', async () => {
    const palace = await testPalace();
    const notes = sourceFolder('notes', {
      'a.md': 'We decided to sell the boat.\n',
      'b.md': 'The boat is leaking again.\n',
      'c.md': 'The boat has two sails.\n',
    });
    const plain = await mineInto(palace, notes, { wing: 'n', dryRun: true });
    expect(plain.labels).toBeNull();
    const result = await mineInto(palace, notes, { wing: 'n', extract: 'general' });
    expect(result).toMatchObject({
      drawers: { added: 3 },
      passages: plain.passages,
      labels: { decision: 1, preference: 0, milestone: 0, problem: 1, emotion: 0 },
    });
    expect((await search(palace, { query: 'boat', wing: 'n' })).total).toBe(3);
    const again = await mineInto(palace, notes, { wing: 'n', extract: 'general' });
    expect(again.labels).toEqual({ decision: 0, preference: 0, milestone: 0, problem: 0, emotion: 0 });
  });
});
