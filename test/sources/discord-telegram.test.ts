import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discord } from '../../src/sources/adapters/discord.js';
import { telegram } from '../../src/sources/adapters/telegram.js';
import type { SourceAdapter } from '../../src/sources/types.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { describeSamples } from './shared-fixtures.js';
import { candidateOf, messagesIn, notKept, plainRoot, read, unitsOf, write } from './support.js';

describeSamples('discord');
describeSamples('telegram');

const json = JSON.stringify;
const channel = (messages: unknown[]) => ({
  guild: { id: '1', name: 'G' },
  channel: { id: '2', name: 'c', topic: 'T' },
  dateRange: {},
  exportedAt: '2026-04-01T10:00:00+02:00',
  messages,
  messageCount: messages.length,
});
const post = (n: number, more: object = {}) => ({
  id: String(n),
  type: 'Default',
  timestamp: new Date(1_769_936_400_000 + n * 1000).toISOString(),
  content: `post ${n}`,
  author: { id: '7', name: 'ann', nickname: 'Ann' },
  ...more,
});
const chat = (messages: unknown[], more: object = {}) => ({
  name: 'C',
  type: 'personal_chat',
  id: 3,
  ...more,
  messages,
});
const line = (n: number, more: object = {}) => ({
  id: n,
  type: 'message',
  date: '2026-02-01T10:00:00',
  date_unixtime: String(1_769_936_400 + n),
  from: 'Ann',
  from_id: 'user1',
  text: `line ${n}`,
  ...more,
});

async function unitOf(adapter: SourceAdapter, content: string | Buffer, name = 'x.json') {
  return (await unitsOf(adapter, plainRoot(write(tempDir(), { [name]: content }), 'notes'), name))[0];
}
const said = async (adapter: SourceAdapter, content: string | Buffer) =>
  messagesIn(await unitOf(adapter, content)).map(({ text }) => text);

describe('a channel of Discord', () => {
  it('has embeds, forwards, polls, stickers and calls, each as what it is', async () => {
    const unit = await unitOf(
      discord,
      json(
        channel([
          post(1, {
            content: '',
            author: { name: 'robo', isBot: true },
            embeds: [{ title: 'T', description: 'D', fields: [{ name: 'f', value: 'v' }] }],
          }),
          post(2, { embeds: [{ title: 'Preview', url: 'https://a.b' }] }),
          post(3, {
            content: '',
            reference: { type: 'Forward', messageId: '1' },
            forwardedMessage: { content: 'from afar', timestamp: '2026-01-01T00:00:00.1234567+00:00' },
          }),
          post(4, { type: 'Call', content: 'Started a call.' }),
          post(5, { content: '' }),
        ]),
      ),
    );
    expect(unit).toMatchObject({ source: 'discord:2', title: 'G / c', facts: { topic: 'T' } });
    expect(messagesIn(unit).map(({ speaker, kind, text, attributes }) => [speaker, kind, text, attributes])).toEqual([
      ['robo', 'text', 'T\nD\nf: v', { role: 'bot', embed: 'true' }],
      ['Ann', 'text', 'post 2', undefined],
      ['Ann', 'attachment', 'Preview', { embed: 'true', link: 'https://a.b' }],
      ['Ann', 'text', 'from afar', { forward_of: '1', forwarded: 'true', said: '2026-01-01T00:00:00.123Z' }],
      ['Ann', 'notice', 'Started a call.', { subtype: 'Call' }],
    ]);
    expect(notKept(unit)).toEqual({ 'messages without text': 1 });
  });

  it('in parts gives a conversation each', async () => {
    const root = plainRoot(
      write(tempDir(), { 'c.json': json(channel([post(1)])), 'c [part 2].json': json(channel([post(2)])) }),
      'notes',
    );
    expect((await unitsOf(discord, root, 'c.json'))[0]?.source).toBe('discord:2/part-1');
    expect((await unitsOf(discord, root, 'c [part 2].json'))[0]?.source).toBe('discord:2/part-2');
  });

  it('that is cut or damaged keeps its name and the whole messages', async () => {
    const whole = json(channel([post(1), post(2), post(3)]));
    const cut = await unitOf(discord, `\ufeff${whole.slice(0, whole.indexOf('post 3'))}`);
    expect(cut).toMatchObject({ title: 'G / c', source: 'discord:2' });
    expect(messagesIn(cut).map(({ text }) => text)).toEqual(['post 1', 'post 2']);
    expect(notKept(cut)).toEqual({ 'damaged records': 1 });
    const broken = await unitOf(discord, whole.replace('"content":"post 2"', '"content":post 2'));
    expect(messagesIn(broken).map(({ text }) => text)).toEqual(['post 1', 'post 3']);
    expect(await said(discord, Buffer.from(`\ufeff${whole}`, 'utf16le'))).toHaveLength(3);
    expect(await said(discord, json(channel([post(1), post(1), 7, post(0)])))).toEqual(['post 1', 'post 0']);
    expect(await read(discord, plainRoot(write(tempDir(), { 'x.json': json(channel([])) })), 'x.json')).toMatchObject({
      skipped: { reason: 'empty' },
    });
  });
});

describe('chats of Telegram', () => {
  it('have places, contacts without numbers, media, links, polls and status lines', async () => {
    const unit = await unitOf(
      telegram,
      json(
        chat([
          line(1, { text: '', contact_information: { first_name: 'Bo', last_name: 'L', phone_number: '+00 555' } }),
          line(2, { text: '', location_information: { latitude: 1.5, longitude: 2 }, place_name: 'Pier' }),
          line(3, { text: [{ type: 'text_link', text: 'map', href: 'https://a.b' }], via_bot: '@maps' }),
          line(4, { text: '', poll: { question: 'Q?', answers: [{ text: 'a' }, { text: 'b' }] } }),
          line(5, {
            type: 'service',
            text: '',
            actor: 'Ann',
            action: 'phone_call',
            duration_seconds: 9,
            from: undefined,
          }),
          line(6, { date_unixtime: undefined, from: null }),
          line(7, { text: '', file: 'files/a.pdf', file_name: 'a.pdf', mime_type: 'application/pdf', file_size: 5 }),
        ]),
      ),
    );
    expect(
      messagesIn(unit).map(({ speaker, kind, text, time, attributes }) => [
        speaker,
        kind,
        text,
        time?.slice(11),
        attributes,
      ]),
    ).toEqual([
      ['Ann', 'attachment', '', '09:00:01.000Z', { type: 'contact', title: 'Bo L' }],
      ['Ann', 'attachment', '', '09:00:02.000Z', { type: 'location', title: 'Pier; 1.5, 2' }],
      ['Ann', 'text', 'map', '09:00:03.000Z', { via_bot: '@maps', links: 'https://a.b' }],
      ['Ann', 'text', 'Q?\na\nb', '09:00:04.000Z', { poll: 'true' }],
      ['Ann', 'notice', '', '09:00:05.000Z', { action: 'phone_call', duration_seconds: '9' }],
      ['user1', 'text', 'line 6', '10:00:00', undefined],
      [
        'Ann',
        'attachment',
        '',
        '09:00:07.000Z',
        { title: 'a.pdf', type: 'application/pdf', bytes: '5', link: 'files/a.pdf' },
      ],
    ]);
    expect(unit?.body.includes('555')).toBe(false);
  });

  it('of an account are each a conversation, left ones too, and the account itself is not read', async () => {
    const account = {
      about: 'Here is the data you requested.',
      personal_information: { phone_number: '+00 999' },
      chats: {
        about: '',
        list: [
          chat([line(1)]),
          chat([], { id: 4 }),
          chat([line(2)], { id: 5, name: undefined, type: 'saved_messages' }),
        ],
      },
      left_chats: { about: '', list: [chat([line(3)], { id: 6, name: 'Left' })] },
    };
    const root = plainRoot(
      write(tempDir(), { 'a.json': json(account), 'b.json': json({ ...account, left_chats: undefined }) }),
      'notes',
    );
    expect(telegram.detect(candidateOf(root, 'a.json'))).toBe(0.95);
    const units = await unitsOf(telegram, root, 'a.json');
    expect(units.map(({ source, title }) => [source, title])).toEqual([
      ['telegram:3', 'C'],
      ['telegram:5', 'Saved messages'],
      ['telegram:6', 'Left'],
    ]);
    expect(units.some(({ body }) => body.includes('999'))).toBe(false);
    expect(await unitsOf(telegram, root, 'b.json')).toHaveLength(2);
    const text = json(account);
    write(root.path, { 'c.json': text.slice(0, text.indexOf('line 3')) });
    const cut = await unitsOf(telegram, root, 'c.json');
    expect(cut).toHaveLength(2);
    expect(notKept(cut.at(-1))).toMatchObject({ 'unfinished last conversation': 1 });
  });

  it('that are cut, damaged, repeated or in UTF-16 keep what is whole', async () => {
    const whole = json(chat([line(1), line(2), line(3)]));
    expect(await said(telegram, whole.slice(0, -30))).toEqual(['line 1', 'line 2']);
    expect(await said(telegram, whole.replace('"text":"line 2"', '"text":line'))).toEqual(['line 1', 'line 3']);
    expect(await said(telegram, Buffer.from(`\ufeff${whole}`, 'utf16le'))).toHaveLength(3);
    const back = await unitOf(telegram, json(chat([line(2), line(1), line(2), {}])));
    expect(notKept(back)).toEqual({ 'records that are no messages': 1, 'repeated records': 1 });
    expect(back?.notes).toEqual([expect.stringContaining('go backwards')]);
  });
});

describe('Discord and Telegram', () => {
  it('give back every text in order, however many', async () => {
    const texts = fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(texts, async (all) => {
        expect(await said(discord, json(channel(all.map((content, n) => post(n, { content })))))).toEqual(all);
        const split = all.map((text, n) =>
          line(n, { text: n % 2 ? text : [text.slice(0, 1), { type: 'bold', text: text.slice(1) }] }),
        );
        expect(await said(telegram, json(chat(split)))).toEqual(all);
      }),
      { numRuns: longRun(40, 1000) },
    );
    const count = longRun(5000, 100_000);
    const many = Array.from({ length: count }, (_, n) => n);
    const long = 'x'.repeat(5_000_000);
    expect(await said(discord, json(channel([...many.map((n) => post(n)), post(-1, { content: long })])))).toHaveLength(
      count + 1,
    );
    expect(await said(telegram, json(chat([...many.map((n) => line(n)), line(count, { text: long })])))).toHaveLength(
      count + 1,
    );
  });

  it('do not take other JSON', () => {
    const root = plainRoot(
      write(tempDir(), {
        'a.json': '{"messages":[]}',
        'b.json': '{"guild":{},"messages":[]}',
        'c.json': '{"type":"x","messages":[]}',
      }),
    );
    for (const file of ['a.json', 'b.json', 'c.json'])
      expect([discord, telegram].map((one) => one.detect(candidateOf(root, file)))).toEqual([0, 0]);
  });
});
