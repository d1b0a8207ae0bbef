import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slack } from '../../src/sources/adapters/slack.js';
import { chooseAdapter } from '../../src/sources/registry.js';
import { SlackDirectory } from '../../src/sources/slack/directory.js';
import { blocksText, readable } from '../../src/sources/slack/text.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { describeSamples } from './shared-fixtures.js';
import { candidateOf, messagesIn, notKept, plainRoot, read, unitsOf, write } from './support.js';

const USERS = [
  { id: 'U00000ANN', team_id: 'T0000TEAM', profile: { display_name: 'ann' } },
  { id: 'U000000BO', profile: { display_name: '', real_name: 'Bo & Co' } },
  { id: 'U0000ROBO', is_bot: true, profile: { real_name: 'Robo', bot_id: 'B0000ROBO' } },
];
const say = (n: number, more: object) => ({
  type: 'message',
  user: 'U00000ANN',
  ts: `17724420${10 + n}.000200`,
  ...more,
});
const json = (value: unknown) => JSON.stringify(value);

function exported(files: Record<string, string | Buffer>) {
  return plainRoot(write(tempDir(), { 'users.json': json(USERS), ...files }), 'notes');
}

async function conversation(files: Record<string, string | Buffer>, name: string) {
  return (await unitsOf(slack, exported(files), name))[0];
}

describe('a Slack export', () => {
  it('writes markup readably and decodes entities once', () => {
    const directory = new SlackDirectory();
    for (const user of USERS) directory.addUser(user);
    directory.addChannel({ id: 'C0000GEN', name: 'general' }, 'channel', 'x');
    const shown = (raw: string) => readable(raw, directory);
    expect(shown('<@U00000ANN> <@U000000BO|b> <@U9> <@U8|old>')).toBe('@ann @Bo & Co @U9 @old');
    expect(shown('<#C0000GEN> <#C0000GEN|gen> <#C1>')).toBe('#general #gen #C1');
    expect(shown('<https://a.b/?x=1&amp;y=2|a &lt;b&gt;> <mailto:a@b.c>')).toBe(
      'a <b> (https://a.b/?x=1&y=2) mailto:a@b.c',
    );
    expect(shown('<!here> <!subteam^S1|@ops> <!subteam^S2> <!date^1^{x}|Monday> &amp;lt; <b>')).toBe(
      '@here @ops @S2 Monday &lt; <b>',
    );
    expect(
      blocksText([
        { type: 'header', text: { type: 'plain_text', text: 'Title' } },
        { type: 'section', text: { type: 'mrkdwn', text: '*bold*' }, fields: [{ type: 'mrkdwn', text: 'a' }] },
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [
                { type: 'text', text: 'hi ' },
                { type: 'user', user_id: 'U00000ANN' },
              ],
            },
          ],
        },
      ]),
    ).toBe('Title\n*bold*\na\nhi <@U00000ANN>');
  });

  it('has people, bots, threads, edits, files and snippets in their places', async () => {
    const unit = await conversation(
      {
        'channels.json': json([{ id: 'C0000GEN', name: 'general', topic: { value: 'Keys' } }]),
        'general/2026-03-02.json': json([
          say(0, { text: 'start', thread_ts: '1772442010.000200' }),
          say(1, {
            user: 'U0000ROBO',
            bot_id: 'B0000ROBO',
            text: '',
            blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'done' } }],
          }),
          say(2, { text: 'reply', thread_ts: '1772442010.000200', edited: { ts: '1772442030.000000' } }),
          say(3, {
            text: '',
            files: [{ name: 'a.sh', mode: 'snippet', preview: 'ls', url_private: 'https://x/?t=xoxe-1' }],
          }),
          say(4, {
            subtype: 'bot_message',
            user: undefined,
            username: 'Hook',
            text: 'x',
            attachments: [{ pretext: 'p', text: 't', fields: [{ title: 'f', value: 'v' }] }],
          }),
          say(5, { user: 'U7', user_profile: { real_name: 'Guest' }, text: 'hello' }),
        ]),
        'general/2026-03-03.json': json([say(20, { subtype: 'channel_leave', text: '<@U00000ANN> has left' })]),
      },
      'general/2026-03-02.json',
    );
    expect(unit).toMatchObject({
      source: 'slack:T0000TEAM/C0000GEN',
      title: 'general',
      facts: { channel: 'channel', topic: 'Keys' },
    });
    expect(messagesIn(unit).map(({ speaker, kind, text, attributes }) => [speaker, kind, text, attributes])).toEqual([
      ['ann', 'text', 'start', { thread: '1772442010.000200' }],
      ['Robo', 'text', 'done', { role: 'bot' }],
      [
        'ann',
        'text',
        'reply',
        { thread: '1772442010.000200', reply_to: '1772442010.000200', edited: '2026-03-02T09:00:30.000Z' },
      ],
      ['ann', 'attachment', 'ls', { title: 'a.sh' }],
      ['Hook', 'text', 'x', { role: 'bot', subtype: 'bot_message' }],
      ['Hook', 'attachment', 'p\nt\nf: v', { role: 'bot' }],
      ['Guest', 'text', 'hello', undefined],
      ['ann', 'notice', '@ann has left', { raw: '<@U00000ANN> has left', subtype: 'channel_leave' }],
    ]);
    expect(unit?.body.includes('xoxe')).toBe(false);
    expect(notKept(unit)).toEqual({ 'addresses of files (with tokens)': 1, 'copies of profiles': 1 });
  });

  it('is one conversation for all days; the first readable one owns it', async () => {
    const root = exported({
      'dms.json': json([{ id: 'D0000ANBO', members: ['U00000ANN', 'U000000BO'] }]),
      'D0000ANBO/2026-03-01.json': 'not slack',
      'D0000ANBO/2026-03-02.json': '[]',
      'D0000ANBO/2026-03-03.json': json([say(1, { text: 'one' })]),
      'D0000ANBO/2026-03-04.json': json([say(2, { text: 'two' })]),
    });
    const [unit] = await unitsOf(slack, root, 'D0000ANBO/2026-03-02.json');
    expect(unit).toMatchObject({ source: 'slack:T0000TEAM/D0000ANBO', title: 'ann, Bo & Co' });
    expect(messagesIn(unit).map(({ text }) => text)).toEqual(['one', 'two']);
    for (const day of ['03', '04'])
      expect(await read(slack, root, `D0000ANBO/2026-03-${day}.json`)).toMatchObject({
        skipped: { reason: 'part-of', detail: 'read with 2026-03-02.json' },
      });
    expect(await read(slack, root, 'users.json')).toMatchObject({ skipped: { reason: 'bookkeeping' } });
    expect(chooseAdapter(candidateOf(root, 'dms.json'), undefined, 'chats')?.name).toBe('slack');
  });

  it('keeps what is whole of damaged days, and messages written twice once', async () => {
    const good = [say(1, { text: 'one' }), say(2, { text: 'two' })].map(json);
    const unit = await conversation(
      {
        'a/2026-03-01.json': `\ufeff[${good[0]}, {"type":"message","text":, }, ${good[1]}, 7]`,
        'a/2026-03-02.json': `[${json(say(1, { text: 'one again' }))},${json(say(2, { subtype: 'message_changed', message: say(2, { text: 'two edited' }) }))},${json(say(3, { text: 'three' }))},{"type":"mess`,
        'a/2026-03-03.json': Buffer.from(`\ufeff[${json(say(0, { text: 'früh' }))}]`, 'utf16le'),
      },
      'a/2026-03-01.json',
    );
    expect(messagesIn(unit).map(({ text }) => text)).toEqual(['one', 'two edited', 'three', 'früh']);
    expect(notKept(unit)).toEqual({ 'damaged records': 2, 'records that are no messages': 1, 'repeated records': 2 });
    expect(unit?.notes).toEqual([expect.stringContaining('go backwards')]);
    expect(unit?.source).toBe('slack:T0000TEAM/a');
  });

  it('reads a list of messages that stands alone, without times where there are none', async () => {
    const unit = await conversation(
      {
        'talk.json': json([
          { type: 'message', user: 'U1', text: 'one' },
          { type: 'message', user: 'U2', text: 'two' },
        ]),
      },
      'talk.json',
    );
    expect(unit?.source).toMatch(/^file:.*#talk\.json$/);
    expect(messagesIn(unit).map(({ speaker, text, time }) => [speaker, text, time])).toEqual([
      ['U1', 'one', undefined],
      ['U2', 'two', undefined],
    ]);
  });

  it('does not take lists and data of other programs', () => {
    const root = plainRoot(
      write(tempDir(), {
        'users.json': json([{ id: 1, name: 'x' }]),
        'channels.json': json([{ id: 'UC123', title: 'tube' }]),
        '2026-03-02.json': json([{ type: 'metric', ts: '1.2' }]),
        'data.json': json([{ type: 'message', body: 'x' }]),
      }),
    );
    for (const file of ['users.json', 'channels.json', '2026-03-02.json', 'data.json'])
      expect(slack.detect(candidateOf(root, file)), file).toBe(0);
  });

  it('gives back every text in order, however many', async () => {
    const text = fc.string({ minLength: 1, maxLength: 30 }).map((one) => one.replaceAll(/[<>&\ud800-\udfff]/g, '_'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(text, { maxLength: 5 }), { minLength: 1, maxLength: 4 }), async (days) => {
        fc.pre(days.some((day) => day.length > 0));
        let n = 0;
        const files = Object.fromEntries(
          days.map((day, index) => [`c/2026-03-0${index + 1}.json`, json(day.map((said) => say(n++, { text: said })))]),
        );
        expect(messagesIn(await conversation(files, 'c/2026-03-01.json')).map(({ text: said }) => said)).toEqual(
          days.flat(),
        );
      }),
      { numRuns: longRun(30, 1000) },
    );
    const count = longRun(5000, 100_000);
    const many = Array.from({ length: count }, (_, n) => ({
      ...say(0, { text: `turn ${n}` }),
      ts: `${1772442010 + n}.000100`,
    }));
    many.push({ ...say(0, { text: 'x'.repeat(5_000_000) }), ts: '1792442010.000100' });
    const unit = await conversation({ 'c/2026-03-01.json': json(many) }, 'c/2026-03-01.json');
    expect(messagesIn(unit)).toHaveLength(count + 1);
  });
});

describeSamples('slack');
