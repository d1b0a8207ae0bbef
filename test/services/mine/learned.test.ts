import { afterEach, describe, expect, it } from 'vitest';
import { claudeCode } from '../../../src/sources/adapters/claude-code.js';
import type { SourceUnit } from '../../../src/sources/types.js';
import { assertClean, testPalace } from '../../support/palace.js';
import { commitCount, drawers, editBody, mineInto, snapshot, sourceFolder } from './support.js';

const SESSION = 'b1946ac9-0000-4000-8000-000000000002';
const NAME = `${SESSION}.jsonl`;

function session(...texts: string[]): string {
  return texts
    .map((text, at) => {
      const type = at % 2 === 0 ? 'user' : 'assistant';
      const message = { role: type, content: text };
      const timestamp = `2026-03-04T10:0${at}:00.000Z`;
      const parentUuid = at === 0 ? null : `u${at - 1}`;
      return `${JSON.stringify({ type, uuid: `u${at}`, parentUuid, sessionId: SESSION, timestamp, message })}\n`;
    })
    .join('');
}

const before = { version: claudeCode.version, read: claudeCode.read, readLong: claudeCode.readLong };

/** The adapter as a later program has it: another version, which may give more of each session. */
function asVersion(version: number, more: (unit: SourceUnit) => SourceUnit = (unit) => unit): void {
  const read: typeof claudeCode.read = async function* (...given) {
    for await (const unit of before.read(...given)) yield more(unit);
  };
  Object.assign(claudeCode, { version, read, readLong: undefined });
}

const withNotice = (unit: SourceUnit): SourceUnit => ({
  ...unit,
  body: Buffer.concat([unit.body, Buffer.from('### [system] notice\nsomething seen now\n\n')]),
  facts: { ...unit.facts, host: 'driftwood' },
});

describe('an adapter that learned to read more', () => {
  afterEach(() => {
    Object.assign(claudeCode, before);
  });

  it('brings its drawers up to date with the next mine, and says so; then nothing is left to do', async () => {
    const palace = await testPalace('system');
    const folder = sourceFolder('chats', { [NAME]: session('why?', 'because'), 'note.md': 'a note\n' });
    const first = await mineInto(palace, folder);
    expect(first.learned).toEqual([]);
    expect(drawers(palace).every(({ front }) => front.adapter_version === undefined)).toBe(true);

    asVersion(2, withNotice);
    const again = await mineInto(palace, folder);
    expect(again.drawers).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
    expect(again.learned).toEqual([{ adapter: 'claude-code', version: 2, drawers: 1 }]);
    const drawer = drawers(palace).find(({ front }) => front.source === `claude-code:${SESSION}`);
    expect(drawer?.front).toMatchObject({ adapter_version: 'claude-code/2', host: 'driftwood' });
    expect(drawer?.text).toContain('something seen now');
    expect(await mineInto(palace, folder)).toMatchObject({ learned: [], drawers: { changed: 0, unchanged: 2 } });

    // Who mines it for the first time with this program has the same file.
    const other = await testPalace('system');
    await mineInto(other, folder);
    expect(snapshot(other)).toEqual(snapshot(palace));
    assertClean(palace);
  });

  it('keeps an edit made by hand, whether the words changed or only the version', async () => {
    const palace = await testPalace('system');
    const folder = sourceFolder('chats', { [NAME]: session('why?', 'because') });
    const { files } = await mineInto(palace, folder);
    const path = drawers(palace)[0]?.path ?? '';
    editBody(palace, path, (text) => text.replace('why?', 'why, really?'));
    asVersion(2);
    expect((await mineInto(palace, folder)).learned).toHaveLength(1);
    expect(drawers(palace)[0]?.text).toContain('why, really?');
    asVersion(3, withNotice);
    expect((await mineInto(palace, folder)).drawers).toMatchObject({ merged: 1 });
    const [drawer, ...others] = drawers(palace);
    expect(others).toEqual([]);
    expect(drawer?.front).toMatchObject({ id: files[0]?.ids[0], adapter_version: 'claude-code/3' });
    expect(drawer?.text).toContain('why, really?');
    expect(drawer?.text).toContain('something seen now');
  });

  it('of an older program leaves what a newer one read, and says so', async () => {
    const palace = await testPalace('system');
    const folder = sourceFolder('chats', { [NAME]: session('why?', 'because') });
    asVersion(3, withNotice);
    await mineInto(palace, folder);
    const [was, commits] = [snapshot(palace), commitCount(palace)];
    Object.assign(claudeCode, before);
    folder.write(NAME, session('why?', 'because', 'and now?'));
    const old = await mineInto(palace, folder);
    expect(old.drawers).toMatchObject({ added: 0, changed: 0, unchanged: 1, removed: 0 });
    expect(old.notes.join(' ')).toMatch(/newer palace.*claude-code.*Update palace/);
    expect([snapshot(palace), commitCount(palace)]).toEqual([was, commits]);
  });
});
