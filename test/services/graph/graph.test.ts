import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grepPalace } from '../../../src/history/grep.js';
import { search } from '../../../src/search/search.js';
import { compressDrawers } from '../../../src/services/aaak/compress.js';
import { readClosets } from '../../../src/services/closet/closet.js';
import { exportPalace } from '../../../src/services/export/export.js';
import { followTunnels } from '../../../src/services/graph/follow.js';
import { listHallways } from '../../../src/services/graph/hallways.js';
import { drawMap } from '../../../src/services/graph/map.js';
import { mergeRooms } from '../../../src/services/graph/merge-rooms.js';
import { listRooms } from '../../../src/services/graph/rooms.js';
import { readGraphStatistics } from '../../../src/services/graph/statistics.js';
import { addTunnel, listTunnels, removeTunnel } from '../../../src/services/graph/tunnel-links.js';
import { findTunnels } from '../../../src/services/graph/tunnels.js';
import { walkFrom } from '../../../src/services/graph/walk.js';
import { recall } from '../../../src/services/layers/recall.js';
import { listDrawers } from '../../../src/services/list/list.js';
import { undoOperation } from '../../../src/services/undo/undo.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, edit, type TestPalace, testPalace } from '../../support/palace.js';
import { tempDir } from '../../support/temp.js';
import { commitCount, refusal, remember } from '../support.js';

async function furnished(engine: 'system' | 'isomorphic' = 'system'): Promise<TestPalace> {
  const palace = await testPalace(engine);
  for (const [place, text, more] of [
    ['driftwood/auth-migration', 'We decided to use Keycloak for sign-in.', { entities: ['Mira', 'Keycloak'] }],
    ['driftwood/api', 'The rate limit is 100 requests per minute.', { entities: ['Mira', 'Keycloak'] }],
    ['orion/clerk-migration', 'You should rotate the Clerk keys before moving.', {}],
    ['orion/api', 'Yesterday the gateway crashed twice.', {}],
    ['mira/diary', 'A quiet day.', {}],
    ['orion/diary', 'A long day.', {}],
  ] as const) {
    const [wing, room] = place.split('/');
    await remember(palace, text, { wing, room, ...more });
  }
  return palace;
}

describe.each(ENGINES)('the graph of a palace (%s)', (engine) => {
  it('joins wings by rooms and by tunnels that somebody makes, follows them, takes them back', async () => {
    const palace = await furnished(engine);
    expect((await findTunnels(palace)).tunnels.map(({ room }) => room)).toEqual(['api']);
    expect(await readGraphStatistics(palace)).toMatchObject({ tunnel_rooms: 1, explicit_tunnels: 0 });

    const made = await addTunnel(palace, {
      from: 'driftwood/auth-migration',
      to: 'orion/clerk-migration',
      label: 'old',
      by: 'codex',
    });
    expect(made).toMatchObject({ status: 'created', tunnel: { label: 'old', by: 'codex', updated_at: null } });
    const renewed = await addTunnel(palace, {
      from: 'Orion/Clerk_Migration',
      to: 'driftwood/auth-migration',
      label: 'one plan',
    });
    expect(renewed.status).toBe('updated');
    expect(renewed.tunnel).toMatchObject({ id: made.tunnel.id, label: 'one plan', created_at: made.tunnel.created_at });
    const count = commitCount(palace);
    expect(await addTunnel(palace, { from: 'driftwood/auth-migration', to: 'orion/clerk-migration' })).toMatchObject({
      status: 'exists',
      commit: null,
    });
    expect(commitCount(palace)).toBe(count);

    const { connections } = await followTunnels(palace, { wing: 'orion', room: 'clerk-migration' });
    expect(connections).toMatchObject([
      {
        direction: 'incoming',
        connected_wing: 'driftwood',
        connected_room: 'auth-migration',
        drawer_id: null,
        drawer_preview: 'We decided to use Keycloak for sign-in.',
      },
    ]);
    expect((await walkFrom(palace, { room: 'clerk-migration', hops: 1 })).rooms.map(({ room }) => room)).toContain(
      'auth-migration',
    );

    const { tunnel } = await removeTunnel(palace, { tunnel: 'driftwood/auth-migration', to: 'orion/clerk-migration' });
    expect((await listTunnels(palace)).total).toBe(0);
    await undoOperation(palace, {});
    expect((await listTunnels(palace, { wing: 'orion' })).tunnels).toMatchObject([
      { id: tunnel.id, label: 'one plan' },
    ]);
    const log = readdirSync(join(palace.root, 'tunnels')).find((name) => name.endsWith('.jsonl')) ?? '';
    expect(
      readFileSync(join(palace.root, 'tunnels', log), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(4);
    assertClean(palace);
  });

  it('makes two rooms one where somebody says so, and proposes it before', async () => {
    const palace = await furnished(engine);
    expect((await listRooms(palace)).suggestions).toMatchObject([{ rooms: ['auth-migration', 'clerk-migration'] }]);
    const merged = await mergeRooms(palace, { room: 'clerk-migration', into: 'auth-migration' });
    expect(merged).toMatchObject({ wings: ['orion'], commit: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect((await mergeRooms(palace, { room: 'clerk-migration', into: 'auth-migration' })).commit).toBeNull();
    const { rooms, suggestions } = await listRooms(palace);
    expect(suggestions).toEqual([]);
    expect(rooms.find(({ room }) => room === 'auth-migration')).toMatchObject({
      wings: { driftwood: 1, orion: 1 },
      aliases: { orion: ['clerk-migration'] },
    });
    expect((await findTunnels(palace, { wingA: 'orion', wingB: 'driftwood' })).total).toBe(2);
    // Both names lead to both rooms of the wing that says so, and of no other.
    for (const room of ['auth-migration', 'clerk-migration']) {
      const wings = ({ drawers }: { drawers: { wing: string }[] }) => drawers.map(({ wing }) => wing);
      expect(wings(await listDrawers(palace, { room, wing: 'orion' }))).toEqual(['orion']);
      expect((await recall(palace, { room, wing: 'orion' })).total).toBe(1);
      expect((await search(palace, { query: 'keys', room, wing: 'orion' })).hits).toHaveLength(1);
    }
    expect((await search(palace, { query: 'Clerk keys', room: 'auth-migration' })).hits).toHaveLength(1);
    expect((await refusal(search(palace, { query: 'keys', room: 'clerk-migration', wing: 'driftwood' }))).exit).toBe(4);
    // A tunnel names the room by whatever name it was made.
    expect((await refusal(addTunnel(palace, { from: 'orion/auth-migration', to: 'orion/clerk-migration' }))).code).toBe(
      'same-room',
    );
    await undoOperation(palace, {});
    expect((await findTunnels(palace, { wingA: 'orion', wingB: 'driftwood' })).total).toBe(1);
  });
});

describe('the graph of a palace', () => {
  it('refuses what is not there, by name', async () => {
    const palace = await furnished();
    expect(await refusal(addTunnel(palace, { from: 'driftwood/api', to: 'orion/apis' }))).toMatchObject({
      code: 'not-found',
      exit: 4,
      message: expect.stringContaining('did you mean "api"'),
    });
    expect((await refusal(addTunnel(palace, { from: 'driftwood', to: 'orion/api' }))).code).toBe('bad-place');
    expect((await refusal(addTunnel(palace, { from: 'driftwood/api', to: 'driftwood/API' }))).code).toBe('same-room');
    expect(
      (await refusal(addTunnel(palace, { from: 'driftwood/api', to: 'orion/api', label: 'x'.repeat(301) }))).code,
    ).toBe('bad-label');
    expect((await refusal(removeTunnel(palace, { tunnel: 't-0000' }))).code).toBe('not-found');
    expect((await refusal(walkFrom(palace, { room: 'migration' }))).details).toMatchObject({
      suggestions: ['auth-migration', 'clerk-migration'],
    });
    expect((await refusal(findTunnels(palace, { wingA: 'driftwod' }))).message).toContain('did you mean "driftwood"');
    const [drawer] = (await listDrawers(palace, { room: 'api', wing: 'orion' })).drawers;
    expect(
      (await refusal(addTunnel(palace, { from: 'driftwood/api', to: 'orion/api', fromDrawer: drawer?.id ?? '' }))).code,
    ).toBe('wrong-room');
    expect(existsSync(join(palace.root, 'tunnels', 'x'))).toBe(false);
  });

  it('is kept for its tree, seen at once after an edit, and the same without the cache', async () => {
    const palace = await furnished();
    const first = await listRooms(palace);
    const cache = join(palace.cacheDir, 'graph');
    expect(readdirSync(cache)).toHaveLength(1);
    expect(await listRooms(palace)).toEqual(first);
    edit(palace, 'wings/people/api/by-hand.md', 'Typed in an editor.\n');
    expect((await findTunnels(palace)).tunnels[0]?.wings).toEqual(['driftwood', 'orion', 'people']);
    // A cache that is no cache.
    const [name = ''] = readdirSync(cache);
    edit(palace, `.palace/cache/graph/${name}`, '{"version":1,"key":');
    edit(palace, 'wings/people/wing.yaml', 'rooms: [{name: gateway, aliases: [api]}]\n');
    expect((await findTunnels(palace)).tunnels[0]?.wings).toEqual(['driftwood', 'orion']);
    edit(palace, 'wings/people/wing.yaml', 'rooms: [{name: gateway, aliases: [api]\n');
    expect((await findTunnels(palace)).tunnels[0]?.wings).toHaveLength(3);
    expect(palace.runtime.warnings.join('\n')).toContain('room aliases are not used');
  });

  it('has rooms that go by another name wherever a room is named', async () => {
    const palace = await testPalace();
    await remember(palace, 'Gateways answer in ten milliseconds.', { wing: 'people', room: 'gateway' });
    await remember(palace, 'The API answers too.', { wing: 'people', room: 'api' });
    edit(palace, 'wings/people/wing.yaml', 'rooms: [{name: gateway, aliases: [api, door]}]\n');
    for (const room of ['gateway', 'api', 'door']) {
      const folder = join(tempDir(), 'out');
      expect(await exportPalace(palace, { folder, format: 'jsonl', room })).toMatchObject({ drawers: 2 });
      expect(await readClosets(palace, { place: `people/${room}` })).toMatchObject({ total: 2, room });
      expect((await compressDrawers(palace, { room })).drawers).toHaveLength(2);
      expect((await grepPalace(palace, { pattern: 'answer', room })).matches).toHaveLength(2);
    }
    const gone = exportPalace(palace, { folder: join(tempDir(), 'out'), format: 'jsonl', room: 'gatway' });
    await expect(gone).rejects.toMatchObject({ code: 'not-found', exit: 4 });
  });

  it('is drawn of what is there, also of nothing', async () => {
    const palace = await furnished();
    expect((await drawMap(palace, { format: 'mermaid' })).drawing).toContain('auth-migration (1)');
    expect((await drawMap(palace, { format: 'svg', wing: 'mira' })).wings.map(({ wing }) => wing)).toEqual(['mira']);
    const empty = await testPalace();
    expect((await drawMap(empty, { format: 'svg' })).drawing).toContain('the palace is empty');
    expect(await listRooms(empty)).toEqual({ rooms: [], total: 0, skipped: {}, suggestions: [] });
  });

  it('has hallways of entities that drawers state', async () => {
    const palace = await furnished();
    expect(await listHallways(palace)).toMatchObject({
      hallways: [
        {
          wing: 'driftwood',
          entity_a: 'Keycloak',
          entity_b: 'Mira',
          co_occurrence_count: 2,
          rooms: ['api', 'auth-migration'],
        },
      ],
      across_wings: [],
    });
  });
});

describe('halls', () => {
  it('choose what is stated, else the passages that are so classified', async () => {
    const palace = await furnished();
    await remember(palace, 'The gateway crashed yesterday, stated as advice.', {
      wing: 'orion',
      room: 'api',
      hall: 'advice',
    });
    const found = async (hall: string): Promise<string[]> =>
      (await search(palace, { query: 'gateway keys Keycloak limit', hall })).hits.map(({ text }) => text.trim()).sort();
    expect(await found('events')).toEqual(['Yesterday the gateway crashed twice.']);
    expect(await found('advice')).toEqual([
      'The gateway crashed yesterday, stated as advice.',
      'You should rotate the Clerk keys before moving.',
    ]);
    expect(await found('facts')).toEqual([
      'The rate limit is 100 requests per minute.',
      'We decided to use Keycloak for sign-in.',
    ]);
    const listed = async (hall: string): Promise<number> => (await listDrawers(palace, { hall })).total;
    expect([
      await listed('facts'),
      await listed('events'),
      await listed('advice'),
      await listed('discoveries'),
    ]).toEqual([2, 1, 2, 0]);
    const [hit] = (await search(palace, { query: '"gateway crashed"', hall: 'events' })).hits;
    expect(hit).toMatchObject({ hall: null, halls: ['events'] });
    // The graph knows them too.
    expect((await findTunnels(palace)).tunnels[0]).toMatchObject({ room: 'api', halls: ['advice', 'events', 'facts'] });
  });
});
