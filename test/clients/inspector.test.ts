import { describe, expect, it } from 'vitest';
import { builtBeforeAll, Machine, type Ran, ROOT } from '../e2e/support.js';
import { ABSENT, clientFile } from './support.js';

builtBeforeAll();

const INSPECTOR = clientFile('@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js');

describe.skipIf(INSPECTOR === undefined)(`the MCP inspector (${ABSENT})`, () => {
  function inspect(machine: Machine, ...args: string[]): Promise<Ran> {
    // It hands nothing of its own environment on.
    const env = Object.entries(machine.env()).flatMap(([key, value]) => (value ? ['-e', `${key}=${value}`] : []));
    const server = [process.execPath, `${ROOT}/bin/run.js`, 'mcp'];
    return machine.run(process.execPath, [INSPECTOR ?? '', '--cli', ...env, ...server, ...args]);
  }

  it('lists tools whose schemas every client can take', async () => {
    const ran = await inspect(new Machine(), '--method', 'tools/list', '--strict');
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.json<{ tools: unknown[] }>().tools.length).toBeGreaterThan(30);
    expect(ran.stderr).not.toMatch(/warning/i);
  });

  it('files a memory and finds it, and reads resources and prompts', async () => {
    const machine = new Machine();
    await machine.cli(['init']);
    const call = (tool: string, ...args: string[]) =>
      inspect(machine, '--method', 'tools/call', '--tool-name', tool, '--tool-arg', ...args);
    const added = await call('mempalace_add_drawer', 'wing=driftwood', 'room=api', 'content=GraphQL it is.');
    expect(added.json(), added.stderr).toMatchObject({ structuredContent: { success: true } });
    const found = await call('mempalace_search', 'query=GraphQL', 'limit=3');
    expect(found.json(), found.stderr).toMatchObject({
      structuredContent: { total: 1, results: [{ text: 'GraphQL it is.' }] },
    });
    const status = await inspect(machine, '--method', 'resources/read', '--uri', 'palace://status');
    expect(status.stdout).toContain('driftwood');
    const prompt = await inspect(
      machine,
      ...['--method', 'prompts/get', '--prompt-name', 'recall', '--prompt-args', 'topic=GraphQL'],
    );
    expect(prompt.stdout).toContain('What do we know about this: GraphQL');
  });

  it('shows what is wrong as the tool says it', async () => {
    // No palace there: the answer has nothing of what a search answers.
    const args = ['--method', 'tools/call', '--tool-name', 'mempalace_search', '--tool-arg', 'query=x'];
    const ran = await inspect(new Machine(), ...args);
    expect(ran.stdout + ran.stderr).toContain('no palace here');
    expect(ran.stdout + ran.stderr).not.toContain('required property');
  });
});
