import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import Show from '../../commands/show.js';
import { Args } from '../../src/cli/flags.js';

const COMMANDS = fileURLToPath(new URL('../../commands', import.meta.url));

describe('an argument that is missing', () => {
  it('is not taken from what is piped into the command', () => {
    expect(Args.string({ description: 'x' })).toMatchObject({ ignoreStdin: true, description: 'x' });
    expect(Args.string()).toMatchObject({ ignoreStdin: true });
    for (const arg of Object.values(Show.args)) expect(arg).toMatchObject({ ignoreStdin: true });
  });

  it('is made in one place for all commands', () => {
    const own = readdirSync(COMMANDS, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && readFileSync(join(COMMANDS, name), 'utf8').includes('@oclif/core/args'),
    );
    expect(own).toEqual([]);
  });
});
