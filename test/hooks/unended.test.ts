import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { captureAll, hookStore } from '../../src/hooks/capture.js';
import { cursorTranscript } from '../../src/hooks/cursor-transcript.js';
import { readInput } from '../../src/hooks/input.js';
import { recallFor } from '../../src/hooks/recall.js';
import { edit } from '../support/palace.js';
import { tempDir } from '../support/temp.js';
import { hook, hookPalace, of, questions, Session } from './support.js';

describe('a conversation that never ended', () => {
  it('is filed when the next one begins, also when no hook but that of its start was called', async () => {
    const palace = await hookPalace();
    const folder = tempDir();
    const path = join(folder, 'killed.jsonl');
    const input = { session_id: 'killed', transcript_path: path, cwd: '/workspace/driftwood' };
    // The program makes its transcript after the hook.
    await hook(palace, readInput('claude-code', 'SessionStart', JSON.stringify(input)));
    const killed = new Session('killed', folder);
    killed.exchange(0, 2);
    const next = new Session('next');
    expect((await hook(palace, of(next, 'SessionStart'))).started).toEqual([palace.root]);
    expect(await captureAll(palace)).toEqual({ saved: 1, failed: 0, busy: false });
    expect(await questions(palace)).toEqual(['Question 0 of killed?', 'Question 1 of killed?']);
    // Nothing is new, and nothing starts.
    expect((await hook(palace, of(next, 'SessionStart'))).started).toEqual([]);
    // An answer is said by nobody who is counted, and still new.
    killed.say('assistant', 'One thing more.');
    expect((await hook(palace, of(next, 'SessionStart'))).started).toEqual([palace.root]);
  });

  it('is no failure when nobody said anything in it, and forgotten with its file', async () => {
    const palace = await hookPalace();
    const path = join(tempDir(), 'empty.jsonl');
    writeFileSync(path, `${JSON.stringify({ type: 'summary', summary: 'Lamp' })}\n`);
    const input = JSON.stringify({ session_id: 'e', transcript_path: path });
    await hook(palace, readInput('claude-code', 'SessionStart', input));
    const next = of(new Session('next'), 'SessionStart');
    await hook(palace, next);
    expect(await captureAll(palace)).toMatchObject({ failed: 0 });
    expect((await hook(palace, next)).answer).toEqual({});
    rmSync(path);
    palace.runtime.advance(48 * 60 * 60_000);
    await hook(palace, next);
    expect(hookStore(palace).seen(path)).toBeUndefined();
  });
});

describe('what a person has just typed', () => {
  const note = (id: string, text: string): string => `---\nid: d-00000000000000${id}\n---\n${text}\n`;

  it('is answered with memories that share its words, of its project, each once', async () => {
    const palace = await hookPalace();
    edit(palace, 'wings/lamp/api/a.md', note('0a', 'We chose the token bucket for the rate limiter of the gateway.'));
    edit(palace, 'wings/lamp/api/b.md', note('0b', 'The garden gateway needs paint.'));
    edit(palace, 'wings/other/api/c.md', note('0c', 'Another token bucket of another rate limiter.'));
    const asked = (prompt: string, known: readonly string[] = []) => {
      const told = { session_id: 's', cwd: '/workspace/lamp', prompt };
      const input = readInput('claude-code', 'UserPromptSubmit', JSON.stringify(told));
      if (input === undefined) throw new Error('no input');
      return recallFor(palace, input, known, 60_000);
    };
    const found = await asked('Why did we take a token bucket for the rate limiter?');
    expect(found?.ids).toEqual(['d-000000000000000a']);
    expect(found?.text).toContain('We chose the token bucket');
    expect(await asked('Why did we take a token bucket for the rate limiter?', found?.ids)).toBeUndefined();
    for (const prompt of [
      'go on',
      'yes, please do it',
      '/compact token bucket rate limiter',
      'Write a poem about the gateway of a castle',
    ])
      expect([prompt, await asked(prompt)]).toEqual([prompt, undefined]);
  });

  it('is told in the words of the program, and noted', async () => {
    const palace = await hookPalace();
    const session = new Session('s1');
    const input = readInput(
      'claude-code',
      'UserPromptSubmit',
      JSON.stringify({ ...JSON.parse(session.input('UserPromptSubmit')), prompt: 'Why?' }),
    );
    const heard: (readonly string[])[] = [];
    const recall = async (known: readonly string[]) => {
      heard.push(known);
      return { text: 'quoted', ids: [`d-${heard.length}`] };
    };
    const first = await hook(palace, input, recall);
    expect(first.answer).toEqual({
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'quoted' },
    });
    await hook(palace, input, recall);
    expect(heard).toEqual([[], ['d-1']]);
    expect((await hook(palace, of(session, 'UserPromptSubmit'), recall)).answer).toEqual({});
  });
});

describe('a conversation of Cursor', () => {
  it('is found by its id where the hook was not told its file', () => {
    const home = tempDir();
    const folder = join(home, '.cursor', 'projects', 'workspace-lamp', 'agent-transcripts', 'c1');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'c1.jsonl'), '{}\n');
    const input = (id: string) => {
      const told = readInput(
        'cursor',
        'stop',
        JSON.stringify({ conversation_id: id, workspace_roots: ['/workspace/lamp'], transcript_path: null }),
      );
      if (told === undefined) throw new Error('no input');
      return told;
    };
    expect(input('c1').cwd).toBe('/workspace/lamp');
    expect(cursorTranscript(input('c1'), home)).toBe(join(folder, 'c1.jsonl'));
    expect(cursorTranscript(input('c2'), home)).toBeUndefined();
    expect(cursorTranscript(input('../c1'), home)).toBeUndefined();
    expect(cursorTranscript({ ...input('c1'), harness: 'codex' }, home)).toBeUndefined();
  });
});
