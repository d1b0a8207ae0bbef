import { renderDrawer } from '../../../src/palace/codec.js';
import { bodyHash, mintDrawerId } from '../../../src/palace/ids.js';
import type { DrawerId, FrontMatter, WingName } from '../../../src/palace/types.js';
import { edit, gitIn, type TestPalace } from '../../support/palace.js';

export interface Planted {
  wing: string;
  room: string;
  text: string;
  date?: string;
  importance?: number;
  tags?: readonly string[];
  entities?: readonly string[];
}

/** Writes drawers as files and commits them with git: thousands at once. Gives their ids. */
export function plant(palace: TestPalace, memories: readonly Planted[]): DrawerId[] {
  const ids = memories.map(({ wing, room, text, ...facts }, at) => {
    const body = Buffer.from(text);
    const id = mintDrawerId({ kind: 'note', wing: wing as WingName, source: String(at), unit: text, n: 0 });
    const front: FrontMatter = { id, title: text.slice(0, 40), sha256: bodyHash(body), ...facts };
    edit(palace, `wings/${wing}/${room}/${id}.md`, renderDrawer(front, body));
    return id;
  });
  gitIn(palace, 'add', '-A');
  gitIn(palace, 'commit', '-qm', 'planted');
  return ids;
}

/** A log of facts, each about one drawer; those of `over` ended in January 2026. */
export function plantFacts(
  palace: TestPalace,
  facts: readonly { drawer: string; subject: string; object: string; over?: boolean }[],
): void {
  const lines = facts.flatMap(({ drawer, subject, object, over = false }, at) => {
    const event = `0000${String(at).padStart(8, '0')}-a`;
    const stated = { subject, predicate: 'uses', object, from: '2025-01', drawer };
    const added = { event, at: '2026-02-01T00:00:00.000Z', op: 'add', ...stated };
    const ended = { event: `${event}e`, at: '2026-02-02T00:00:00.000Z', op: 'end', target: event, to: '2026-01-15' };
    return over ? [added, ended] : [added];
  });
  edit(palace, 'facts/w1/2026-02.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  gitIn(palace, 'add', '-A');
  gitIn(palace, 'commit', '-qm', 'facts');
}
