import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtBeforeAll, finished, Machine } from './support.js';

builtBeforeAll();

describe('Ctrl-C', () => {
  it('in a mine stops between two steps: what is committed stays, the exit code is 130', async () => {
    const machine = new Machine();
    const project = join(machine.work, 'long');
    machine.write(
      project,
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`docs/${at}.md`, `# ${at}\n\nword${at} of many\n`])),
    );
    await machine.cli(['init']);
    // One file a commit, so that the signal meets a mine with many steps before it.
    const child = machine.start(['mine', project, '--json', '--verbose'], { env: { PALACE_MINE_BATCH: '1' } });
    const ended = finished(child);
    const head = join(machine.palace, '.git', 'refs', 'heads', 'main');
    const before = await machine.git('rev-parse', 'HEAD');
    const { watch } = await import('node:fs');
    const watcher = watch(join(head, '..'));
    await once(watcher, 'change');
    watcher.close();
    child.kill('SIGINT');
    const ran = await ended;
    expect(ran.code).toBe(130);
    expect(ran.stderr).toContain('stopping after this step');
    await machine.git('fsck', '--strict');
    const count = Number(await machine.git('rev-list', '--count', `${before.trim()}..HEAD`));
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(60);
    const rest = await machine.cli(['mine', project, '--json']);
    expect(rest.json()).toMatchObject({ drawers: { added: 60 - count, unchanged: count } });
    expect(await machine.git('status', '--porcelain')).toBe('');
  });

  it('in a command that reads ends it with 130', async () => {
    const machine = new Machine();
    await machine.cli(['init']);
    // `-` waits for standard input, which never ends here.
    const child = machine.start(['add', '-', '--verbose']);
    const out: Buffer[] = [];
    child.stderr?.on('data', (chunk: Buffer) => out.push(chunk));
    const closed = once(child, 'close');
    await once(child, 'spawn');
    const poke = setInterval(() => child.kill('SIGINT'), 200);
    const [code, signal] = await closed;
    clearInterval(poke);
    // Before its handlers stand, the signal itself ends the process.
    expect(code === 130 || signal === 'SIGINT').toBe(true);
  });
});
