import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { opencode } from '../../src/sources/adapters/opencode.js';
import { tempDir } from '../support/temp.js';
import { assertFaithful, onlyUnit, skippedBecause, unitsOfFiles } from './agent-support.js';
import { describeSamples } from './shared-fixtures.js';
import { messagesIn, notKept, plainRoot, read, unitsOf } from './support.js';

const SAMPLES = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/sources/opencode');
const SESSION = 'ses_000000000001Invented';
const STORED = `storage/session/${'cd'.repeat(20)}/${SESSION}.json`;

describeSamples('opencode');

const id = (prefix: string, at: number) => `${prefix}_${String(at).padStart(9, '0')}`;

describe('a session of opencode', () => {
  it('is the same in both forms, in the order of its ids', async () => {
    const root = plainRoot(SAMPLES, 'notes');
    const [exported] = await unitsOf(opencode, root, 'export.json');
    const [stored] = await unitsOf(opencode, root, STORED);
    expect(messagesIn(exported).map(({ speaker, kind, text }) => [speaker, kind, text])).toEqual([
      ['user', 'text', 'Which pigeon is missing?'],
      ['user', 'attachment', ''],
      ['assistant', 'thinking', 'Count them.'],
      ['assistant', 'tool_call', '{"command":"ls loft"}'],
      ['tool', 'tool_result', 'no loft'],
      ['assistant', 'text', 'The blue one.'],
      ['system', 'context', expect.stringContaining('brand-new')],
      ['system', 'summary', 'One pigeon is missing.'],
    ]);
    expect(stored?.body.equals(exported?.body ?? Buffer.alloc(0))).toBe(true);
    expect(stored?.source).toBe(exported?.source);
    expect(exported).toMatchObject({
      source: `opencode:${SESSION}`,
      title: 'Missing pigeon',
      wingHint: 'loft',
      facts: { model: 'sonnet-x', cwd: '/home/ines/loft' },
    });
    expect(notKept(exported)).toMatchObject({ 'repeated records': 1, 'bookkeeping records': 1, 'attachment data': 1 });
  });

  it('of which the own file is gone is owned by its first message', async () => {
    const folder = tempDir();
    cpSync(SAMPLES, folder, { recursive: true });
    const root = plainRoot(folder, 'notes');
    const first = `storage/message/${SESSION}/msg_001.json`;
    expect(await read(opencode, root, first)).toMatchObject({ skipped: { reason: 'part-of' } });
    rmSync(join(folder, STORED));
    const [unit] = await unitsOf(opencode, root, first);
    expect(unit?.source).toBe(`opencode:${SESSION}`);
    expect(messagesIn(unit)).toHaveLength(8);
    for (const other of [`storage/message/${SESSION}/msg_002.json`, 'storage/part/msg_001/prt_001.json'])
      expect(await read(opencode, root, other)).toMatchObject({ skipped: { reason: 'part-of' } });
  });

  it('gives exactly the texts of its source', async () => {
    await assertFaithful(opencode, (said) => ({
      'a.json': JSON.stringify({
        info: { id: 'ses_1' },
        messages: said.map(({ role, text }, at) => ({
          info: { id: id('msg', at), role },
          parts: [{ id: id('prt', at), type: 'text', text }],
        })),
      }),
    }));
  });

  it('marks what was undone, and leaves sub-agents out of folders', async () => {
    const messages = ['one', 'two', 'three'].map((text, at) => ({
      info: { id: id('msg', at), role: 'user' },
      parts: [{ id: id('prt', at), type: 'text', text }],
    }));
    const undone = { info: { id: 'ses_1', revert: { messageID: id('msg', 1) } }, messages };
    expect((await onlyUnit(opencode, { 'a.json': JSON.stringify(undone) })).said).toEqual([
      'user: one',
      '~user: two',
      '~user: three',
    ]);
    const child = { 'a.json': JSON.stringify({ info: { id: 'ses_2', parentID: 'ses_1' }, messages }) };
    expect((await skippedBecause(opencode, child)).reason).toBe('sub-agent');
    const [unit] = await unitsOfFiles(opencode, child, 'a.json', { subagents: true });
    expect(unit?.facts?.parent).toBe('opencode:ses_1');
  });

  it('with broken files in its storage gives the rest, counted', async () => {
    const { said, unit } = await onlyUnit(
      opencode,
      {
        'storage/session/p/ses_1.json': '{"id":"ses_1"}',
        'storage/message/ses_1/msg_1.json': '{"id":"msg_1","role":"user"}',
        'storage/message/ses_1/msg_2.json': '{"id":"msg',
        'storage/part/msg_1/prt_1.json': '{"id":"prt_1","type":"text","text":"here"}',
        'storage/part/msg_1/prt_2.json': '',
      },
      'storage/session/p/ses_1.json',
    );
    expect(said).toEqual(['user: here']);
    expect(notKept(unit)['damaged records']).toBe(2);
  });
});
