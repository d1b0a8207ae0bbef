import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, it } from 'vitest';
import { builtBeforeAll, Machine, ROOT } from '../e2e/support.js';

builtBeforeAll();

const ERAS = [
  ['2025', { versionNegotiation: { mode: 'legacy' } }],
  ['2026', { versionNegotiation: { mode: 'auto' } }],
] as const;

describe.each(ERAS)('the official client of %s', (_, options) => {
  const clients: Client[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });

  async function connected(machine: Machine, ...args: string[]): Promise<Client> {
    const client = new Client({ name: 'test-client', version: '1.0.0' }, options);
    const env = Object.fromEntries(
      Object.entries(machine.env()).flatMap(([key, value]) => (value ? [[key, value]] : [])),
    );
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [`${ROOT}/bin/run.js`, 'mcp', ...args],
      env: { ...env, PALACE_MODEL: 'none' },
      cwd: machine.work,
      stderr: 'ignore',
    });
    await client.connect(transport);
    clients.push(client);
    return client;
  }

  const structured = (result: { structuredContent?: unknown }): Record<string, unknown> =>
    result.structuredContent as Record<string, unknown>;

  it('files, finds, reads, changes, removes and brings back', { timeout: 60_000 }, async () => {
    const machine = new Machine();
    await machine.cli(['init']);
    const client = await connected(machine);
    const call = (name: string, args: Record<string, unknown> = {}) =>
      client.callTool({ name: `mempalace_${name}`, arguments: args });
    const words = 'GraphQL it is: one round trip.\n\n    and the code stays\n';
    const added = structured(await call('add_drawer', { wing: 'driftwood', room: 'api', content: words }));
    expect(added).toMatchObject({ success: true, wing: 'driftwood', room: 'api' });
    expect(added.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(await machine.git('log', '-1', '--format=%an')).toContain('test-client (agent)');
    const again = structured(await call('add_drawer', { wing: 'driftwood', room: 'api', content: words }));
    expect(again).toMatchObject({ success: true, reason: 'exists', drawer_id: added.drawer_id, commit: null });

    const found = structured(await call('search', { query: 'round trip', limit: '3' }));
    expect(found).toMatchObject({ total: 1, results: [{ drawer_id: added.drawer_id, commit: added.commit }] });
    const id = added.drawer_id;
    expect(structured(await call('get_drawer', { drawer_id: id }))).toMatchObject({ content: words });

    await call('update_drawer', { drawer_id: id, content: 'REST after all.' });
    expect(structured(await call('search', { query: 'GraphQL' })).total).toBe(0);
    expect(structured(await call('search', { query: 'GraphQL', as_of: added.commit })).total).toBe(1);
    await call('delete_drawer', { drawer_id: id });
    expect(structured(await call('status'))).toMatchObject({ total_drawers: 0 });
    const back = structured(await call('restore', { drawer_id: id }));
    expect(back.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(structured(await call('get_drawer', { drawer_id: id })).content).toBe('REST after all.');
    const history = structured(await call('history', { drawer_id: id }));
    expect((history.entries as { op: string }[]).map(({ op }) => op)).toEqual(['restore', 'remove', 'edit', 'add']);
    expect((await machine.cli(['doctor'])).code).toBe(0);
  });

  it('is told what is wrong, by name, and what to do next', { timeout: 60_000 }, async () => {
    const machine = new Machine();
    const client = await connected(machine);
    const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });
    const status = structured(await call('mempalace_status'));
    expect(status).toMatchObject({ total_drawers: 0, error: expect.stringContaining('no palace here') });
    expect(status.protocol).toContain('mempalace_search');
    const none = await call('mempalace_search', { query: 'x' });
    expect(none).toMatchObject({ isError: true, _meta: { 'gitpalace/error': { code: 'no-palace' } } });
    // It would have to follow the schema of the tool, and clients check that.
    expect(none.structuredContent).toBeUndefined();
    // Made while the server runs.
    await machine.cli(['init']);
    expect(structured(await call('mempalace_search', { query: 'x' }))).toMatchObject({ total: 0 });
    for (const [args, message] of [
      [{ query: 'x', limits: 3 }, 'did you mean "limit"'],
      [{}, '"query" is missing'],
      [{ query: 'x', limit: 'many' }, '"limit" is a number'],
      [{ query: 'x', mode: 'magic' }, 'hybrid, keyword, vector'],
      [{ query: 'x', wing: 'nowhere' }, 'nowhere'],
      [{ query: ['x'] }, '"query" is a text'],
    ] as const) {
      const refused = await call('mempalace_search', { ...args });
      expect(refused.isError).toBe(true);
      expect(JSON.stringify(refused.content)).toContain(JSON.stringify(message).slice(1, -1));
    }
  });

  it('lists tools, prompts and resources without a palace', { timeout: 60_000 }, async () => {
    const machine = new Machine();
    await machine.cli(['init']);
    await machine.cli(['add', 'A memory with ~~~ in it.', '--wing', 'w', '--room', 'r']);
    const client = await connected(machine);
    const { tools } = await client.listTools();
    for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
      expect(name).toMatch(/^mempalace_[a-z_]+$/);
      expect([title, description?.length, outputSchema?.type]).toEqual([
        expect.any(String),
        expect.any(Number),
        'object',
      ]);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(Object.keys(annotations ?? {}).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
        'title',
      ]);
    }
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['recall', 'save-what-matters', 'check-before-answering']);
    const { messages } = await client.getPrompt({ name: 'recall', arguments: { topic: 'GraphQL' } });
    expect(JSON.stringify(messages)).toContain('GraphQL');
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow('there is no prompt');
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain('palace://status');
    const [drawer] = (await machine.cli(['list', '--json'])).json<{ drawers: { id: string }[] }>().drawers;
    const read = await client.readResource({ uri: `palace://drawer/${drawer?.id}` });
    expect(read.contents[0]).toMatchObject({
      text: expect.stringContaining(`~~~~ memory ${drawer?.id}\nA memory with ~~~ in it.\n~~~~\n`),
    });
    await expect(client.readResource({ uri: 'palace://nothing/here' })).rejects.toThrow('there is no resource');
  });

  it.each(['core', 'read-only'])('is offered fewer tools: %s', { timeout: 60_000 }, async (set) => {
    const machine = new Machine();
    const client = await connected(machine, '--tools', set);
    const { tools } = await client.listTools();
    if (set === 'core') expect(tools.length).toBeLessThanOrEqual(14);
    else expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(tools.map(({ name }) => name)).toContain('mempalace_search');
    if (set === 'read-only')
      await expect(client.callTool({ name: 'mempalace_add_drawer', arguments: {} })).rejects.toThrow('no tool');
  });
});
