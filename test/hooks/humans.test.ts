import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countHumans, isHuman } from '../../src/hooks/humans.js';
import { tempDir } from '../support/temp.js';

const user = (content: unknown, more: object = {}): string =>
  JSON.stringify({ type: 'user', message: { role: 'user', content }, ...more });

describe('messages of people', () => {
  it.each([
    ['words', user('Why GraphQL?'), true],
    ['parts with words', user([{ type: 'text', text: 'Why?' }]), true],
    ['a bare text among parts', user(['Why?']), true],
    [
      'Codex',
      JSON.stringify({
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
      }),
      true,
    ],
    ['the result of a tool', user([{ type: 'tool_result', tool_use_id: 't', content: 'ok' }]), false],
    ['a command of the program', user('<command-name>/clear</command-name>'), false],
    ['its output', user('<local-command-stdout>done</local-command-stdout>'), false],
    ['a command as a part', user([{ type: 'text', text: '<command-message>x</command-message>' }]), false],
    ['what the program adds', user('Caveat', { isMeta: true }), false],
    ['a sub-agent', user('Look for it', { isSidechain: true }), false],
    ['a summary', user('The conversation so far', { isCompactSummary: true }), false],
    [
      'an answer',
      JSON.stringify({ type: 'assistant', message: { role: 'assistant', content: 'the "user" asked' } }),
      false,
    ],
    ['half a line', '{"type":"user","message":{"role":"user","con', false],
    ['nothing', user('  '), false],
  ])('%s', (_, line, wanted) => expect(isHuman(line)).toBe(wanted));

  it('are counted on from where the file was read to, and anew when it is another', () => {
    const path = join(tempDir(), 'a.jsonl');
    writeFileSync(path, `${user('one ü')}\n${user('two')}\n{"half`);
    const first = countHumans(path, undefined);
    expect(first.humans).toBe(2);
    appendFileSync(path, `": 1}\n${user('three')}\n`);
    const second = countHumans(path, first);
    expect(second).toMatchObject({ humans: 3 });
    expect(second).toEqual(countHumans(path, undefined));
    expect(countHumans(path, second)).toEqual(second);
    writeFileSync(path, `${user('another beginning')}\n`);
    expect(countHumans(path, second).humans).toBe(1);
  });

  it('are counted across the pieces in which a file is read', () => {
    const path = join(tempDir(), 'a.jsonl');
    const lines = Array.from({ length: 40 }, (_, at) => user(`${at} ${'é😀'.repeat(5_000)}`));
    writeFileSync(path, `${lines.join('\n')}\n`);
    expect(countHumans(path, undefined).humans).toBe(40);
  });
});
