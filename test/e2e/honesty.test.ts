import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtBeforeAll, Machine, ROOT } from './support.js';

builtBeforeAll();

/** The last cell of each row: commands as a person types them into a shell. */
function commandsOfPage(): string[] {
  const rows = readFileSync(join(ROOT, 'docs/honesty.md'), 'utf8').matchAll(/^\|.*\| `(?<command>.*)` \|$/gm);
  return Array.from(rows, ({ groups }) => (groups?.command ?? '').replaceAll('\\|', '|'));
}

/** A palace in which each of them has something to talk about. */
async function furnished(machine: Machine): Promise<Record<string, string>> {
  const say = async (...args: string[]) => {
    const ran = await machine.cli(args);
    if (ran.code !== 0) throw new Error(`${args.join(' ')}: ${ran.stderr}`);
    return ran;
  };
  await say('init', '--palace', machine.palace);
  for (const [room, text] of [
    ['payment', 'Kai works on Orion. We left Redis because the payment queue lost events. Decision: use Postgres.'],
    ['auth', 'Nadia leads the Orion team. RELEASE:2026-03-01 was moved.'],
  ] as const)
    await say('add', text, '--wing', 'driftwood', '--room', room);
  await say('kg', 'add', 'Kai', 'works_on', 'Orion', '--from', '2025-08');
  await say('kg', 'add', 'Ravi', 'owns', 'invoice-export');
  const proposed = (await say('kg', 'propose', '--json')).json<{ proposals: { id: string }[] }>();
  writeFileSync(join(machine.work, 'notes.txt'), 'Nadia chose Postgres 16 on 2026-03-04, because Redis lost events.\n');
  return {
    WING: 'driftwood',
    ID: proposed.proposals[0]?.id ?? '',
    PATH: machine.palace,
    PROJECT: machine.work,
    TEXT: '"Nadia leads the Vega team."',
    FROM: 'payment',
    INTO: 'auth',
  };
}

test('each claim of docs/honesty.md has a command that runs', { timeout: 300_000 }, async () => {
  const machine = new Machine();
  const words = await furnished(machine);
  const bin = join(machine.home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'palace'), `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'bin/run.js')}" "$@"\n`);
  chmodSync(join(bin, 'palace'), 0o755);
  const commands = commandsOfPage();
  expect(commands.length).toBeGreaterThan(20);
  for (const command of commands) {
    const line = command.replace(/\b(?:WING|ID|PATH|PROJECT|TEXT|FROM|INTO)\b/g, (word) => words[word] ?? word);
    const env = { PATH: `${bin}:${process.env.PATH}` };
    const ran = await machine.run('bash', ['-c', `set -o pipefail; ${line}`], { env });
    const said = `${line}\n${ran.stdout}${ran.stderr}`;
    // Findings of a check are an answer, too.
    expect([0, ...(line.includes('palace check') ? [1, 5] : [])], said).toContain(ran.code);
    expect(ran.stdout + ran.stderr, said).not.toBe('');
  }
});
