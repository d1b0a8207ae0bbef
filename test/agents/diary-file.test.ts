import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editAgentFile, parseAgentFile } from '../../src/agents/agent-file.js';
import { cutDiary } from '../../src/agents/diary-file.js';
import { longRun } from '../support/counts.js';

describe('a diary that was kept as markdown', () => {
  it('is cut at its headings, not within code', () => {
    const text = '# Diary\n\nHello.\n## 2026-03-04 rollback\nIt failed.\n```\n## no heading\n```\n## Next day\r\nFine.';
    expect(cutDiary(text)).toEqual([
      { text: '# Diary\n\nHello.\n', heading: '', date: undefined, line: 1 },
      {
        text: '## 2026-03-04 rollback\nIt failed.\n```\n## no heading\n```\n',
        heading: '2026-03-04 rollback',
        date: '2026-03-04',
        line: 4,
      },
      { text: '## Next day\r\nFine.', heading: 'Next day', date: undefined, line: 9 },
    ]);
    expect(cutDiary('\n\n## One\nx')).toEqual([{ text: '\n\n## One\nx', heading: 'One', date: undefined, line: 1 }]);
    expect(cutDiary('')).toEqual([]);
  });

  it('is whole again when its pieces are joined', () => {
    const line = fc.constantFrom(
      '## ',
      '## a',
      '##b',
      '# c',
      '```',
      '~~~~',
      'text',
      '',
      ' ## x',
      '\r',
      '## é 2026-01-01',
    );
    const ending = fc.constantFrom('\n', '\r\n', '');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, ending), { maxLength: 12 }), (lines) => {
        const text = lines.map(([words, end]) => words + end).join('');
        const pieces = cutDiary(text);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        for (const piece of pieces) expect(text.split('\n').length).toBeGreaterThanOrEqual(piece.line);
      }),
      { numRuns: longRun(300, 5_000) },
    );
  });
});

describe("an agent's file", () => {
  it('keeps comments and unknown keys when something is set, and every byte when nothing is', () => {
    const text = '# ours\nname: ops\nfocus: uptime # for now\nmine: 1\n';
    const edited = editAgentFile(text, 'ops', { description: 'Keeps it running.', tags: ['a b'] });
    expect(edited).toBe(
      '# ours\nname: ops\nfocus: uptime # for now\nmine: 1\ndescription: Keeps it running.\ntags: [a b]\n',
    );
    expect(editAgentFile(edited, 'ops', { focus: 'uptime', tags: ['a b'] })).toBe(edited);
    expect(parseAgentFile(edited, 'ops')).toMatchObject({ wing: 'ops', focus: 'uptime', tags: ['a b'] });
    expect(() => parseAgentFile('a: [', 'ops')).toThrow(/agents\/ops\.yaml, line/);
    expect(() => editAgentFile(undefined, 'ops', { focus: 'two\nlines' })).toThrow(/focus/);
  });
});
