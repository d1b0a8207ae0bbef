import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/sources/adapters/claude-code.js';
import { withoutReminders } from '../../src/sources/claude-code/injected.js';
import { Tally } from '../../src/sources/tally.js';
import { tempDir } from '../support/temp.js';
import { messagesIn, notKept, plainRoot, read, unitsOf, write } from './support.js';

const SAMPLES = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/sources/claude-code');
const root = plainRoot(SAMPLES, 'notes');

async function only(file: string, options: Parameters<typeof unitsOf>[3] = {}) {
  const units = await unitsOf(claudeCode, root, file, options);
  expect(units).toHaveLength(1);
  return units[0];
}

/** A session of one line a record: `[uuid, parent, type, content, more]`. */
function session(...records: [string, string | null, string, unknown, object?][]): string {
  return records
    .map(([uuid, parentUuid, type, content, more], index) =>
      JSON.stringify({
        uuid,
        parentUuid,
        type,
        sessionId: 's1',
        timestamp: `2026-03-04T10:00:${String(index).padStart(2, '0')}Z`,
        message: { role: type, content },
        ...more,
      }),
    )
    .join('\n');
}

async function told(text: string) {
  const folder = write(tempDir(), { 'session.jsonl': text });
  const [unit] = await unitsOf(claudeCode, plainRoot(folder, 'notes'), 'session.jsonl');
  return {
    unit,
    messages: messagesIn(unit),
    alternate: messagesIn(unit)
      .filter(({ attributes }) => attributes?.branch === 'alternate')
      .map(({ text: words }) => words),
  };
}

describe('a session', () => {
  it('begins with whatever was said before the first turn of the user', async () => {
    const [first] = messagesIn(await only('rewound.jsonl'));
    expect(first).toMatchObject({
      speaker: 'assistant',
      kind: 'text',
      text: 'Welcome back. Last time we stopped at the tide service.',
    });
  });

  it('keeps the newlines and indentation of code and of what the user wrote', async () => {
    const texts = messagesIn(await only('rewound.jsonl')).map(({ text }) => text);
    expect(texts).toContain(
      'Here is the function:\n\n```ts\nexport function tide(day: number) {\n  // keep me\n    return day % 29;\n}\n```\n\nIt has no cap.',
    );
    expect(texts).toContain('Better: cap it at 30 days.\n> not a mark\nSecond line.');
  });

  it('loses the reminders of the program, counted, and neither prose about them nor an unclosed tag', async () => {
    const unit = await only('rewound.jsonl');
    const texts = messagesIn(unit).map(({ text }) => text);
    expect(texts).toContain(
      'Look at the log.\n\nWhy does it print <system-reminder>x</system-reminder> in the middle of a line?\n\n  indented, kept',
    );
    expect(texts).toContain('Cap it at 29 days.\n<system-reminder>\nthis tag is never closed');
    expect(texts.some((text) => text.startsWith('line 1\n') && text.endsWith('line 60\n'))).toBe(true);
    expect(notKept(unit)['system-reminder blocks']).toBe(2);
  });

  it('marks a rewound turn as alternate, in its place', async () => {
    const messages = messagesIn(await only('rewound.jsonl'));
    const marks = messages.map(({ text, attributes }) => [text.split('\n')[0], attributes?.branch]);
    expect(marks.slice(-5)).toEqual([
      ['Cap it at 29 days.', 'alternate'],
      ['Capped at 29.', 'alternate'],
      ['Better: cap it at 30 days.', undefined],
      ['Capped at 30 instead.', undefined],
      ['and write a test for day 31', undefined],
    ]);
  });

  it('has a name of its own, the facts of its records and no invented title', async () => {
    const unit = await only('rewound.jsonl');
    expect(unit).toMatchObject({
      source: 'claude-code:5d0c7b1e-6f0a-4a57-9a3e-0c1b2d3e4f50',
      title: '',
      nameHint: 'Look at the log.',
      date: '2026-03-04T10:01:00.000Z',
      wingHint: 'driftwood',
      facts: { model: 'claude-x-1', cwd: '/home/ines/driftwood', git_branch: 'main' },
    });
    const other = messagesIn(unit).find(({ text }) => text === 'Sixty lines, all green.');
    expect(other?.attributes).toEqual({ model: 'claude-x-2' });
  });

  it('that grew has its old messages unchanged at its beginning', async () => {
    const before = await told(session(['a', null, 'user', 'one'], ['b', 'a', 'assistant', 'two']));
    const after = await told(
      session(
        ['a', null, 'user', 'one'],
        ['b', 'a', 'assistant', 'two'],
        ['c', 'b', 'user', 'three'],
        ['d', 'c', 'assistant', 'four'],
      ),
    );
    expect(after.unit?.source).toBe(before.unit?.source);
    expect(after.unit?.body.subarray(0, before.unit?.body.length).equals(before.unit?.body ?? Buffer.alloc(0))).toBe(
      true,
    );
    expect(after.messages.slice(2).map(({ text }) => text)).toEqual(['three', 'four']);
  });

  it('that is still being written ends before its unfinished line, which is whole at the next reading', async () => {
    const whole = session(['a', null, 'user', 'one'], ['b', 'a', 'assistant', 'a longer answer']);
    const cut = await told(whole.slice(0, -30));
    expect(cut.messages.map(({ text }) => text)).toEqual(['one']);
    expect(notKept(cut.unit)).toEqual({ 'unfinished last line': 1 });
    expect((await told(whole)).messages).toHaveLength(2);
  });

  it('of the older shape, without ids, is read too', async () => {
    const unit = await only('human.jsonl');
    expect(messagesIn(unit).map(({ speaker, kind, text }) => [speaker, kind, text])).toEqual([
      ['user', 'text', 'hello there'],
      ['assistant', 'text', 'hi'],
      ['assistant', 'tool_call', '{"file_path":"a.ts"}'],
    ]);
    expect(notKept(unit)).toEqual({ 'damaged lines': 1 });
    expect(unit?.source).toBe('file:claude-code#human.jsonl');
  });

  it('is streamed: one line of several megabytes between others, lines ending with CR LF', async () => {
    const big = 'x'.repeat(3_000_000);
    const text = session(
      ['a', null, 'user', 'one'],
      ['b', 'a', 'assistant', big],
      ['c', 'b', 'user', 'three'],
    ).replaceAll('\n', '\r\n');
    const { messages } = await told(text);
    expect(messages.map((message) => message.text.length)).toEqual([3, 3_000_000, 5]);
  });
});

describe('tools of a session', () => {
  const kinds = async (tools: 'full' | 'brief' | 'none') => {
    const unit = await only('rewound.jsonl', { tools });
    const messages = messagesIn(unit).filter(({ kind }) => kind.startsWith('tool_'));
    return { messages, left: unit?.notKept.filter(({ what }) => what.startsWith('tool ')) };
  };

  it('are kept in full by default', async () => {
    const { messages, left } = await kinds('full');
    expect(messages.map(({ kind, attributes }) => [kind, attributes])).toEqual([
      ['tool_call', { name: 'Bash', call: 't1' }],
      ['tool_result', { name: 'Bash', call: 't1' }],
    ]);
    expect(messages[0]?.text).toBe('{"command":"npm test","description":"Run the tests"}');
    expect(left).toEqual([]);
  });

  it('are shortened with `brief`, and the bytes that are gone are counted exactly', async () => {
    const full = (await kinds('full')).messages;
    const { messages, left } = await kinds('brief');
    expect(messages[0]?.text).toBe('npm test');
    const lines = messages[1]?.text.split('\n') ?? [];
    expect([lines[0], lines[19], lines[20], lines[21], lines.at(-2)]).toEqual([
      'line 1',
      'line 20',
      '[21 lines left out]',
      'line 42',
      'line 60',
    ]);
    const gone = (index: number) =>
      Buffer.byteLength(full[index]?.text ?? '') - Buffer.byteLength(messages[index]?.text ?? '');
    expect(left).toEqual([
      { what: 'tool calls', count: 1, bytes: gone(0) },
      { what: 'tool results', count: 1, bytes: gone(1) },
    ]);
  });

  it('are left out with `none`, counted', async () => {
    const full = (await kinds('full')).messages;
    const { messages, left } = await kinds('none');
    expect(messages).toEqual([]);
    expect(left).toEqual([
      { what: 'tool calls', count: 1, bytes: Buffer.byteLength(full[0]?.text ?? '') },
      { what: 'tool results', count: 1, bytes: Buffer.byteLength(full[1]?.text ?? '') },
    ]);
  });
});

describe('the line that a session ended on', () => {
  it('is the answer that was made again, not the first one', async () => {
    const { alternate } = await told(
      session(
        ['a', null, 'user', 'ask'],
        ['b', 'a', 'assistant', 'first'],
        ['c', 'a', 'assistant', 'second'],
        ['d', 'c', 'user', 'thanks'],
      ),
    );
    expect(alternate).toEqual(['first']);
  });

  it('is the one that last-prompt names when no message came after it', async () => {
    const lines = session(['a', null, 'user', 'ask'], ['b', 'a', 'assistant', 'one'], ['c', 'a', 'assistant', 'two']);
    const { alternate } = await told(
      `${lines}\n${JSON.stringify({ type: 'last-prompt', leafUuid: 'b', sessionId: 's1' })}`,
    );
    expect(alternate).toEqual(['two']);
  });

  it('goes on over a damaged line, a missing parent and a compaction', async () => {
    const broken = session(['a', null, 'user', 'one'], ['b', 'a', 'assistant', 'two'], ['c', 'lost', 'user', 'three']);
    expect((await told(broken)).alternate).toEqual([]);
    const compacted = session(
      ['a', null, 'user', 'one'],
      ['b', 'a', 'assistant', 'two'],
      ['s', null, 'user', 'summary of it', { isCompactSummary: true }],
      ['c', 's', 'user', 'three'],
    );
    const { alternate, messages } = await told(compacted);
    expect(alternate).toEqual([]);
    expect(messages.map(({ kind }) => kind)).toEqual(['text', 'text', 'summary', 'text']);
  });

  it('is not the first beginning when the first prompt was edited', async () => {
    const { alternate } = await told(
      session(
        ['a', null, 'user', 'typo'],
        ['b', 'a', 'assistant', 'what?'],
        ['c', null, 'user', 'better'],
        ['d', 'c', 'assistant', 'yes'],
      ),
    );
    expect(alternate).toEqual(['typo', 'what?']);
  });

  it('does not hang on records that name each other', async () => {
    const { messages } = await told(session(['a', 'b', 'user', 'one'], ['b', 'a', 'assistant', 'two']));
    expect(messages).toHaveLength(2);
  });
});

describe('words that the person did not write', () => {
  it('are marked, and theirs are not', async () => {
    const { messages } = await told(
      session(
        ['a', null, 'user', '[Request interrupted by user]'],
        ['b', 'a', 'user', '<command-name>/cost</command-name>\n<command-args></command-args>'],
        ['c', 'b', 'user', '<command-name>/fix</command-name> is what I typed, why?'],
        ['d', 'c', 'user', 'caveat', { isMeta: true }],
        ['e', 'd', 'assistant', 'overloaded', { isApiErrorMessage: true }],
        ['f', 'e', 'user', '[Request interrupted by user] again, why?'],
      ),
    );
    expect(messages.map(({ speaker, kind }) => `${speaker} ${kind}`)).toEqual([
      'system notice',
      'system notice',
      'user text',
      'system context',
      'system notice',
      'user text',
    ]);
  });

  it('in queued prompts are taken once', async () => {
    const queue = (operation: string, content?: string) =>
      JSON.stringify({
        type: 'queue-operation',
        operation,
        content,
        sessionId: 's1',
        timestamp: '2026-03-04T10:00:00Z',
      });
    const lines = [
      queue('enqueue', 'sent later'),
      queue('dequeue'),
      queue('enqueue', 'taken back'),
      queue('remove', 'taken back'),
      queue('enqueue', 'never sent'),
    ];
    const { messages } = await told(
      `${session(['a', null, 'user', 'one'], ['b', 'a', 'user', 'sent later'])}\n${lines.join('\n')}`,
    );
    expect(messages.map(({ text }) => text)).toEqual(['one', 'never sent', 'sent later']);
  });
});

describe('reminder blocks', () => {
  const strip = (text: string) => {
    const tally = new Tally();
    return [withoutReminders(text, tally), tally.list()[0]?.count ?? 0];
  };
  it.each([
    ['a\n<system-reminder>x\n\ny</system-reminder>\nb', 'a\nb', 1],
    ['<system-reminder>x</system-reminder>', '', 1],
    ['a\r\n<system-reminder>x</system-reminder>\r\nb', 'a\r\nb', 1],
    ['say <system-reminder>x</system-reminder> here', 'say <system-reminder>x</system-reminder> here', 0],
    ['<system-reminder>x</system-reminder> and words', '<system-reminder>x</system-reminder> and words', 0],
    [
      '<system-reminder>\nopen\nwords\n<system-reminder>x</system-reminder>\nend',
      '<system-reminder>\nopen\nwords\nend',
      1,
    ],
    ['```\n<system-reminder>x</system-reminder>\n```\n', '```\n<system-reminder>x</system-reminder>\n```\n', 0],
    ['<system-reminder>\n```\nx\n```\n</system-reminder>\nafter', 'after', 1],
    ['open fence\n```\n<system-reminder>x</system-reminder>\nafter', 'open fence\n```\nafter', 1],
  ])('%j', (text, kept, count) => {
    expect(strip(text)).toEqual([kept, count]);
  });
});

describe('files beside sessions', () => {
  it('that describe a sub-agent, or in which nobody speaks, are named as skipped', async () => {
    const folder = write(tempDir(), {
      's/subagents/agent-a1.meta.json': '{"agentType":"general-purpose"}',
      'modes.jsonl': `${JSON.stringify({ type: 'mode', mode: 'normal', sessionId: 's1' })}\n`,
    });
    const here = plainRoot(folder, 'notes');
    expect(await read(claudeCode, here, 's/subagents/agent-a1.meta.json')).toMatchObject({
      skipped: { reason: 'bookkeeping' },
    });
    expect(await read(claudeCode, here, 'modes.jsonl')).toMatchObject({
      skipped: { reason: 'empty', notKept: [{ what: 'bookkeeping records', count: 1 }] },
    });
  });

  it('the grown sample holds two more turns than it began with', async () => {
    expect(readFileSync(join(SAMPLES, 'grown.jsonl'), 'utf8')).toContain('And now the docs.');
    const texts = messagesIn(await only('grown.jsonl')).map(({ text }) => text);
    expect(texts.slice(-2)).toEqual(['And now the docs.', 'Documented in docs/tides.md.']);
  });
});
