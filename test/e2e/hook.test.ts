import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtBeforeAll, Machine } from './support.js';

builtBeforeAll();

function transcript(machine: Machine, name: string, humans: number): string {
  const folder = join(machine.work, 'with space $(touch pwned)');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.jsonl`);
  let parentUuid: string | null = null;
  const lines = Array.from({ length: humans }, (_, at) => {
    const uuid = `${name}-${at}`;
    const message = { role: 'user', content: `Question ${at}?` };
    const timestamp = new Date(Date.UTC(2026, 4, 1, 9, 0, at)).toISOString();
    const line = { type: 'user', sessionId: name, cwd: '/workspace/lamp', parentUuid, uuid, timestamp, message };
    parentUuid = uuid;
    return JSON.stringify(line);
  });
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

describe('palace hook run', () => {
  it('37: prints one JSON object and ends with 0, whatever it is told', { timeout: 60_000 }, async () => {
    const machine = new Machine();
    await machine.cli(['init']);
    for (const [args, input] of [
      [['claude-code', 'stop'], 'nonsense'],
      [['claude-code', 'stop'], ''],
      [['claude-code'], '{"hook_event_name": "Nothing"}'],
      [['nobody', 'stop'], '{}'],
      [[], '{}'],
      [['claude-code', 'stop', '--nonsense', 'x'], '{}'],
    ] as const) {
      const ran = await machine.cli(['hook', 'run', ...args], { input });
      expect([args, ran.code, ran.stdout]).toEqual([args, 0, '{}\n']);
    }
  });

  it('37: makes no file anywhere where there is no palace', { timeout: 60_000 }, async () => {
    const machine = new Machine();
    const path = transcript(machine, 'a', 20);
    const before = readdirSync(machine.home).sort();
    const input = JSON.stringify({ session_id: 'a', transcript_path: path, hook_event_name: 'Stop' });
    // The compiled code of a command that was never run is kept like that of any other.
    const env = { NODE_DISABLE_COMPILE_CACHE: '1' };
    const ran = await machine.cli(['hook', 'run', 'claude-code', 'Stop'], { input, env });
    expect([ran.code, ran.stdout]).toEqual([0, '{}\n']);
    expect(readdirSync(machine.home).sort()).toEqual(before);
    expect(existsSync(machine.palace)).toBe(false);
  });

  it('tells a conversation what the palace knows of its project', { timeout: 60_000 }, async () => {
    const machine = new Machine();
    await machine.cli(['init']);
    const start = (cwd: string) =>
      machine.cli(['hook', 'run', 'claude-code'], {
        input: JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's', cwd }),
      });
    expect((await start('/workspace/lamp')).stdout).toBe('{}\n');
    await machine.cli(['add', 'We decided to keep the lamp on one thread.', '--wing', 'lamp', '--importance', '5']);
    await machine.cli(['add', 'The garden needs water.', '--wing', 'garden', '--importance', '5']);
    const { hookSpecificOutput: told } = (await start('/workspace/lamp')).json<{
      hookSpecificOutput: { hookEventName: string; additionalContext: string };
    }>();
    expect(told.hookEventName).toBe('SessionStart');
    expect(told.additionalContext).toContain('one thread');
    expect(told.additionalContext).not.toContain('garden');
  });

  it('36 and 38: files in the background, at the interval and at the end', { timeout: 120_000 }, async () => {
    const machine = new Machine();
    await machine.cli(['init']);
    const run = async (name: string, humans: number, event: string): Promise<string> => {
      const path = transcript(machine, name, humans);
      const input = JSON.stringify({ session_id: name, transcript_path: path, hook_event_name: event });
      const ran = await machine.cli(['hook', 'run', 'claude-code', event], { input });
      expect(ran.code).toBe(0);
      return ran.stdout;
    };
    expect(await run('a', 14, 'Stop')).toBe('{}\n');
    expect(await run('a', 15, 'Stop')).toBe('{"suppressOutput":true}\n');
    expect(await run('b', 3, 'SessionEnd')).toBe('{}\n');
    const total = async (): Promise<number> => (await machine.cli(['list', '--json'])).json<{ total: number }>().total;
    while ((await total()) < 2) await machine.cli(['hook', 'work']);
    expect(existsSync(join(machine.work, 'pwned'))).toBe(false);
    expect((await machine.git('log', '--format=%an')).split('\n')).toContain('claude-code (agent)');
    expect((await machine.cli(['doctor'])).code).toBe(0);
  });
});
