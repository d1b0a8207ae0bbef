import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/search/types.js';
import { longRun } from '../support/counts.js';
import { builtBeforeAll, Machine, MODEL } from './support.js';

builtBeforeAll();

const NOTES: Readonly<Record<string, string>> = {
  'login.md': 'Users sign in with a passkey since April.\n',
  'lunch.md': 'The canteen serves soup on Mondays.\n',
  'database.md': 'The ledger moved from Redis to Postgres because receipts were lost.\n',
  'weather.md': 'It rained for nine days and the pier was closed.\n',
};
const QUESTION = 'how do people log into their accounts';

async function search(machine: Machine, query: string, ...flags: string[]): Promise<SearchResult> {
  const ran = await machine.cli(['search', query, '--json', ...flags], { env: MODEL });
  if (ran.code !== 0) throw new Error(ran.stderr + ran.stdout);
  return ran.json<SearchResult & Record<string, unknown>>();
}

async function withNotes(notes = NOTES): Promise<{ machine: Machine; folder: string }> {
  const machine = new Machine();
  const folder = join(machine.work, 'notes');
  machine.write(folder, notes);
  await machine.cli(['init']);
  return { machine, folder };
}

async function withVectors(): Promise<Machine> {
  const { machine, folder } = await withNotes();
  const mined = await machine.cli(['mine', folder, '--mode', 'chats', '--json'], { env: MODEL });
  expect(mined.code, mined.stderr).toBe(0);
  expect(mined.json<{ vectors: { pending: number } }>().vectors).toMatchObject({ pending: 0 });
  return machine;
}

describe('the bundled model', () => {
  it('finds what shares no word with the question, by default', async () => {
    const machine = await withVectors();
    const found = await search(machine, QUESTION);
    expect(found).toMatchObject({ mode: 'hybrid', pending: 0 });
    expect(found.notes).toEqual(['no memory holds any of these words; these are the nearest in meaning']);
    expect(found.hits[0]?.text).toContain('sign in with a passkey');
    const words = await search(machine, QUESTION, '--mode', 'keyword');
    expect(words).toMatchObject({ mode: 'keyword', model: null, total: 0 });
  });

  it('is named by status, and turned off and on by the user', async () => {
    const machine = await withVectors();
    const status = await machine.cli(['status', '--json'], { env: MODEL });
    expect(status.json<{ model: unknown }>().model).toMatchObject({ search: 'hybrid', complete: true, problem: null });
    await machine.cli(['model', 'use', 'none'], { env: MODEL });
    try {
      expect(await search(machine, QUESTION)).toMatchObject({ mode: 'keyword', model: null });
      const refused = await machine.cli(['search', QUESTION, '--mode', 'vector'], { env: MODEL });
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('palace model use bundled');
    } finally {
      await machine.cli(['model', 'use', 'bundled'], { env: MODEL });
    }
    expect((await search(machine, QUESTION)).mode).toBe('hybrid');
  });

  it('opens no socket', async () => {
    const machine = await withVectors();
    const log = join(machine.work, 'sockets.log');
    const hook = join(machine.work, 'no-sockets.cjs');
    writeFileSync(
      hook,
      `const fs = require('node:fs');
       const note = (what) => { fs.appendFileSync(${JSON.stringify(log)}, what + '\\n'); throw new Error('no network: ' + what); };
       fs.appendFileSync(${JSON.stringify(log)}, 'loaded\\n');
       require('node:net').Socket.prototype.connect = () => note('connect');
       require('node:dns').lookup = () => note('lookup');
       globalThis.fetch = () => note('fetch');`,
    );
    const ran = await machine.cli(['search', QUESTION, '--json'], {
      env: { ...MODEL, NODE_OPTIONS: `--require=${hook}` },
    });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.json<{ mode: string }>().mode).toBe('hybrid');
    const lines = new Set(readFileSync(log, 'utf8').trim().split('\n'));
    expect(lines).toEqual(new Set(['loaded']));
  });
});

it('says what waits after a mine without vectors, and makes it in passing', async () => {
  const { machine, folder } = await withNotes();
  await machine.cli(['mine', folder, '--mode', 'chats', '--no-embed']);
  expect(existsSync(join(machine.palace, '.palace', 'cache', 'vectors'))).toBe(false);
  const found = await search(machine, QUESTION);
  expect(found.pending).toBe(0);
  expect(found.hits[0]?.text).toContain('passkey');
});

it('survives kill -9 while vectors are made: the next search works and says what waits', async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [
      `note-${at}.md`,
      `Note ${at} is about harbour number ${at * 7}.\n\nThe ferry ${at} leaves at ${at % 24} o'clock. Captain ${at} drinks tea.\n`,
    ]),
  );
  const { machine, folder } = await withNotes(notes);
  await machine.cli(['mine', folder, '--mode', 'chats', '--no-embed']);
  const rounds = longRun(4, 20);
  let kills = 0;
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const env = { ...MODEL, PALACE_TEST: '1', PALACE_TEST_KILL: `vectors:${1 + (round % 5)}` };
      if ((await machine.cli(['index', 'refresh'], { env })).signal === 'SIGKILL') kills += 1;
    } else {
      const child = machine.start(['index', 'refresh'], { env: MODEL });
      const ended = new Promise((resolve) => child.on('close', resolve));
      await setTimeout(200 + ((round * 137) % 900));
      if (child.kill('SIGKILL')) kills += 1;
      await ended;
    }
    const found = await search(machine, 'which captain of harbour number 49 drinks tea');
    expect(found.hits.length).toBeGreaterThan(0);
    expect(found.pending === 0).toBe(!found.notes.some((note) => note.includes('wait')));
  }
  expect(kills).toBeGreaterThan(0);
  const done = await machine.cli(['index', 'refresh', '--json'], { env: MODEL });
  expect(done.json<{ vectors: unknown }>().vectors).toMatchObject({ pending: 0 });
  const found = await search(machine, 'who likes tea', '--limit', '100');
  expect(found).toMatchObject({ mode: 'hybrid', pending: 0 });
}, 600_000);
