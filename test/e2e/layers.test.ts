import { encode } from 'gpt-tokenizer';
import { describe, expect, it } from 'vitest';
import { builtBeforeAll, Machine, shapeOf } from './support.js';

builtBeforeAll();

describe('what an assistant reads', () => {
  it('wakes up, recalls, and keeps a diary from the command line', async () => {
    const machine = new Machine();
    await machine.cli(['init']);
    await machine.cli(['add', 'We decided to keep the queue in Postgres.', '--wing', 'atlas', '--importance', '5']);
    const woke = await machine.cli(['wake-up']);
    expect(woke.stdout).toMatch(/## L0 - IDENTITY[\s\S]*## L1 - ESSENTIAL STORY[\s\S]*- We decided to keep the queue/);
    expect(woke.stderr).toContain(`${encode(woke.stdout).length} tokens (o200k_base) of 850`);
    const layers = (await machine.cli(['wake-up', '--format', 'aaak', '--json'])).json();
    expect(shapeOf(layers)).toMatchSnapshot();
    expect((await machine.cli(['wake-up', '--tokens', '1'])).code).toBe(2);
    expect((await machine.cli(['recall', '--for', 'what about the queue?'])).stdout).toContain('Postgres');
    const wrote = await machine.cli(['diary', 'write', 'ops', '-', '--topic', 'nights', '--json'], {
      input: 'Quiet.\n',
    });
    expect(shapeOf(wrote.json())).toMatchSnapshot();
    expect((await machine.cli(['diary', 'read', 'OPS'])).stdout).toContain('ops  nights');
    expect((await machine.cli(['agents', 'add', 'ops', '--focus', 'uptime'])).code).toBe(0);
    expect((await machine.cli(['agents', 'list'])).stdout).toMatch(/^ops +1 entry +.*uptime/);
    expect(shapeOf((await machine.cli(['agents', 'show', 'ops', '--json'])).json())).toMatchSnapshot();
    expect((await machine.cli(['diary', 'search', 'quiet'])).stdout).toContain('Quiet.');
    expect((await machine.cli(['log', '--op', 'diary', '--by', 'ops'])).stdout).toContain('diary ops: Quiet.');
    expect((await machine.cli(['diary', 'write', 'ops', ''])).code).toBe(2);
  });
});
