import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PalaceError } from '../../src/base/errors.js';
import type { CountedRoom } from '../../src/graph/census.js';
import { PalaceGraph, weightOf } from '../../src/graph/graph.js';
import { acrossWings, hallwaysOf } from '../../src/graph/hallways.js';
import { findRoom, roomSuggestions } from '../../src/graph/look-up.js';
import { nearRooms } from '../../src/graph/near-rooms.js';
import { sharedRooms } from '../../src/graph/shared-rooms.js';
import { statisticsOf } from '../../src/graph/statistics.js';
import { foldTunnels, tunnelId } from '../../src/graph/tunnel-log.js';
import { walk } from '../../src/graph/walk.js';
import type { PalaceEvent } from '../../src/palace/events.js';
import { RoomAliases } from '../../src/palace/room-aliases.js';
import type { RoomName } from '../../src/palace/types.js';
import { longRun } from '../support/counts.js';

const RULES = { aliases: new RoomAliases(), commonShare: 0.8, skipRooms: ['general', 'diary'] };

function places(text: string): CountedRoom[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [, wing = '', room = '', drawers = '1', halls = ''] =
        /^(.+?)\/(.+?)(?::(\d+))?(?:@(.+))?$/.exec(word) ?? [];
      const names = halls === '' ? [] : halls.split(',');
      return {
        wing,
        room,
        drawers: Number(drawers),
        halls: Object.fromEntries(names.map((hall) => [hall, 1])),
        dates: [],
      };
    })
    .sort((a, b) => (`${a.wing}/${a.room}` < `${b.wing}/${b.room}` ? -1 : 1));
}

const graph = (text: string, rules = RULES): PalaceGraph => new PalaceGraph(places(text), rules);

const wings = fc.constantFrom('w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7');
const roomNames = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'general', 'diary');
const censuses = fc
  .uniqueArray(fc.record({ wing: wings, room: roomNames, drawers: fc.integer({ min: 1, max: 9 }) }), {
    maxLength: 40,
    selector: ({ wing, room }) => `${wing}/${room}`,
  })
  .map((list) =>
    list
      .map((place): CountedRoom => ({ ...place, halls: {}, dates: [] }))
      .sort((a, b) => (`${a.wing}/${a.room}` < `${b.wing}/${b.room}` ? -1 : 1)),
  );

describe('the graph of rooms', () => {
  // a in {w1, w2} with 3 drawers and no hall, b in {w2} with 5, c in {w3}.
  const small = graph('w1/a:2 w2/a:1 w2/b:5 w3/c:1');

  it('gives the vectors of the behaviour reference (22.7)', () => {
    expect(walk(small, findRoom(small, 'a'), 2)).toEqual([
      { room: 'a', wings: ['w1', 'w2'], halls: [], count: 3, hop: 0 },
      { room: 'b', wings: ['w2'], halls: [], count: 5, hop: 1, connected_via: ['w2'] },
    ]);
    expect(sharedRooms(small, []).map(({ room }) => room)).toEqual(['a']);
    // The original counts edges with a hall only; ours keeps the pair although no hall is known (2, Better b).
    expect(statisticsOf(small)).toMatchObject({ hall_edges: 0, total_edges: 1, tunnel_rooms: 1, total_rooms: 3 });
    expect([...small.edges()]).toEqual([{ room: 'a', wing_a: 'w1', wing_b: 'w2', hall: null, count: 3 }]);
  });

  it('gives a hall to pairs of wings that both have it', () => {
    const one = graph('w1/a@facts,events w2/a@facts w3/a@advice');
    expect([...one.edges()].map(({ wing_a, wing_b, hall }) => [wing_a, wing_b, hall])).toEqual([
      ['w1', 'w2', 'facts'],
      ['w1', 'w3', null],
      ['w2', 'w3', null],
    ]);
  });

  it('makes no tunnel of general and diary, and none of a room in nearly every wing', () => {
    const many = Array.from({ length: 200 }, (_, at) => `w${at}/notes w${at}/diary w${at}/general`).join(' ');
    const one = graph(`${many} w1/auth w2/auth`);
    expect(sharedRooms(one, []).map(({ room }) => room)).toEqual(['auth']);
    expect(one.common.map(({ room }) => room)).toEqual(['notes']);
    expect(sharedRooms(one, [], true).map(({ room }) => room)).toEqual(['auth', 'notes']);
    expect(statisticsOf(one)).toMatchObject({ total_edges: 1, common_rooms: [{ room: 'notes', wings: 200 }] });
    // A walk may end in it and goes no further.
    expect(walk(one, findRoom(one, 'auth'), 10).map(({ room }) => room)).toEqual(['auth', 'notes']);
    expect(walk(one, findRoom(one, 'notes'), 1).map(({ room }) => room)).toEqual(['notes', 'auth']);
  });

  it('weighs a room less the more wings have it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), (count) => {
        for (let inWings = 3; inWings <= count; inWings++) {
          expect(weightOf(inWings, count)).toBeLessThan(weightOf(inWings - 1, count));
          expect(weightOf(inWings, count)).toBeGreaterThan(0);
        }
        expect(weightOf(2, count)).toBe(1);
      }),
      { numRuns: longRun(3, 100) },
    );
    expect(weightOf(100, 100)).toBeLessThan(0.01);
  });

  it('joins wings whichever of them is named first, and walks to each room once', () => {
    fc.assert(
      fc.property(censuses, (census) => {
        const one = new PalaceGraph(census, RULES);
        for (const a of one.wings)
          for (const b of one.wings) expect(sharedRooms(one, [a, b])).toEqual(sharedRooms(one, [b, a]));
        for (const start of one.rooms.values()) {
          const steps = walk(one, start, 3);
          expect(new Set(steps.map(({ room }) => room)).size).toBe(steps.length);
          expect(steps.map(({ hop }) => hop)).toEqual(steps.map(({ hop }) => hop).sort());
          // One step there is one step back, unless it would go through a room that nearly every wing has.
          for (const { room, hop } of steps) {
            if (hop !== 1) continue;
            const back = walk(one, findRoom(one, room), 1).map((step) => step.room);
            expect(back).toContain(start.room);
          }
        }
      }),
      { numRuns: longRun(60, 1_000) },
    );
  });

  it('walks through tunnels that somebody made', () => {
    const ends = { source: { wing: 'w1', room: 'a' }, target: { wing: 'w3', room: 'c' } };
    const tunnel = {
      id: 't-1',
      kind: 'explicit',
      ...ends,
      label: '',
      created_at: '',
      updated_at: null,
      by: null,
    } as const;
    const one = new PalaceGraph(small.places, RULES, [tunnel]);
    expect(walk(one, findRoom(one, 'a'), 1).at(-1)).toMatchObject({ room: 'c', connected_via: [], tunnels: ['t-1'] });
  });

  it('is empty for an empty palace', () => {
    const none = new PalaceGraph([], RULES);
    expect(statisticsOf(none)).toMatchObject({ total_rooms: 0, total_edges: 0, rooms_per_wing: {} });
    expect(() => findRoom(none, 'a')).toThrow('there is no room "a"');
  });
});

describe('a room that is not there', () => {
  const one = graph('w/auth-migration w/clerk-migration w/gpu-pricing w/general');
  it('is answered with what it may have meant', () => {
    expect(roomSuggestions('migration', one.rooms.keys())).toEqual(['auth-migration', 'clerk-migration']);
    expect(roomSuggestions('gpu costs', one.rooms.keys())).toEqual(['gpu-pricing']);
    expect(roomSuggestions('auth-migratoin', one.rooms.keys())[0]).toBe('auth-migration');
    const error = (() => {
      try {
        findRoom(one, 'pricing');
      } catch (thrown) {
        return thrown as PalaceError;
      }
      return undefined;
    })();
    expect(error).toMatchObject({ code: 'not-found', exit: 4, details: { suggestions: ['gpu-pricing'] } });
  });

  it('is told apart from a room that stands for no idea', () => {
    expect(() => findRoom(one, 'general')).toThrow('stands for no idea');
  });
});

describe('room aliases', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'd', 'e') as fc.Arbitrary<RoomName>;
  const rules = fc.array(fc.record({ name: names, aliases: fc.array(names, { maxLength: 3 }) }), { maxLength: 5 });

  it('mean the same asked once or twice, also in circles, and list each other', () => {
    fc.assert(
      fc.property(rules, (list) => {
        const aliases = new RoomAliases([['w', list]]);
        for (const room of ['a', 'b', 'c', 'd', 'e']) {
          const once = aliases.canonical('w', room);
          expect(aliases.canonical('w', once)).toBe(once);
          expect(aliases.namesOf('w', once)).toContain(room);
          expect(aliases.canonical('other', room)).toBe(room);
        }
      }),
    );
  });

  it('make two rooms one, in their wing only', () => {
    const aliases = new RoomAliases([['w2', [{ name: 'auth' as RoomName, aliases: ['login' as RoomName] }]]]);
    const one = graph('w1/auth:2 w2/login:3 w3/login', { ...RULES, aliases });
    expect(one.rooms.get('auth')).toMatchObject({
      drawers: 5,
      wings: [{ wing: 'w1' }, { wing: 'w2', names: ['login'] }],
    });
    expect(one.rooms.get('login')?.wings.map(({ wing }) => wing)).toEqual(['w3']);
    expect(findRoom(one, 'login').room).toBe('login');
  });
});

describe('rooms that may be one', () => {
  const near = (text: string) => nearRooms(graph(text).rooms.values(), 10).map(({ rooms }) => rooms.join(' ~ '));
  it('share a rare word, or are spelled almost alike', () => {
    expect(near('w/auth-migration:2 v/clerk-migration w/pricing')).toEqual(['auth-migration ~ clerk-migration']);
    expect(near('w/deployment:3 v/deployments')).toEqual(['deployment ~ deployments']);
    expect(near('w/kubernetes v/kuberntes')).toEqual(['kubernetes ~ kuberntes']);
    expect(near('w/支付流程:2 v/支付流程图')).toEqual(['支付流程 ~ 支付流程图']);
  });
  it('are not those that differ in a number, and not those that share a common word', () => {
    expect(near('w/plan-2025 v/plan-2026 w/a v/b')).toEqual([]);
    expect(
      near(Array.from({ length: 12 }, (_, at) => `w/notes-${String.fromCharCode(97 + at).repeat(6)}`).join(' ')),
    ).toEqual([]);
  });
  it('are found among 4,000 rooms without a look at every pair', () => {
    const many = graph(
      Array.from({ length: 4_000 }, (_, at) => `w${at % 40}/room-${(at * 7919).toString(36)}`).join(' '),
    );
    const started = performance.now();
    nearRooms(many.rooms.values(), 10);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('tunnels that somebody made', () => {
  const [A, B] = [
    { wing: 'w1', room: 'a' },
    { wing: 'w2', room: 'b' },
  ];
  let next = 0;
  const event = (op: string, more: object): PalaceEvent => {
    next += 1;
    return {
      event: `e-${String(next).padStart(4, '0')}`,
      at: `2026-01-01T00:00:${String(next).padStart(2, '0')}.000Z`,
      op,
      ...more,
    };
  };
  const tunnel = tunnelId(A, B);

  it('are one from either end: the label is renewed, the time of making stays (acceptance 40)', () => {
    expect(tunnelId(B, A)).toBe(tunnel);
    const first = event('add', { tunnel, a: A, b: B, label: 'old' });
    const second = event('add', { tunnel, a: { ...B, drawer: 'd-1' }, b: A, label: 'new', by: 'codex' });
    expect(foldTunnels([second, first])).toEqual([
      {
        id: tunnel,
        kind: 'explicit',
        source: A,
        target: { ...B, drawer: 'd-1' },
        label: 'new',
        created_at: first.at,
        updated_at: second.at,
        by: 'codex',
      },
    ]);
    const gone = event('remove', { tunnel });
    expect(foldTunnels([first, second, gone])).toEqual([]);
    const again = event('add', { tunnel, a: B, b: A });
    expect(foldTunnels([first, gone, again])).toMatchObject([{ created_at: again.at, label: '' }]);
    expect(foldTunnels([first, gone, event('revoke', { target: gone.event })])).toMatchObject([{ label: 'old' }]);
  });

  it('are the same in any order of lines, and from lines that came twice', () => {
    const events = [
      event('add', { tunnel, a: A, b: B, label: 'x' }),
      event('remove', { tunnel }),
      event('add', { tunnel, a: B, b: A, label: 'y' }),
      event('add', { tunnel: 't-2', a: A, b: { wing: 'w3', room: 'c' } }),
      event('add', { tunnel: 't-3', a: 'broken', b: B }),
    ];
    const folded = foldTunnels(events);
    fc.assert(
      fc.property(fc.shuffledSubarray([...events, ...events], { minLength: 10 }), (some) => {
        expect(foldTunnels(some)).toEqual(folded);
      }),
    );
    expect(folded.map(({ id }) => id).sort()).toEqual([tunnel, 't-2'].sort());
  });
});

describe('hallways', () => {
  const drawers = [
    ['w1', 'a', ['Mira', 'Lin']],
    ['w1', 'b', ['Lin', 'Mira L.', 'Keycloak']],
    ['w2', 'c', ['Mira', 'Ada']],
    ['w2', 'c', ['Ada', 'Mira']],
    ['w2', 'c', ['Ada']],
  ] as const;
  const scan = (visit: (row: never, labels: number) => void): void => {
    for (const [wing, room, entities] of drawers) visit({ wing, room, front: { entities } } as never, 0);
  };
  it('join entities of two or more drawers of a wing, by their one name', () => {
    const found = hallwaysOf(scan, (name) => name.replace(' L.', ''));
    expect(found).toEqual([
      { wing: 'w1', entity_a: 'Lin', entity_b: 'Mira', co_occurrence_count: 2, rooms: ['a', 'b'] },
      { wing: 'w2', entity_a: 'Ada', entity_b: 'Mira', co_occurrence_count: 2, rooms: ['c'] },
    ]);
    expect(acrossWings(found)).toEqual([{ entity: 'Mira', wings: ['w1', 'w2'] }]);
    expect(hallwaysOf(scan, (name) => name, 'w1')).toEqual([]);
  });
});
