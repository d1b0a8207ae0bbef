import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ShownMessage } from '../../src/services/show/conversation.js';
import { showDrawer } from '../../src/services/show/show.js';
import { drawers, mineInto, sourceFolder } from '../services/mine/support.js';
import { ENGINES } from '../support/engines.js';
import { assertClean, type TestPalace, testPalace } from '../support/palace.js';
import { count, firstHit, session } from './support.js';

const CODE =
  'Here it is:\n\n```python\ndef tide(day):\n    if day > 29:\n\n        return None\n\treturn day\n```\n\n  indented after';

/** Who said what, as `show --messages` gives it. */
async function said(palace: TestPalace, id: string): Promise<[string, string][]> {
  const { result } = await showDrawer(palace, { drawer: id, messages: true });
  return (result.messages ?? []).map(({ speaker, text }) => [speaker, text]);
}

describe.each(ENGINES)('acceptance: conversations (%s git)', (engine) => {
  it('29: a code block of an answer keeps its newlines and indentation, from a session and from a transcript', async () => {
    const palace = await testPalace(engine);
    const chats = sourceFolder('chats', {
      's.jsonl': session('s', ['user', 'how do tides work?'], ['assistant', [{ type: 'text', text: CODE }]]),
      't.md': `> how do tides turn?\n> in the north?\n${CODE}\n\n> thanks\nYou are welcome.\n`,
    });
    await mineInto(palace, chats, { mode: 'chats', wing: 'talk' });
    const stored = drawers(palace);
    expect(stored).toHaveLength(2);
    for (const { front } of stored) {
      const messages = await said(palace, front.id ?? '');
      expect(messages[1]).toEqual(['assistant', CODE]);
    }
    const hit = await firstHit(palace, 'return None tide day');
    expect(hit.text).toContain('    if day > 29:\n\n        return None\n\treturn day\n');
    assertClean(palace);
  });

  it('30: text before the first user turn is kept; a user message of many lines is wholly the user’s', async () => {
    const palace = await testPalace(engine);
    const long = 'first line\n\nsecond paragraph\n  indented\n- a list\n### [assistant] not a header\nlast line';
    const chats = sourceFolder('chats', {
      's.jsonl': session('s', ['assistant', 'Welcome back to marble.'], ['user', long], ['assistant', 'Understood.']),
      't.md': `# Talk about slate\n\nSome words before.\n\n> one question\n> of several lines\n>\n> and a paragraph\nThe answer.\n\n> more\nYes.\n`,
    });
    await mineInto(palace, chats, { mode: 'chats', wing: 'talk' });
    expect(await said(palace, (await firstHit(palace, 'marble')).id)).toEqual([
      ['assistant', 'Welcome back to marble.'],
      ['user', long],
      ['assistant', 'Understood.'],
    ]);
    expect(await said(palace, (await firstHit(palace, 'slate')).id)).toEqual([
      ['preamble', '# Talk about slate\n\nSome words before.'],
      ['user', 'one question\nof several lines\n\nand a paragraph'],
      ['assistant', 'The answer.'],
      ['user', 'more'],
      ['assistant', expect.stringMatching(/^Yes\.\n?$/)],
    ]);
  });

  it('31: of a transcript that grew by two turns only these are new, and they are found', async () => {
    const palace = await testPalace(engine);
    const turns: ['user' | 'assistant', string][] = [
      ['user', 'why marble?'],
      ['assistant', 'It was there.'],
    ];
    const chats = sourceFolder('chats', { 's.jsonl': session('s', ...turns) });
    await mineInto(palace, chats, { mode: 'chats' });
    const { id } = await firstHit(palace, 'marble');
    const before = await said(palace, id);
    turns.push(['user', 'and the granite?'], ['assistant', 'Too heavy, said the mason.']);
    chats.write('s.jsonl', session('s', ...turns));
    expect((await mineInto(palace, chats, { mode: 'chats' })).drawers).toMatchObject({ added: 0, changed: 1 });
    expect(await firstHit(palace, 'granite mason')).toMatchObject({ id });
    expect(await said(palace, id)).toEqual([...before, ...turns.slice(2)]);
    expect(await count(palace, 'marble')).toBe(1);
    assertClean(palace);
  });

  it('32: an export of ChatGPT with three conversations gives three; a regenerated answer is kept as alternate', async () => {
    const palace = await testPalace(engine);
    const chats = sourceFolder('chats', {
      'conversations.json': JSON.stringify([
        chatgptTalk('Herons', 1_748_770_000, [['what is a heron?'], ['A bird.', 'A tall bird.']]),
        chatgptTalk('Weirs', 1_748_880_000, [['what is a weir?'], ['A low dam.']]),
        chatgptTalk('Locks', 1_748_990_000, [['what is a lock?'], ['A chamber.']]),
      ]),
    });
    expect((await mineInto(palace, chats, { mode: 'chats' })).drawers).toMatchObject({ added: 3 });
    const stored = drawers(palace).map(({ front }) => [front.title, front.date]);
    expect(stored.sort()).toEqual([
      ['Herons', '2025-06-01T09:26:40.000Z'],
      ['Locks', '2025-06-03T22:33:20.000Z'],
      ['Weirs', '2025-06-02T16:00:00.000Z'],
    ]);
    const heron = drawers(palace).find(({ front }) => front.title === 'Herons');
    const messages = await messagesOf(palace, heron?.front.id ?? '');
    expect(messages.map(({ role, text, attributes }) => [role, text, attributes?.branch])).toEqual([
      ['user', 'what is a heron?', undefined],
      ['assistant', 'A bird.', 'alternate'],
      ['assistant', 'A tall bird.', undefined],
    ]);
  });

  it('33: unknown JSON is filed as text, with a warning that says so', async () => {
    const palace = await testPalace(engine);
    const chats = sourceFolder('chats', { 'odd.json': '{"talk": [["ann", "the words about basalt"]]}' });
    const result = await mineInto(palace, chats, { mode: 'chats' });
    expect(result.drawers.added).toBe(1);
    expect(result.notes).toContainEqual(expect.stringMatching(/odd\.json: no known chat format; filed as plain text/));
    expect((await firstHit(palace, 'basalt')).text).toContain('the words about basalt');
  });

  it('34: a reminder block of the program is removed and counted; in prose it stays, and an unclosed tag eats nothing', async () => {
    const palace = await testPalace(engine);
    const prose = 'Why does <system-reminder>x</system-reminder> stand in this line?';
    const open = 'See:\n<system-reminder>\nthis is never closed';
    const chats = sourceFolder('chats', {
      's.jsonl': session(
        's',
        ['user', prose],
        ['assistant', [{ type: 'tool_use', id: 't1', name: 'Read', input: { path: 'a' } }]],
        [
          'user',
          [
            {
              type: 'tool_result',
              tool_use_id: 't1',
              content: 'line one\n\n<system-reminder>\nbe brief about pumice\n</system-reminder>',
            },
          ],
        ],
        ['user', open],
        ['assistant', 'I see.'],
      ),
    });
    const result = await mineInto(palace, chats, { mode: 'chats' });
    expect(result.not_kept).toContainEqual(expect.objectContaining({ what: 'system-reminder blocks', count: 1 }));
    const [drawer] = drawers(palace);
    const texts = (await messagesOf(palace, drawer?.front.id ?? '')).map(({ text }) => text);
    expect(texts).toContain(prose);
    expect(texts).toContain(open);
    expect(texts.some((text) => text.startsWith('line one'))).toBe(true);
    expect(drawer?.text).not.toContain('pumice');
  });

  it('35: transcripts of sub-agents are left out and counted, unless they are asked for', async () => {
    const palace = await testPalace(engine);
    const agent = session('s', ['user', 'look for obsidian'], ['assistant', 'There is obsidian here.']);
    const chats = sourceFolder('chats', {
      's.jsonl': session('s', ['user', 'find the stones'], ['assistant', 'They are found.']),
      's/subagents/agent-a1.jsonl': agent.replaceAll('"isSidechain":false', '"isSidechain":true,"agentId":"a1"'),
    });
    const result = await mineInto(palace, chats, { mode: 'chats' });
    expect(result.not_kept).toContainEqual(expect.objectContaining({ what: 'sub-agent transcripts', count: 1 }));
    expect(await count(palace, 'obsidian')).toBe(0);
    expect(await count(palace, 'stones')).toBe(1);
  });

  it('reference 22.2 and 22.4: nothing of a transcript, a session or an export is lost, cut at eight lines or left raw', async () => {
    const palace = await testPalace(engine);
    const lines = Array.from({ length: 12 }, (_, n) => `line ${n + 1}`).join('\n');
    const chats = sourceFolder('chats', {
      'quoted.md': `> short?\nyes\n\n> Why did we choose Postgres over MySQL?\n${lines}\n---\nafter the rule\n\n> third question\n\n> fourth one\n`,
      'bad-line.jsonl': `${session('b', ['user', 'hello there'], ['assistant', [{ type: 'text', text: 'hi' }]])}{"broken\n`,
      'conversations.json': JSON.stringify([
        {
          uuid: 'u1',
          name: 'Privacy',
          created_at: '2026-01-02T03:04:05Z',
          chat_messages: [
            { uuid: 'm1', sender: 'human', text: 'q', content: [{ type: 'text', text: 'q' }] },
            { uuid: 'm2', sender: 'assistant', text: 'a', content: [{ type: 'text', text: 'a' }] },
          ],
        },
      ]),
    });
    const result = await mineInto(palace, chats, { mode: 'chats' });
    const named = new Map(result.files.map(({ path, ids }) => [basename(path), ids[0] ?? '']));
    const texts = async (name: string): Promise<[string, string][]> =>
      (await said(palace, named.get(name) ?? '')).map(([who, text]) => [who, text.trim()]);
    expect(await texts('quoted.md')).toEqual([
      ['user', 'short?'],
      ['assistant', 'yes'],
      ['user', 'Why did we choose Postgres over MySQL?'],
      ['assistant', `${lines}\n---\nafter the rule`],
      ['user', 'third question'],
      ['user', 'fourth one'],
    ]);
    expect(await texts('bad-line.jsonl')).toEqual([
      ['user', 'hello there'],
      ['assistant', 'hi'],
    ]);
    expect(await texts('conversations.json')).toEqual([
      ['user', 'q'],
      ['assistant', 'a'],
    ]);
  });
});

/** The samples that come with the order of this product; absent in a checkout of its own. */
const SHARED = join(import.meta.dirname, '../../../shared/fixtures/chats');

const SAMPLES = [
  ['codex', 'rollout-2026-01-envelope', ['rollout-2026-01-02T03-04-05-24d9ca50-707b-5e59-a6bb-28d44a1555ec.jsonl']],
  ['gemini-cli', 'session-2026-jsonl', ['session-2026-06-20T08-00-9c9c9c9c.jsonl']],
  ['claude-ai', 'export-flat', ['export-flat']],
  ['slack', 'export', ['export']],
] as const;

describe('acceptance: conversations, 33', () => {
  it.skipIf(!existsSync(SHARED)).each(SAMPLES)(
    `the words of the shared sample of %s are those of the right speakers (skipped where ${SHARED} is absent)`,
    async (format, sample, files) => {
      const palace = await testPalace();
      const chats = sourceFolder('chats');
      for (const file of files) cpSync(join(SHARED, format, file), join(chats.path, file), { recursive: true });
      await mineInto(palace, chats, { mode: 'chats' });
      const found = new Set<string>();
      for (const { front } of drawers(palace).filter(({ front: each }) => each.body !== undefined))
        for (const { role, speaker, text } of await messagesOf(palace, front.id ?? ''))
          found.add([role ?? speaker, createHash('sha256').update(text).digest('hex')].join(' '));
      const wanted = JSON.parse(readFileSync(join(SHARED, format, `${sample}.expect.json`), 'utf8')) as Expected;
      const missing = wanted.conversations
        .flatMap(({ messages }) => messages)
        .filter((m) => (m.kind ?? 'text') === 'text' && m.optional !== true && m.text_sha256 !== null)
        .filter((m) => !m.derived && !m.joined && !m.resolved && !m.markup && !m.part)
        .filter((m) => !found.has([m.role ?? m.speaker, m.text_sha256].join(' ')));
      expect(found.size).toBeGreaterThan(3);
      expect(missing).toEqual([]);
    },
  );
});

interface Expected {
  conversations: {
    messages: {
      role: string | null;
      speaker?: string;
      kind?: string;
      optional?: boolean;
      text_sha256: string | null;
      derived?: unknown;
      joined?: unknown;
      resolved?: unknown;
      markup?: unknown;
      part?: unknown;
    }[];
  }[];
}

async function messagesOf(palace: TestPalace, id: string): Promise<readonly ShownMessage[]> {
  return (await showDrawer(palace, { drawer: id, messages: true })).result.messages ?? [];
}

/** Turns by turns, the user first; where a turn has several texts, the last one is shown and answered. */
function chatgptTalk(title: string, at: number, turns: readonly (readonly string[])[]): Record<string, unknown> {
  const mapping: Record<string, unknown> = {};
  let parent: string | null = null;
  turns.forEach((texts, turn) => {
    const above: string | null = parent;
    texts.forEach((text, n) => {
      const id = `${title}-${turn}-${n}`;
      const next = turns[turn + 1]?.map((_, of) => `${title}-${turn + 1}-${of}`) ?? [];
      mapping[id] = {
        id,
        parent: above,
        children: n === texts.length - 1 ? next : [],
        message: {
          id,
          author: { role: turn % 2 === 0 ? 'user' : 'assistant' },
          create_time: at + turn * 10 + n,
          content: { content_type: 'text', parts: [text] },
          recipient: 'all',
        },
      };
      parent = id;
    });
  });
  return { title, create_time: at, mapping, current_node: parent, id: `id-${title}` };
}
