import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtBeforeAll, Machine, type Ran, ROOT } from './support.js';

builtBeforeAll();

const SCRIPT = ['/usr/bin/script', '/bin/script'].find((path) => existsSync(path)) ?? '';

/** Runs a command line on a terminal of its own (`script` of util-linux gives one). */
function onTerminal(
  machine: Machine,
  args: readonly string[],
  options: { input?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  const words = [process.execPath, join(ROOT, 'bin', 'run.js'), ...args].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  );
  const env = { TERM: 'xterm', COLUMNS: '80', ...options.env };
  return machine.run(SCRIPT, ['--quiet', '--return', '--command', words.join(' '), '/dev/null'], {
    ...options,
    env,
  });
}

const describeOnLinux = SCRIPT !== '' && process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('on a terminal (needs `script`)', () => {
  it('matched words are bold and underlined; not with NO_COLOR or TERM=dumb', async () => {
    const machine = new Machine();
    machine.write(join(machine.work, 'p'), { 'a.md': '# Beacon\n\nThe lamp turns westward at dusk.\n' });
    await machine.cli(['init']);
    await machine.cli(['mine', join(machine.work, 'p')]);
    const marked = '\u001b[1m\u001b[4mwestward\u001b[24m\u001b[22m';
    expect((await onTerminal(machine, ['search', 'westward'])).stdout).toContain(marked);
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }, { CI: 'true' }] as Record<string, string>[])
      expect((await onTerminal(machine, ['search', 'westward'], { env })).stdout).not.toContain('\u001b[');
  });

  it('init PROJECT asks, and does nothing after a no', async () => {
    const machine = new Machine();
    const project = join(machine.work, 'tide');
    machine.write(project, { 'docs/a.md': 'a\n' });
    const file = join(machine.palace, 'wings', 'tide', 'wing.yaml');
    const no = await onTerminal(machine, ['init', project], { input: 'n\n' });
    expect(no.stdout).toContain('documentation');
    expect(no.stdout).toContain('[y/N]');
    expect(existsSync(file)).toBe(false);
    expect(await machine.git('status', '--porcelain')).toBe('');
    // What follows a yes stands in entities-page.test.ts: the list of names is answered key by key.
  });
});
