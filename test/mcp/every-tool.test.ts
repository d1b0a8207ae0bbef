import { expect, it } from 'vitest';
import { TOOLS } from '../../src/mcp/registry.js';
import { gitIn } from '../support/palace.js';
import { connected } from './support.js';

/** Tools that write, each of which must answer with its commit and leave it under the name that it was given. */
const WRITES = TOOLS.filter(({ effect }) => effect !== 'read').map(({ name }) => name.replace('mempalace_', ''));

it('every tool answers with what its schema says, every write with its commit and author', async () => {
  const { palace, client, call: plainCall } = await connected();
  // From now on the client checks each structured result against the output schema of its tool.
  const { tools } = await client.listTools();
  const tried = new Set<string>();
  const last = (): string[] => gitIn(palace, 'log', '-1', '--format=%H%n%an').trim().split('\n');
  let [head] = last();
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    tried.add(name);
    const result = await plainCall(name, args);
    if (!WRITES.includes(name) || args.dry_run === true) return result;
    const [commit, author] = last();
    expect([name, result.commit]).toEqual([name, commit]);
    // Also: what reads, and dry runs, made no commit in between.
    expect(gitIn(palace, 'rev-parse', 'HEAD^').trim()).toBe(head);
    head = commit;
    expect([name, author]).toEqual([name, `${args.agent ?? args.agent_name ?? 'test-client'} (agent)`]);
    return result;
  };

  expect(await call('memories_filed_away')).toMatchObject({ status: 'quiet', count: 0, commit: null });
  const place = { wing: 'driftwood', room: 'api' };
  const { drawer_id } = await call('add_drawer', { ...place, content: 'GraphQL it is, for Kai.', agent: 'reviewer' });
  const other = await call('add_drawer', { wing: 'orion', room: 'auth', content: 'One token format.' });
  expect(await call('status')).toMatchObject({ total_drawers: 2, wings: { driftwood: 1, orion: 1 } });
  expect(await call('list_wings')).toEqual({ wings: { driftwood: 1, orion: 1 } });
  expect(await call('list_rooms', { wing: 'orion' })).toEqual({ wing: 'orion', rooms: { auth: 1 } });
  expect(await call('get_taxonomy')).toEqual({ taxonomy: { driftwood: { api: 1 }, orion: { auth: 1 } } });
  await call('get_aaak_spec');
  expect(await call('reconnect')).toMatchObject({ success: true });
  expect(await call('search', { query: 'GraphQL', limit: '5' })).toMatchObject({
    query: 'GraphQL',
    filters: { wing: null, room: null },
    results: [{ drawer_id, text: 'GraphQL it is, for Kai.', ...place, source_file: null }],
  });
  expect(await call('get_drawer', { drawer_id })).toMatchObject({ content: 'GraphQL it is, for Kai.' });
  expect(await call('check_duplicate', { content: 'GraphQL it is, for Kai.' })).toMatchObject({
    is_duplicate: true,
    matches: [{ id: drawer_id, similarity: 1 }],
  });
  expect(await call('list_drawers', { limit: 1 })).toMatchObject({ total: 2, next_offset: 1 });
  expect(await call('list_drawers', { limit: 1, offset: 1 })).not.toHaveProperty('next_offset');
  await call('update_drawer', { drawer_id, content: 'GraphQL it is, and Kai leads.' });
  expect(await call('compress', { wing: 'driftwood' })).toMatchObject({ total: 1, drawers: [{ drawer_id }] });

  const fact = { subject: 'Kai', predicate: 'works_on', object: 'Orion' };
  await call('kg_add', { ...fact, valid_from: '2026-01-05', agent: 'reviewer' });
  expect(await call('kg_query', { entity: 'Kai' })).toMatchObject({ count: 1, total: 1 });
  expect(await call('kg_query', { entity: 'Kai', offset: 1 })).toMatchObject({ count: 0, total: 1 });
  expect(await call('check_facts', { text: 'Kai works on Lyra.' })).toHaveProperty('issues');
  await call('kg_invalidate', fact);
  expect(await call('kg_timeline', { entity: 'Kai' })).toMatchObject({ count: expect.any(Number) });
  expect(await call('kg_stats')).toMatchObject({ triples: 1 });

  expect(await call('wake_up')).toHaveProperty('text');
  expect(await call('recall', { wing: 'orion' })).toHaveProperty('text');
  await call('diary_write', { agent_name: 'reviewer', entry: 'Kai leads now.' });
  expect(await call('diary_read', { agent_name: 'reviewer' })).toMatchObject({ total: 1, showing: 1 });
  expect(await call('list_agents')).toMatchObject({ agents: [{ name: 'reviewer' }] });

  expect(await call('traverse', { start_room: 'api' })).toMatchObject({ results: [{ room: 'api', hop: 0 }] });
  await call('find_tunnels');
  await call('graph_stats');
  const { tunnel } = await call('create_tunnel', {
    ...{ source_wing: 'driftwood', source_room: 'api', target_wing: 'orion', target_room: 'auth' },
  });
  expect(await call('list_tunnels')).toMatchObject({ total: 1 });
  expect(await call('follow_tunnels', place)).toMatchObject({ connections: [{ connected_room: 'auth' }] });
  await call('delete_tunnel', { tunnel_id: (tunnel as { id: string }).id });

  const { entries } = await call('history', { drawer_id });
  expect(entries).toHaveLength(2);
  expect(await call('diff', { from: 'HEAD~1' })).toHaveProperty('changed');
  expect(await call('blame', { drawer_id })).toMatchObject({ total: expect.any(Number) });
  expect(await call('when', { text: 'Kai leads' })).toHaveProperty('events');
  await call('delete_drawer', { drawer_id: other.drawer_id, dry_run: true });
  await call('delete_drawer', { drawer_id: other.drawer_id });
  await call('restore', { drawer_id: other.drawer_id });
  expect(await call('undo', { dry_run: true })).toMatchObject({ dry_run: true, commit: null });
  await call('undo');
  expect(await call('list_wings')).not.toMatchObject({ wings: { orion: 1 } });
  expect([...tried].sort()).toEqual(tools.map(({ name }) => name.replace('mempalace_', '')).sort());
});

it('the author is also taken under the name that the original has for it', async () => {
  const { palace, call } = await connected();
  await call('add_drawer', { wing: 'w', room: 'r', content: 'One.', added_by: 'reviewer' });
  expect(gitIn(palace, 'log', '-1', '--format=%an')).toBe('reviewer (agent)\n');
});

it('misuse is told with how the tool is used', async () => {
  const { client } = await connected();
  for (const [args, words] of [
    [{ wing: 'w', room: 'r', contents: 'One.' }, 'did you mean \\"content\\"'],
    [{ wing: 'w', room: 'r' }, '\\"content\\" is missing'],
    [{ wing: 'w', room: 'r', content: 5, importance: 'high' }, '\\"importance\\" is a number'],
  ] as const) {
    const { isError, content } = await client.callTool({ name: 'mempalace_add_drawer', arguments: { ...args } });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain(words);
    expect(JSON.stringify(content)).toContain(
      'What to do next:\\n- mempalace_add_drawer takes wing, room, content, [title]',
    );
  }
});
