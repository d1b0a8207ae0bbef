import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotedTranscript } from '../../src/sources/adapters/quoted-transcript.js';
import { isQuotedTranscript, quotedMessages } from '../../src/sources/quoted.js';
import { chooseAdapter } from '../../src/sources/registry.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { candidateOf, messagesIn, plainRoot, unitsOf, write } from './support.js';

const SAMPLES = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/sources/quoted-transcript');

describe('a transcript of marked questions', () => {
  it('has the preamble, whole questions of many lines, and answers with their code as it was', () => {
    const text = readFileSync(join(SAMPLES, 'tides.md'), 'utf8');
    expect(quotedMessages(text).map(({ speaker, text: words }) => [speaker, words])).toEqual([
      ['preamble', '# Tide talk, 2026-03-04\n\nNotes before the first question.'],
      ['user', 'Why is the table off by one?\nIt only happens near midnight.\n\nTwice this week.'],
      [
        'assistant',
        'The modulo drops the day.\n\n```python\n> not a question\ndef round_minute(seconds):\n    return (seconds + 30) // 60\n```\n\n---\n\nAfter the rule.',
      ],
      ['user', 'And the caller?'],
      ['assistant', 'It must carry the day.\n'],
      ['user', 'Thanks.'],
    ]);
  });

  it('keeps CR LF inside messages and needs no newline at its end', () => {
    expect(quotedMessages('> one\r\n> two\r\nanswer\r\nmore\r\n\r\n> three\r\nno end').map(({ text }) => text)).toEqual(
      ['one\r\ntwo', 'answer\r\nmore', 'three', 'no end'],
    );
  });

  it('loses no line that says something, whatever the text', () => {
    const line = fc.constantFrom(
      '> q',
      '>q',
      '>',
      'a',
      '  indented',
      '',
      '```',
      '~~~',
      '---',
      '> > deep',
      '\t',
      '# h',
      '> [!note]',
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), fc.boolean(), (lines, end, last) => {
        const text = lines.join(end) + (last ? end : '');
        const bare = (one: string) => one.replace(/^(?:[ \t]{0,3}> ?)+/gm, '');
        const spoken = (all: string) =>
          all
            .split(/\r?\n/)
            .map(bare)
            .filter((one) => one.trim() !== '');
        const messages = quotedMessages(text);
        // Marks apart, which are layout outside of fences, the same lines come in the same order, and none is changed.
        expect(messages.flatMap((message) => spoken(message.text))).toEqual(spoken(text));
        for (const message of messages) expect(bare(text)).toContain(bare(message.text));
      }),
      { numRuns: longRun(200, 5000) },
    );
  });

  it('is told from a note with a quote or a box', () => {
    expect(isQuotedTranscript('> a\nx\n> b\ny\n> c\nz')).toBe(true);
    expect(isQuotedTranscript('> a\n> b\n> c\nanswer')).toBe(true);
    expect(isQuotedTranscript('> a\nx\n> b\ny')).toBe(false);
    expect(isQuotedTranscript('# Note\n\n> a\n> long\n> quote\n\nmy thoughts')).toBe(false);
    expect(isQuotedTranscript('> [!note]\n> box\n> box\n\n> [!tip]\n> box')).toBe(false);
    expect(isQuotedTranscript('```\n> a\n> b\n> c\n```\n')).toBe(false);
  });

  it('is not slow on a text of unclosed fences', () => {
    const text = '```x\n'.repeat(100_000);
    expect(quotedMessages(text)).toHaveLength(1);
  });

  it('becomes a conversation of notes folders, and stays a file in a code base', async () => {
    const text = '# 会议\n\n> 为什么？\n因为。\n\n> 真的？\n> 真的？\n是。\n';
    const folder = write(tempDir(), { '2026-03-04-talk.md': text });
    const notes = candidateOf(plainRoot(folder, 'notes'), '2026-03-04-talk.md');
    expect(chooseAdapter(notes, undefined, 'auto')?.name).toBe('quoted-transcript');
    expect(chooseAdapter({ ...notes, place: 'project' }, undefined, 'auto')?.name).toBe('project-file');
    const [unit] = await unitsOf(quotedTranscript, plainRoot(folder, 'notes'), '2026-03-04-talk.md');
    expect(unit).toMatchObject({
      title: '会议',
      nameHint: '为什么？',
      date: '2026-03-04',
      dateFrom: 'content',
      format: 'transcript/1',
    });
    expect(messagesIn(unit).map(({ speaker }) => speaker)).toEqual([
      'preamble',
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
  });
});
