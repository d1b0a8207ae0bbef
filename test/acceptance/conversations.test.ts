import { describe, expect, it } from 'vitest';
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
});
