import { describe, expect, test } from 'vitest';
import { nameMemory } from '../../src/history/memory.js';

const name = (path: string, front: string, body: string) =>
  nameMemory(path, Buffer.from(`---\nid: "d-701e246aac3929fd"\n${front}---\n${body}`)).title;

describe('the title of a memory that has none', () => {
  test('is the first line of its words', () => {
    expect(name('wings/a/b/2026-08-06-x-701e246a.md', '', '# Fix the parser\n\nmore\n')).toBe('Fix the parser');
  });

  test('is in the file name for a conversation, which begins with the mark of its first message', () => {
    const body = '### [user] 2026-08-06T09:00:01.000Z {u1}\nFix the parser, see the picture.\n';
    const path = 'wings/a/b/2026-08-06-fix-the-parser-701e246a.md';
    expect(name(path, 'body: "transcript/1"\n', body)).toBe('fix the parser');
    expect(name(path, 'title: "The parser"\nbody: "transcript/1"\n', body)).toBe('The parser');
  });
});
