import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CountedRoom } from '../../src/graph/census.js';
import { PalaceGraph } from '../../src/graph/graph.js';
import { dot, mermaid } from '../../src/graph/map/diagrams.js';
import { planMap } from '../../src/graph/map/plan.js';
import { layRing } from '../../src/graph/map/ring.js';
import { svg } from '../../src/graph/map/svg.js';
import { tunnelId } from '../../src/graph/tunnel-log.js';
import { RoomAliases } from '../../src/palace/room-aliases.js';
import { tempDir } from '../support/temp.js';

const RULES = { aliases: new RoomAliases(), commonShare: 0.8, skipRooms: ['general', 'diary'] };
const WINGS = 'ada driftwood ferryline garden kitchen lin mira orion research 团队'.split(' ');
const WORDS =
  'auth billing boat deploy design docs email family graphql hiring infra login metrics music notes pricing roof search travel 支付'.split(
    ' ',
  );

/** 10 wings x 20 rooms, some of them shared. */
function large(): PalaceGraph {
  const places: CountedRoom[] = WINGS.flatMap((wing, at) =>
    WORDS.map((word, n) => ({
      wing,
      room: (at * 7 + n * 3) % 10 < 2 ? `${word}` : `${word}-${wing}`,
      drawers: 1 + ((at * 31 + n * 17) % 60) ** 2,
      halls: {},
      dates: [],
    })),
  ).sort((a, b) => (`${a.wing}/${a.room}` < `${b.wing}/${b.room}` ? -1 : 1));
  const [a, b] = [
    { wing: 'ada', room: 'boat-ada' },
    { wing: 'orion', room: 'roof-orion' },
  ];
  const tunnel = {
    id: tunnelId(a, b),
    kind: 'explicit',
    source: a,
    target: b,
    label: 'a "quoted" <label>',
    created_at: '',
    updated_at: null,
    by: null,
  } as const;
  return new PalaceGraph(places, RULES, [tunnel]);
}

describe('a map', () => {
  const plan = planMap(large());

  it('shows every wing and room, and each tunnel between shown rooms', () => {
    expect(plan.wings.map(({ wing, rooms }) => [wing, rooms.length])).toEqual(
      [...WINGS].sort().map((wing) => [wing, 20]),
    );
    const keys = new Set(plan.wings.flatMap(({ rooms }) => rooms.map(({ key }) => key)));
    expect(plan.tunnels.length).toBeGreaterThan(20);
    for (const { from, to } of plan.tunnels) expect([keys.has(from), keys.has(to)]).toEqual([true, true]);
  });

  it('has rooms that do not overlap on the ring, sized by their drawers', () => {
    const ring = layRing(plan);
    const rooms = [...ring.rooms.values()].sort((a, b) => a.angle - b.angle);
    for (const [at, room] of rooms.entries()) {
      const next = rooms[(at + 1) % rooms.length];
      if (next === undefined) continue;
      const apart = 2 * ring.radius * Math.abs(Math.sin((next.angle - room.angle) / 2));
      expect(apart).toBeGreaterThanOrEqual(14);
      expect(apart).toBeGreaterThan(room.size + next.size - 0.5);
    }
    const bySize = [...rooms].sort((a, b) => a.drawers - b.drawers).map(({ size }) => size);
    expect(bySize).toEqual([...bySize].sort((a, b) => a - b));
  });

  it('counts what is too much to show', () => {
    const places = Array.from({ length: 60 }, (_, at) => ({
      wing: `w${at}`,
      room: 'r',
      drawers: at,
      halls: {},
      dates: [],
    }));
    const rooms = Array.from({ length: 50 }, (_, at) => ({
      wing: 'z',
      room: `r${at}`,
      drawers: 99,
      halls: {},
      dates: [],
    }));
    const { wings, hidden } = planMap(new PalaceGraph([...places, ...rooms], RULES));
    expect([wings.length, hidden]).toEqual([40, { wings: 21, rooms: 10 }]);
  });

  it('is a Mermaid and a Graphviz diagram in which labels break nothing', () => {
    expect(mermaid(plan)).toContain('|"a #quot;quoted#quot; #lt;label#gt;"|');
    expect(mermaid(plan).split('\n')[0]).toBe('flowchart LR');
    expect(dot(plan)).toContain('label="a \\"quoted\\" <label>"');
    expect(dot(plan).match(/\{/g)?.length).toBe(dot(plan).match(/\}/g)?.length);
  });

  it('is a picture that a program can draw', (context) => {
    const picture = svg(plan, 'Map of <everything> & more');
    expect(picture).toContain('&lt;everything&gt; &amp; more');
    expect(picture).not.toContain('NaN');
    const file = join(tempDir(), 'map.svg');
    writeFileSync(file, picture);
    const drawn = spawnSync('rsvg-convert', ['-w', '1600', file, '-o', `${file}.png`], { encoding: 'utf8' });
    if (drawn.error !== undefined) return context.skip('no rsvg-convert here: the picture is not drawn');
    expect(drawn.stderr).toBe('');
    const png = readFileSync(`${file}.png`);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    // An empty ground would be a few kilobytes.
    expect(png.length).toBeGreaterThan(100_000);
    return undefined;
  });

  it('is drawn of an empty palace and of one room too', () => {
    for (const places of [[], [{ wing: 'w', room: 'r', drawers: 1, halls: {}, dates: [] }]]) {
      const small = planMap(new PalaceGraph(places, RULES));
      expect(svg(small, 'x')).not.toMatch(/NaN|Infinity|undefined/);
      expect(mermaid(small)).toContain('flowchart');
    }
  });
});
