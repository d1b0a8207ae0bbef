import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTranscript } from '../../../src/palace/transcript.js';
import type { Palace } from '../../../src/palace/types.js';
import { assertClean, edit, gitIn, testPalace } from '../../support/palace.js';
import { type DrawerOnDisk, drawers, mineInto, sourceFolder } from './support.js';

const SESSION = 'b1946ac9-0000-4000-8000-000000000001';

/** Records of a session of Claude Code, one below the other. */
class Talk {
  private records: object[] = [];
  private last: string | null = null;
  private count = 0;

  say(text: string, more: Record<string, unknown> = {}): this {
    const uuid = `u${this.count}`;
    const type = this.count++ % 2 === 0 ? 'user' : 'assistant';
    this.records.push({
      parentUuid: this.last,
      isSidechain: false,
      cwd: '/home/ada/src/driftwood',
      sessionId: SESSION,
      type,
      message: { role: type, content: text },
      uuid,
      timestamp: `2026-03-04T10:${String(this.count).padStart(2, '0')}:00.000Z`,
      ...more,
    });
    if (more.isSidechain !== true) this.last = uuid;
    return this;
  }

  /** Goes back to a record: what comes next is said in place of what came after it. */
  rewind(uuid: string): this {
    this.last = uuid;
    return this;
  }

  add(record: object): this {
    this.records.push(record);
    return this;
  }

  /** Compaction: from here on the session hangs on a summary; earlier records may be cut off. */
  compact(summary: string): this {
    const before = this.last;
    this.last = null;
    return this.say(summary, { isCompactSummary: true, logicalParentUuid: before });
  }

  forget(count: number): this {
    this.records.splice(0, count);
    return this;
  }

  text(): string {
    return this.records.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
}

/** The one drawer of a palace. */
function only(palace: Palace): DrawerOnDisk {
  const [drawer, ...others] = drawers(palace);
  if (drawer === undefined || others.length > 0) throw new Error(`${others.length + 1} drawers`);
  return drawer;
}

const said = ({ body }: DrawerOnDisk): string[] => parseTranscript(body).map(({ text }) => text);

describe('a session of Claude Code', () => {
  const chats = (talk: Talk) => sourceFolder('chats', { [`${SESSION}.jsonl`]: talk.text() });

  it('that goes on, is rewound and named is one drawer, with every word once', async () => {
    const palace = await testPalace('system');
    const talk = new Talk().say('why?').say('because');
    const folder = chats(talk);
    const mineAgain = async () => {
      folder.write(`${SESSION}.jsonl`, talk.text());
      return (await mineInto(palace, folder)).drawers;
    };
    await mineInto(palace, folder);
    const { path, front } = only(palace);

    talk.say('and the cost?').say('small');
    expect(await mineAgain()).toMatchObject({ added: 0, changed: 1 });
    talk.rewind('u1').say('and the price?').say('tiny');
    expect(await mineAgain()).toMatchObject({ added: 0, changed: 1 });
    expect(said(only(palace)).sort()).toEqual(
      ['and the cost?', 'and the price?', 'because', 'small', 'tiny', 'why?'].sort(),
    );
    talk.add({ type: 'custom-title', customTitle: 'Costs', sessionId: SESSION });
    expect(await mineAgain()).toMatchObject({ added: 0, changed: 1 });
    expect(only(palace)).toMatchObject({ path, front: { id: front.id, title: 'Costs' } });
    expect(await mineAgain()).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    assertClean(palace);
  });

  it('keeps a title that a person gave it', async () => {
    const palace = await testPalace('system');
    const talk = new Talk().say('why?').say('because').add({ type: 'ai-title', aiTitle: 'One', sessionId: SESSION });
    const folder = chats(talk);
    await mineInto(palace, folder);
    const { path } = only(palace);
    const file = readFileSync(join(palace.root, path), 'utf8');
    edit(palace, path, file.replace('title: "One"', 'title: "Mine"'));
    gitIn(palace, 'commit', '-qam', 'named by hand');
    folder.write(`${SESSION}.jsonl`, talk.add({ type: 'ai-title', aiTitle: 'Two', sessionId: SESSION }).text());
    expect((await mineInto(palace, folder)).drawers).toMatchObject({ changed: 0, unchanged: 1 });
    expect(only(palace).front.title).toBe('Mine');
  });

  it('that was compacted grows; what was cut off before stays in history', async () => {
    const palace = await testPalace('system');
    const talk = new Talk().say('the oldest question').say('the oldest answer').compact('In short: old things.');
    const folder = chats(talk);
    await mineInto(palace, folder);
    const { front } = only(palace);
    folder.write(`${SESSION}.jsonl`, talk.say('a new answer').forget(2).text());
    expect((await mineInto(palace, folder)).drawers).toMatchObject({ added: 0, changed: 1, removed: 0 });
    expect(only(palace).front.id).toBe(front.id);
    expect(said(only(palace))).toContain('a new answer');
    expect(gitIn(palace, 'log', '-p', '--format=', '--', 'wings')).toContain('the oldest question');
  });

  it('is the same one in another folder, and stays when its file is gone', async () => {
    const palace = await testPalace('system');
    const talk = new Talk().say('why?').say('because');
    await mineInto(palace, chats(talk));
    const moved = sourceFolder('archive', { [`old/${SESSION}.jsonl`]: talk.say('more?').say('more').text() });
    expect((await mineInto(palace, moved)).drawers).toMatchObject({ added: 0, changed: 1 });
    moved.remove('old');
    moved.write('other.md', 'other\n');
    expect((await mineInto(palace, moved)).drawers).toMatchObject({ added: 1, removed: 0 });
  });

  it('counts its sub-agents, and files them when asked for', async () => {
    const palace = await testPalace('system');
    const aside = { isSidechain: true, agentId: 'a1' };
    const folder = chats(new Talk().say('why?').say('because').say('look it up', aside).say('looked up', aside));
    const counted = await mineInto(palace, folder);
    expect(counted.drawers.added).toBe(1);
    expect(counted.not_kept).toContainEqual(expect.objectContaining({ what: 'sub-agent transcripts', count: 1 }));
    const read = await mineInto(palace, folder, { subagents: true });
    expect(read.drawers).toMatchObject({ added: 1, unchanged: 1 });
    expect(read.not_kept.map(({ what }) => what)).not.toContain('sub-agent transcripts');
    expect((await mineInto(palace, folder)).drawers).toMatchObject({ added: 0, removed: 0, unchanged: 1 });
  });
});

interface Said {
  id: string;
  text: string;
  below?: string;
}

/** One conversation of a ChatGPT export; each message below the one before unless it says otherwise. */
function chat(id: string, title: string, messages: readonly Said[], shown = messages.at(-1)?.id): object {
  const parents = messages.map(({ below }, at) => below ?? messages[at - 1]?.id ?? null);
  const mapping = Object.fromEntries(
    messages.map(({ id: node, text }, at) => {
      const role = at % 2 === 0 ? 'user' : 'assistant';
      const message = { id: node, author: { role }, create_time: 1_700_000_000 + at, recipient: 'all' };
      const children = messages.filter((_, other) => parents[other] === node).map((child) => child.id);
      const content = { content_type: 'text', parts: [text] };
      return [node, { id: node, parent: parents[at], children, message: { ...message, content } }];
    }),
  );
  return { id, conversation_id: id, title, create_time: 1_700_000_000, mapping, current_node: shown };
}

describe('an export of ChatGPT', () => {
  it('made again, longer, renamed, with an answer made again, changes the drawers that it has', async () => {
    const palace = await testPalace('system');
    const begun: Said[] = [
      { id: 'a', text: 'why?' },
      { id: 'b', text: 'because' },
    ];
    const other = chat('other', 'Other', [
      { id: 'x', text: 'hello' },
      { id: 'y', text: 'good day' },
    ]);
    const folder = sourceFolder('export', {
      'conversations.json': JSON.stringify([other, chat('one', 'One', begun)]),
    });
    expect((await mineInto(palace, folder)).drawers).toMatchObject({ added: 2 });
    const ids = drawers(palace).map(({ front }) => front.id);
    const again = async (conversations: object[], at = 'export') => {
      const fresh = sourceFolder(at, { 'conversations.json': JSON.stringify(conversations) });
      return (await mineInto(palace, fresh)).drawers;
    };

    expect(await again([chat('one', 'One', begun), other])).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await again([chat('one', 'Reasons', begun), other], 'export-2')).toMatchObject({ added: 0, changed: 1 });
    const longer = [...begun, { id: 'c', text: 'and now?' }, { id: 'd', text: 'tea' }];
    expect(await again([chat('one', 'Reasons', longer), other])).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
    const redone = [
      ...longer,
      { id: 'unused', text: 'never shown', below: 'a' },
      { id: 'e', text: 'cake', below: 'c' },
    ];
    expect(await again([chat('one', 'Reasons', redone), other])).toMatchObject({ added: 0, changed: 1 });

    expect(drawers(palace).map(({ front }) => front.id)).toEqual(ids);
    const one = drawers(palace).find(({ front }) => front.title === 'Reasons');
    for (const text of ['why?', 'because', 'and now?', 'tea', 'cake'])
      expect(one && said(one).filter((message) => message === text), text).toHaveLength(1);
    expect(await again([chat('one', 'Reasons', redone)])).toMatchObject({ added: 0, removed: 0, unchanged: 1 });
    assertClean(palace);
  });
});

it('a rollout of Codex that goes on is one drawer', async () => {
  const palace = await testPalace('system');
  const record = (type: string, payload: object) =>
    `${JSON.stringify({ timestamp: '2026-03-04T10:00:00.000Z', type, payload })}\n`;
  const message = (role: string, text: string) =>
    record('response_item', {
      type: 'message',
      role,
      content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
    });
  const name = `rollout-2026-03-04T10-00-00-${SESSION}.jsonl`;
  const begun = `${record('session_meta', { id: SESSION, cwd: '/home/ada/src/driftwood' })}${message('user', 'why?')}${message('assistant', 'because')}`;
  const folder = sourceFolder('sessions', { [name]: begun });
  expect((await mineInto(palace, folder)).drawers.added).toBe(1);
  folder.write(name, `${begun}${message('user', 'and the cost?')}${message('assistant', 'small')}`);
  expect((await mineInto(palace, folder)).drawers).toMatchObject({ added: 0, changed: 1 });
  expect(said(only(palace))).toEqual(['why?', 'because', 'and the cost?', 'small']);
});
