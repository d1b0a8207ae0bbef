import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { captureAll, hookStore } from '../../src/hooks/capture.js';
import { readInput } from '../../src/hooks/input.js';
import { INTERVAL, runHook } from '../../src/hooks/run.js';
import { listDrawers } from '../../src/services/list/list.js';
import { gitIn } from '../support/palace.js';
import { tempDir } from '../support/temp.js';
import { hook, hookPalace, of, questions, Session } from './support.js';

describe('hooks of a conversation', () => {
  it('36: say nothing and file nothing below the interval, and file at it', async () => {
    const palace = await hookPalace();
    const session = new Session('s1');
    session.exchange(0, INTERVAL - 1);
    expect(await hook(palace, of(session, 'Stop'))).toEqual({ answer: {}, started: [] });
    session.exchange(INTERVAL - 1, 1);
    expect(await hook(palace, of(session, 'Stop'))).toEqual({
      answer: { suppressOutput: true },
      started: [palace.root],
    });
    // The marker moves only when it is filed.
    expect(hookStore(palace).saved(session.path)).toBeUndefined();
    expect(await captureAll(palace)).toEqual({ saved: 1, failed: 0, busy: false });
    expect(hookStore(palace).saved(session.path)).toMatchObject({ humans: INTERVAL });
    expect(await questions(palace)).toHaveLength(INTERVAL);
    expect(await hook(palace, of(session, 'Stop'))).toEqual({ answer: {}, started: [] });
    expect(gitIn(palace, 'status', '--porcelain')).toBe('');
  });

  it('36: move the marker only after a write that was verified, and find an unchanged conversation filed', async () => {
    const palace = await hookPalace();
    const session = new Session('s9');
    session.exchange(0, 2);
    await hook(palace, of(session, 'SessionEnd'));
    const { onProgress } = palace.runtime;
    palace.runtime.onProgress = ({ phase }) => {
      if (phase === 'ref') throw new Error('the disk is full');
    };
    expect(await captureAll(palace)).toMatchObject({ saved: 0, failed: 1 });
    expect(hookStore(palace).saved(session.path)).toBeUndefined();
    palace.runtime.onProgress = onProgress;
    for (let time = 0; time < 3; time++) {
      expect(await captureAll(palace)).toMatchObject({ saved: 1, failed: 0 });
      expect(hookStore(palace).saved(session.path)).toMatchObject({ humans: 2 });
      await hook(palace, of(session, 'SessionEnd'));
    }
    expect(await questions(palace)).toHaveLength(2);
  });

  it('38: file a short conversation when it ends, under the wing of its project, by the program', async () => {
    const palace = await hookPalace();
    const session = new Session('s2');
    session.exchange(0, 3);
    expect((await hook(palace, of(session, 'SessionEnd'))).started).toEqual([palace.root]);
    await captureAll(palace);
    const { drawers } = await listDrawers(palace, {});
    expect(drawers.map(({ wing }) => wing)).toEqual(['driftwood']);
    expect(gitIn(palace, 'log', '-1', '--format=%an').trim()).toContain('claude-code (agent)');
  });

  it('file a conversation that grows once, with every message once', async () => {
    const palace = await hookPalace();
    const session = new Session('s3');
    for (let at = 0; at < 5; at++) {
      session.exchange(at * 4, 4);
      await hook(palace, of(session, at % 2 === 0 ? 'PreCompact' : 'SessionEnd'));
      await captureAll(palace);
    }
    const texts = await questions(palace);
    expect(texts).toEqual(Array.from({ length: 20 }, (_, at) => `Question ${at} of s3?`).sort());
    expect((await listDrawers(palace, {})).total).toBe(1);
  });

  it('leave what a dead worker had taken to the next one', async () => {
    const palace = await hookPalace();
    const [one, two] = [new Session('s4'), new Session('s5')];
    for (const session of [one, two]) {
      session.exchange(0, 2);
      await hook(palace, of(session, 'SessionEnd'));
    }
    hookStore(palace).take();
    const begun = await hook(palace, of(new Session('s6'), 'SessionStart'));
    expect(begun.started).toEqual([palace.root]);
    expect(await captureAll(palace)).toMatchObject({ saved: 2 });
    expect(hookStore(palace).waits).toBe(false);
  });

  it('tell what could not be filed once, at the next start, and give up after some attempts', async () => {
    const palace = await hookPalace();
    const folder = tempDir();
    const path = join(folder, 'broken.jsonl');
    const line = JSON.stringify({ message: { role: 'user', content: 'typed, but of no known program' } });
    writeFileSync(path, `${line}\n`);
    const input = readInput('claude-code', 'SessionEnd', JSON.stringify({ session_id: 'b', transcript_path: path }));
    await hook(palace, input);
    expect(await captureAll(palace)).toMatchObject({ saved: 0, failed: 1 });
    const start = readInput('claude-code', 'SessionStart', '{}');
    const told = await hook(palace, start);
    expect(JSON.stringify(told.answer)).toContain('broken.jsonl');
    expect((await hook(palace, start)).answer).toEqual({});
    for (let attempt = 0; attempt < 2; attempt++) await captureAll(palace);
    expect(hookStore(palace).waits).toBe(false);
    expect(
      readFileSync(hookStore(palace).logFile, 'utf8')
        .split('\n')
        .filter((each) => each.includes('failed')).length,
    ).toBe(3);
  });

  it('take a path as a path, whatever is in it', async () => {
    const palace = await hookPalace();
    const names = ['a "b" it\'s $(touch pwned) `id` ; 记忆', '..x', '-rf'];
    for (const [at, name] of names.entries()) {
      const session = new Session(`p${at}`, join(tempDir(), name));
      session.exchange(0, 1);
      await hook(palace, of(session, 'SessionEnd'));
    }
    expect(await captureAll(palace)).toMatchObject({ saved: names.length, failed: 0 });
    expect(existsSync(join(palace.root, 'pwned'))).toBe(false);
  });

  it('37: do nothing where there is no palace, and when they are turned off', async () => {
    const palace = await hookPalace();
    const session = new Session('s8');
    session.exchange(0, 30);
    const nowhere = join(palace.runtime.home, 'nowhere');
    const before = readdirSync(palace.runtime.home).sort();
    const options = {
      runtime: palace.runtime,
      startWorker: () => {},
      wakeUp: async () => 'text',
      recall: async () => undefined,
    };
    for (const event of ['SessionStart', 'Stop', 'SessionEnd']) {
      const input = of(session, event);
      if (input === undefined) throw new Error('no input');
      expect(await runHook(input, { ...options, palace: nowhere })).toEqual({});
    }
    expect(readdirSync(palace.runtime.home).sort()).toEqual(before);
    const off = { ...palace.runtime, env: { ...palace.runtime.env, PALACE_HOOKS: 'off' } };
    const input = of(session, 'SessionEnd');
    if (input === undefined) throw new Error('no input');
    expect(await runHook(input, { ...options, runtime: off, palace: palace.root })).toEqual({});
    expect(existsSync(hookStore(palace).folder)).toBe(false);
  });
});

describe('what a hook is told', () => {
  it('is read whatever it is', () => {
    for (const text of [
      '',
      'nonsense',
      '[]',
      'null',
      '{"transcript_path": 5, "cwd": "relative"}',
      '{"transcript_path":"/etc/passwd"}',
    ])
      expect(readInput('claude-code', 'stop', text)).toEqual({
        harness: 'claude-code',
        event: 'stop',
        given: 'stop',
        session: '',
        again: false,
      });
    expect(readInput('claude-code', 'nonsense', '{}')).toBeUndefined();
    expect(readInput('codex', undefined, '{"type":"agent-turn-complete"}')?.event).toBe('stop');
    expect(readInput('gemini', 'PreCompress', '{}')?.event).toBe('pre-compact');
  });
});
