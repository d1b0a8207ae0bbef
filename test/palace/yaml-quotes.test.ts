import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { quotedWith } from '../../src/palace/yaml-quotes.js';
import { longRun } from '../support/counts.js';

describe('plain scalars that are to hold a placeholder', () => {
  it('get quotes; comments, layout and everything else stay', async () => {
    const text =
      '# hidden here\npeople:\n  - hidden  # a name\n  - {name: Kai, aliases: [hidden 2, K]}\n"x": |\n  hidden\n';
    expect(await quotedWith(text, ['hidden'])).toBe(
      '# hidden here\npeople:\n  - "hidden"  # a name\n  - {name: Kai, aliases: ["hidden 2", K]}\n"x": |\n  hidden\n',
    );
    expect(await quotedWith('a: [hidden', ['hidden'])).toBe('a: [hidden');
  });

  it('say what they said', async () => {
    const words = fc.array(fc.constantFrom('hid\u00e9n', 'a b', '#x', 'c: d', '-', '\n', '\ud83d\ude00', '1'), {
      maxLength: 5,
    });
    const data = fc.dictionary(fc.string(), fc.array(words.map((parts) => parts.join(' '))));
    await fc.assert(
      fc.asyncProperty(data, async (value) => {
        const text = stringify(value);
        expect(parse(await quotedWith(text, ['hid\u00e9n']))).toEqual(parse(text));
      }),
      { numRuns: longRun(100, 3000) },
    );
  });
});
