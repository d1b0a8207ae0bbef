import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/mcp/registry.js';
import { ERROR_META } from '../../src/mcp/results.js';
import { callTool } from '../../src/mcp/server.js';
import { Connection, McpSession } from '../../src/mcp/session.js';
import { gitIn, testPalace } from '../support/palace.js';

describe('facts by tools', () => {
  it('are stated, queried at a time, ended and counted, each write a commit of the client', async () => {
    const palace = await testPalace();
    const session = new McpSession({ palace: palace.root, runtime: palace.runtime, version: '1' });
    const connection = new Connection(session);
    connection.client = 'test-client';
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      const { structuredContent, isError, _meta } = await callTool(TOOLS, `mempalace_${name}`, args, connection);
      return { ...structuredContent, ...(isError && { isError, ...(_meta?.[ERROR_META] as object) }) } as Record<
        string,
        unknown
      >;
    };
    const fact = { subject: 'Kai', predicate: 'works_on', object: 'Orion' };
    const added = await call('kg_add', { ...fact, valid_from: '2026-01-05', source_file: 'meeting.md' });
    expect(added).toMatchObject({
      success: true,
      fact: 'Kai → works_on → Orion',
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(gitIn(palace, 'log', '-1', '--format=%an').trim()).toBe('test-client (agent)');
    expect(await call('kg_query', { entity: 'kai', as_of: '2026-02-01' })).toMatchObject({ count: 1 });
    expect(await call('kg_query', { entity: 'Kai', as_of: '2025-12-01' })).toMatchObject({ count: 0 });
    expect(await call('kg_invalidate', { ...fact, object: 'Lyra' })).toMatchObject({
      isError: true,
      code: 'no-such-fact',
    });
    expect(await call('kg_invalidate', { ...fact, ended: '2026-03-01' })).toMatchObject({ success: true, count: 1 });
    expect(await call('kg_query', { entity: 'Kai', as_of: '2026-04-01' })).toMatchObject({ count: 0 });
    expect(await call('kg_timeline', { entity: 'Kai' })).toMatchObject({ entity: 'Kai', count: 1 });
    expect(await call('kg_stats')).toMatchObject({ triples: 1, current_facts: 0, expired_facts: 1 });
    expect(String((await call('get_aaak_spec')).aaak_spec).length).toBeGreaterThan(500);
    expect(await call('kg_add', { ...fact, valid_from: 'May 6' })).toMatchObject({ isError: true });
    const told = await call('check_facts', { text: 'Kai works on Orion.', date: '2026-05-01' });
    expect(told).toMatchObject({ total: 1, issues: [expect.anything()] });
    expect(await call('diary_write', { agent_name: 'Reviewer', entry: 'Kai left Orion.' })).toMatchObject({
      success: true,
    });
    expect(await call('diary_read', { agent_name: 'reviewer' })).toMatchObject({
      total: 1,
      entries: [{ content: 'Kai left Orion.' }],
    });
    expect(await call('list_agents')).toMatchObject({ agents: [{ name: 'reviewer', entries: 1 }] });
    await call('add_drawer', { wing: 'w', room: 'r', content: 'We chose one thread.', importance: 5 });
    expect(String((await call('wake_up', { wing: 'w' })).text)).toContain('one thread');
    expect(String((await call('recall', { for: 'how many threads did we choose' })).text)).toContain('one thread');
    await session.close();
  });
});
