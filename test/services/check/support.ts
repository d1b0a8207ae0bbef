import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FactWriter, type Provenance, type Statement } from '../../../src/facts/events.js';
import { appendEvents } from '../../../src/palace/events.js';
import { gitIn, type TestPalace } from '../../support/palace.js';

const LOG = 'facts/w-test/2026-05.jsonl';

/** States facts as another clone would have: a committed log. Gives their ids. */
export function stateFacts(palace: TestPalace, ...facts: (Statement & Provenance)[]): string[] {
  const { runtime } = palace;
  const stamp = {
    now: () => new Date('2026-05-30T10:00:00Z'),
    randomBytes: (size: number) => runtime.randomBytes(size),
  };
  const writer = new FactWriter('Ines', stamp, undefined);
  const ids = facts.map(({ drawer, lines, file, closet, ...statement }) => {
    return writer.add(statement, {
      ...(drawer && { drawer }),
      ...(lines && { lines }),
      ...(file && { file }),
      ...(closet && { closet }),
    }).event;
  });
  const path = join(palace.root, LOG);
  mkdirSync(dirname(path), { recursive: true });
  let present = '';
  try {
    present = readFileSync(path, 'utf8');
  } catch {
    // The first facts.
  }
  writeFileSync(path, appendEvents(present, writer.events));
  gitIn(palace, 'add', LOG);
  gitIn(palace, 'commit', '-qm', 'facts of another clone');
  return ids;
}
