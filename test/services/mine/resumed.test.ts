import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTranscript } from '../../../src/palace/transcript.js';
import type { Message } from '../../../src/palace/transcript-types.js';
import type { Palace } from '../../../src/palace/types.js';
import { joinTranscripts } from '../../../src/services/mine/resumed/join-transcripts.js';
import { longRun } from '../../support/counts.js';
import { assertClean, testPalace } from '../../support/palace.js';
import { drawers, editBody, mineInto, sourceFolder } from './support.js';

const OLD = 'b1946ac9-0000-4000-8000-00000000000a';
const NEW = '0c946ac9-0000-4000-8000-00000000000b';

/** A session file: messages one below the other, each said a minute after the one before. */
function session(id: string, words: readonly string[], more: object[] = []): string {
  let parent: string | null = null;
  const records = words.map((word) => {
    const at = Number(word.slice(1));
    const type = at % 2 === 0 ? 'user' : 'assistant';
    const timestamp = new Date(Date.UTC(2026, 2, 4, 10, at)).toISOString();
    const record = {
      type,
      uuid: `u-${word}`,
      parentUuid: parent,
      sessionId: id,
      timestamp,
      message: { role: type, content: word },
    };
    parent = record.uuid;
    return record;
  });
  return [...records, ...more].map((record) => `${JSON.stringify(record)}\n`).join('');
}

const begun = ['m0', 'm1', 'm2', 'm3'];
const goneOn = [...begun, 'm4', 'm5'];
const oldFile = { [`${OLD}.jsonl`]: session(OLD, begun) };
const newFile = { [`${NEW}.jsonl`]: session(NEW, goneOn) };

const said = (palace: Palace): string[][] =>
  drawers(palace).map(({ body }) => parseTranscript(body).map(({ text }) => text));

describe('a session that was resumed under another id', () => {
  it('lets the drawer of the old one grow, also when the old file is gone', async () => {
    const palace = await testPalace('system');
    const folder = sourceFolder('chats', oldFile);
    const first = await mineInto(palace, folder);
    folder.write(`${NEW}.jsonl`, newFile[`${NEW}.jsonl`] ?? '');
    const grown = await mineInto(palace, folder);
    expect(grown.drawers).toMatchObject({ added: 0, changed: 1, unchanged: 0 });
    expect(said(palace)).toEqual([goneOn]);
    expect(drawers(palace)[0]?.front).toMatchObject({
      id: first.files[0]?.ids[0],
      source: `claude-code:${OLD}`,
      resumed_as: [NEW],
    });
    const again = { added: 0, changed: 0, unchanged: 1 };
    expect((await mineInto(palace, folder)).drawers).toMatchObject(again);
    expect((await mineInto(palace, folder)).drawers).toMatchObject(again);

    folder.remove(`${OLD}.jsonl`);
    const title = { type: 'ai-title', aiTitle: 'Longer', sessionId: NEW };
    folder.write(`${NEW}.jsonl`, session(NEW, [...goneOn, 'm6'], [title]));
    expect((await mineInto(palace, folder)).drawers).toMatchObject({ added: 0, changed: 1, removed: 0 });
    expect(said(palace)).toEqual([[...goneOn, 'm6']]);
    expect(drawers(palace)[0]?.front.title).toBe('Longer');
    assertClean(palace);
  });

  it('is one drawer when the new file is read first, or both at once', async () => {
    const palace = await testPalace('system');
    const folder = sourceFolder('chats', newFile);
    await mineInto(palace, folder);
    folder.write(`${OLD}.jsonl`, oldFile[`${OLD}.jsonl`] ?? '');
    expect((await mineInto(palace, folder)).drawers).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    expect((await mineInto(palace, folder)).drawers).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    expect(said(palace)).toEqual([goneOn]);

    const both = await testPalace('system');
    const together = await mineInto(both, sourceFolder('chats', { ...oldFile, ...newFile }));
    expect(together.drawers).toMatchObject({ added: 1, unchanged: 0 });
    expect(together.sources).toEqual({ read: 2, skipped: 0 });
    expect(said(both)).toEqual([goneOn]);
    expect(drawers(both)[0]?.front.source).toBe(`claude-code:${OLD}`);
    expect(together.files.map(({ ids }) => ids.length)).toEqual([1, 1]);
  });

  it('keeps both lines where both went on, whichever is read last, and an edit made by hand', async () => {
    const palace = await testPalace('system');
    const folder = sourceFolder('chats', { ...oldFile, ...newFile });
    await mineInto(palace, folder);
    editBody(palace, drawers(palace)[0]?.path ?? '', (text) => text.replace('\nm1\n', '\nm1, by hand\n'));
    folder.write(`${OLD}.jsonl`, session(OLD, [...begun, 'm8', 'm9']));
    expect((await mineInto(palace, folder)).drawers).toMatchObject({ added: 0, removed: 0, merged: 1 });
    const [drawer, ...others] = drawers(palace);
    expect(others).toEqual([]);
    const messages = parseTranscript(drawer?.body ?? Buffer.alloc(0));
    expect(messages.map(({ text }) => text).sort()).toEqual(['m0', 'm1, by hand', 'm2', 'm3', 'm4', 'm5', 'm8', 'm9']);
    expect(messages.filter(({ attributes }) => attributes?.branch === 'alternate').map(({ text }) => text)).toEqual([
      'm4',
      'm5',
    ]);
    for (const file of [`${OLD}.jsonl`, `${NEW}.jsonl`]) {
      expect((await mineInto(palace, folder)).drawers).toMatchObject({ added: 0, changed: 0, merged: 0, removed: 0 });
      folder.remove(file);
    }
    assertClean(palace);
  });

  it('is another conversation where it only begins with the same words', async () => {
    const palace = await testPalace('system');
    const other = session(NEW, begun).replaceAll('u-m', 'v-m');
    const result = await mineInto(palace, sourceFolder('chats', { ...oldFile, [`${NEW}.jsonl`]: other }));
    expect(result.drawers.added).toBe(2);
  });
});

it('two transcripts that are joined hold every message of both once, and joining again adds nothing', () => {
  const message = fc.record({
    id: fc.integer({ min: 0, max: 12 }).map(String),
    minute: fc.integer({ min: 10, max: 59 }),
  });
  const transcript = fc.uniqueArray(message, { selector: ({ id }) => id, maxLength: 10 }).map((list) =>
    list.map(
      ({ id, minute }): Message => ({
        speaker: 'user',
        kind: 'text',
        id,
        text: id,
        time: `2026-03-04T10:${minute}:00Z`,
      }),
    ),
  );
  fc.assert(
    fc.property(transcript, transcript, (filed, fresh) => {
      const { relation, messages } = joinTranscripts(filed, fresh);
      const ids = messages.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect([...ids].sort()).toEqual([...new Set([...filed, ...fresh].map(({ id }) => id))].sort());
      if (relation === 'forked') expect(messages.length).toBeGreaterThan(Math.max(filed.length, fresh.length));
      for (const part of [filed, fresh]) expect(['within', 'same']).toContain(joinTranscripts(messages, part).relation);
    }),
    { numRuns: longRun(200, 5000) },
  );
});

it('two transcripts are joined however much only one of them says', () => {
  const said = (id: string, second: number): Message => ({
    speaker: 'user',
    kind: 'text',
    id,
    text: id,
    time: new Date(Date.UTC(2026, 2, 4) + second * 1000).toISOString(),
  });
  const many = Array.from({ length: 200_000 }, (_, at) => said(`old ${at}`, 1));
  const { relation, messages } = joinTranscripts([said('both', 0), ...many], [said('both', 0), said('new', 2)]);
  expect(relation).toBe('forked');
  expect(messages).toHaveLength(200_002);
});
