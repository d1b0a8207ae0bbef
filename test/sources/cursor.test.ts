import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sqlite from 'node-sqlite3-wasm';
import { describe, expect, it } from 'vitest';
import { cursor } from '../../src/sources/adapters/cursor.js';
import { windsurf } from '../../src/sources/adapters/windsurf.js';
import { readSource } from '../../src/sources/registry.js';
import { longRun } from '../support/counts.js';
import { testRuntime } from '../support/runtime.js';
import { tempDir } from '../support/temp.js';
import { assertFaithful, onlyUnit, skippedBecause, spoken, type Turn, turns, unitsOfFiles } from './agent-support.js';
import { describeSamples } from './shared-fixtures.js';
import { candidateOf, messagesIn, notKept, OPTIONS, plainRoot, read, unitsOf } from './support.js';

const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/sources');
const root = plainRoot(join(FIXTURES, 'cursor'), 'notes');

describeSamples('cursor');
describeSamples('windsurf');

/** Rows of a store that holds one conversation. */
function rowsOf(said: readonly Turn[]): { key: string; value: string }[] {
  const bubbles = said.map(({ role, text }, at) => ({ bubbleId: `b${at}`, type: role === 'user' ? 1 : 2, text }));
  return [
    // Row order is not time order.
    ...bubbles.toReversed().map((bubble) => ({ key: `bubbleId:c:${bubble.bubbleId}`, value: JSON.stringify(bubble) })),
    { key: 'composerData:c', value: JSON.stringify({ composerId: 'c', fullConversationHeadersOnly: bubbles }) },
  ];
}

function storeOf(said: readonly Turn[]): Buffer {
  const path = join(tempDir(), 'a.db');
  const database = new sqlite.Database(path);
  database.exec('CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)');
  for (const { key, value } of rowsOf(said)) database.run('INSERT INTO cursorDiskKV VALUES (?, ?)', [key, value]);
  database.close();
  return readFileSync(path);
}

describe("Cursor's store", () => {
  it('gives each conversation in the order of its headers, the older chat too', async () => {
    const [composer, tab] = await unitsOf(cursor, root, 'store/state.vscdb');
    expect(messagesIn(composer).map(({ speaker, kind, text }) => [speaker, kind, text])).toEqual([
      ['user', 'text', 'Does the knot hold?\n  check'],
      ['user', 'attachment', ''],
      ['assistant', 'thinking', 'Try it.'],
      ['assistant', 'tool_call', '{"f": 1}'],
      ['tool', 'tool_result', 'no file'],
      ['assistant', 'text', 'Now it holds.'],
      ['assistant', 'text', 'An answer that was left.'],
    ]);
    expect(spoken(messagesIn(composer)).at(-1)).toBe('~assistant: An answer that was left.');
    expect(composer).toMatchObject({
      source: 'cursor:77041c40-5515-4e81-9496-bada92e91b4f',
      title: 'Knots',
      date: '2026-05-05T10:00:00.000Z',
      wingHint: 'rope',
      facts: { model: 'composer-x', cwd: '/home/ines/rope' },
    });
    expect(notKept(composer)).toEqual({
      'messages that the store no longer holds': 1,
      'second copies (rich text)': 1,
    });
    expect(notKept(tab)).toEqual({ 'damaged records': 1, 'empty drafts': 1 });
    expect(tab).toMatchObject({ source: 'cursor:old-tab-1', title: 'Old chat' });
    expect(spoken(messagesIn(tab))).toEqual(['user: Is hemp stronger?', 'assistant: Than cotton, yes.']);
  });

  it('gives exactly the texts of its source, as a database and as rows in JSON', async () => {
    await assertFaithful(cursor, (said) => ({ 'a.json': JSON.stringify(rowsOf(said)) }));
    const small = turns.map((said) => said.slice(0, 4));
    await assertFaithful(cursor, (said) => ({ 'state.vscdb': storeOf(said) }), small, undefined, longRun(6, 200));
  });

  it('is read from a private copy: nothing is written beside it, nothing stays behind, writes under way count', async () => {
    const folder = tempDir();
    mkdirSync(join(folder, 'tmp'));
    copyFileSync(join(FIXTURES, 'cursor/store/state.vscdb'), join(folder, 'state.vscdb'));
    const live = new sqlite.Database(join(folder, 'state.vscdb'));
    live.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
    const bubble = { bubbleId: 'b4', type: 2, text: 'Just now.' };
    live.run('INSERT INTO cursorDiskKV VALUES (?, ?)', [
      'bubbleId:77041c40-5515-4e81-9496-bada92e91b4f:b4',
      JSON.stringify(bubble),
    ]);
    const before = readdirSync(folder).sort();
    expect(before).toContain('state.vscdb-wal');
    const bytes = readFileSync(join(folder, 'state.vscdb'));
    const here = plainRoot(folder, 'notes');
    const runtime = testRuntime({ home: folder, env: { TMPDIR: join(folder, 'tmp') } });
    const result = await readSource(cursor, candidateOf(here, 'state.vscdb'), here, OPTIONS, runtime);
    expect('units' in result && spoken(messagesIn(result.units[0]))).toContain('assistant: Just now.');
    expect(readdirSync(folder).sort()).toEqual(before);
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
    expect(readFileSync(join(folder, 'state.vscdb')).equals(bytes)).toBe(true);
    live.close();
  });

  it('that is damaged, holds settings only or is gone is skipped by name', async () => {
    const store = readFileSync(join(FIXTURES, 'cursor/store/state.vscdb'));
    const damaged = Buffer.from(store);
    damaged.fill(0x5a, 100);
    expect((await skippedBecause(cursor, { 'state.vscdb': damaged })).reason).toBe('damaged');
    const empty = new sqlite.Database(join(tempDir(), 'e.db'));
    empty.exec('CREATE TABLE ItemTable (key TEXT, value BLOB)');
    const path = empty.all('PRAGMA database_list')[0]?.file;
    empty.close();
    expect(existsSync(String(path))).toBe(true);
    const settings = await skippedBecause(cursor, { 'state.vscdb': readFileSync(String(path)) });
    expect(settings.reason).toBe('bookkeeping');
  });
});

describe("Cursor's other forms", () => {
  it('markdown: a rule or the word User in an answer is text, the day of the export no date', async () => {
    const [unit] = await unitsOf(cursor, root, 'knots.md');
    expect(spoken(messagesIn(unit))).toEqual([
      'user: Which knot?',
      'assistant: A bowline.\n\n---\n\nIt does not slip.',
    ]);
    expect(unit).toMatchObject({ title: 'Knots at sea' });
    expect(unit?.date).toBeUndefined();
  });

  it('transcripts of agents: the words of the person without their tag, context beside them', async () => {
    const [unit] = await unitsOf(cursor, root, '8c51d4a6-f5a0-4c13-8e51-0e86259dcf8d.jsonl');
    expect(messagesIn(unit).map(({ speaker, kind, text }) => [speaker, kind, text])).toEqual([
      ['system', 'context', '<attached_files>\nrope.md\n</attached_files>\n'],
      ['user', 'text', 'Splice it.'],
      ['assistant', 'text', 'Spliced.'],
      ['assistant', 'tool_call', '{"f":1}'],
    ]);
    await assertFaithful(cursor, (said) => ({
      'a.jsonl': said
        .map(({ role, text }) => {
          const inside = role === 'user' ? `<user_query>\n${text}\n</user_query>` : text;
          return JSON.stringify({ role, message: { content: [{ type: 'text', text: inside }] } });
        })
        .join('\n'),
    }));
  });
});

/** Texts as they come back from markdown, where blank lines around a turn and CR LF are layout. */
const inMarkdown = ({ text }: Turn) => text.replaceAll('\r\n', '\n').replace(/^(?:[^\S\n]*\n)+|(?:\n[^\S\n]*)+$/g, '');
const plain = turns.map((said) =>
  said
    .map((turn) => ({ ...turn, text: turn.text.replace(/[^\w\n `äö你好，.-]/g, '') }))
    .filter(({ text }) => text.trim() !== ''),
);

describe('exports to markdown', () => {
  it('of Cursor give exactly the texts of their source', async () => {
    const some = plain.filter((said) => said.length > 0 && said.every(({ text }) => !text.trimEnd().endsWith('---')));
    await assertFaithful(
      cursor,
      (said) => ({
        'a.md': `# T\n_Exported on 1/1/2026 at 1:00:00 from Cursor (1.0)_\n\n${said.map(({ role, text }) => `---\n\n**${role === 'user' ? 'User' : 'Cursor'}**\n\n${text}\n\n`).join('')}---\n`,
      }),
      some,
      inMarkdown,
    );
  });

  it('of Windsurf give exactly the texts of their source', async () => {
    await assertFaithful(
      windsurf,
      (said) => ({
        'a.md': `# Cascade Chat Conversation\n\nNote: _x_\n\n${said.map(({ role, text }) => `### ${role === 'user' ? 'User Input' : 'Planner Response'}\n\n${text}\n\n`).join('')}`,
      }),
      plain.filter((said) => said.length > 0),
      inMarkdown,
    );
  });

  it('of Windsurf keep headings and emphasis of an answer, and traces of tools as such', async () => {
    const [unit] = await unitsOf(windsurf, plainRoot(join(FIXTURES, 'windsurf'), 'notes'), 'Mending nets.md');
    expect(unit?.title).toBe('Mending nets');
    expect(messagesIn(unit).map(({ speaker, kind, text }) => [speaker, kind, text])).toEqual([
      ['user', 'text', 'Mend the net.'],
      ['assistant', 'text', 'I look first.'],
      ['assistant', 'tool_call', '*Viewed [net](file:///home/ines/net) *'],
      ['assistant', 'text', '### Third hole\n\n**bold** and *both* stay.'],
    ]);
  });

  it('of either with CR LF or in UTF-16 are the same', async () => {
    const text = readFileSync(join(FIXTURES, 'windsurf/Mending nets.md'), 'utf8');
    const [unit] = await unitsOf(windsurf, plainRoot(join(FIXTURES, 'windsurf'), 'notes'), 'Mending nets.md');
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [text.replaceAll('\n', '\r\n'), wide])
      expect((await onlyUnit(windsurf, { 'Mending nets.md': bytes })).unit?.body.toString()).toBe(
        unit?.body.toString(),
      );
    expect((await unitsOfFiles(windsurf, { 'a.md': text }, 'a.md')).length).toBe(1);
    expect(await read(cursor, root, 'knots.md')).toEqual(await read(cursor, root, 'knots.md'));
  });
});
