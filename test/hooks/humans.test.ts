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
    ['Gemini CLI', JSON.stringify({ id: 'a', type: 'user', content: [{ text: 'Hi' }] }), true],
    ['an older Gemini CLI', JSON.stringify({ id: 'a', type: 'user', content: 'Hi' }), true],
    ['an answer of Gemini CLI', JSON.stringify({ id: 'a', type: 'gemini', content: 'no "user"' }), false],
    ['Cursor', JSON.stringify({ role: 'user', message: { content: [{ type: 'text', text: 'Hi' }] } }), true],
    ['an interruption', user([{ type: 'text', text: '[Request interrupted by user for tool use]' }]), false],
    ['a command of the shell', user('<bash-input>ls</bash-input>'), false],
    ['a notice of a task', user('<task-notification>done</task-notification>'), false],
    ['a reminder', user('<system-reminder>\nRemember.\n</system-reminder>'), false],
    ['words beside a reminder', user('Why?\n<system-reminder>\nRemember.\n</system-reminder>'), true],
    ['instructions that Codex adds', user('# AGENTS.md instructions for /workspace'), false],
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

  it('are counted once when they are written twice, and in a session that is one value', () => {
    const folder = tempDir();
    const twice = join(folder, 'a.jsonl');
    writeFileSync(twice, `${user('one', { uuid: 'u' })}\n${user('one', { uuid: 'u' })}\n`);
    expect(countHumans(twice, undefined).humans).toBe(1);
    const whole = join(folder, 'b.json');
    const messages = [
      { id: '1', type: 'user', content: 'Why?' },
      { id: '2', type: 'gemini', content: 'Because.' },
    ];
    writeFileSync(whole, JSON.stringify({ sessionId: 's', messages }, null, 2));
    const texts: string[] = [];
    expect(countHumans(whole, undefined, (said) => void texts.push(...said)).humans).toBe(1);
    expect(texts).toEqual(['Why?']);
    writeFileSync(whole, '{"sessionId": "s", "mess');
    expect(countHumans(whole, undefined).humans).toBe(0);
  });

  it('are counted across the pieces in which a file is read', () => {
    const path = join(tempDir(), 'a.jsonl');
    const lines = Array.from({ length: 40 }, (_, at) => user(`${at} ${'é😀'.repeat(5_000)}`));
    writeFileSync(path, `${lines.join('\n')}\n`);
    expect(countHumans(path, undefined).humans).toBe(40);
  });
});
