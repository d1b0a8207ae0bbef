import { LineReader } from '../lines.js';
import { BODY_SIZES, LongBody, type LongBodySizes } from '../long-body.js';
import { SkipSource } from '../skip.js';
import type { BodyPiece, Candidate, ReadOptions, SourceRoot, SourceUnit, StartOver } from '../types.js';
import { sourceOf } from '../unit-path.js';
import type { Foreknown } from './conversation.js';
import { Session } from './session.js';
import { mainUnit, sidechainUnits, subagentsLeftOut } from './units.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Readings of one file. What the end tells of the beginning is known to the second; a prompt that was queued long after it might have
 * been said takes a third. A file that still is not what it was is being written over.
 */
const MOST_READINGS = 4;

/** What a reading may hold. */
export interface ReadingSizes extends LongBodySizes {
  /** Characters of the person's words that are held for prompts that are queued later. */
  words: number;
}

export const SIZES: ReadingSizes = { ...BODY_SIZES, words: 1024 * 1024 };

/**
 * Reads a session record by record: the conversation of the main agent, long ones in pieces, then those of the sub-agents where
 * they are wanted. Which turns were rewound, and which queued prompts were never sent, only the end of the file tells: where
 * there are any, the file is read again with that knowledge, as far as it went at the first time. Memory grows with the number of
 * the records, not with what was said.
 * @throws SkipSource when nobody says anything in it, or the file cannot be read.
 */
export async function* readSession(
  candidate: Candidate,
  root: SourceRoot,
  options: ReadOptions,
  sizes: ReadingSizes = SIZES,
): AsyncGenerator<BodyPiece | StartOver | SourceUnit> {
  // A file that was asked for by its own name is wanted whole.
  const readSubagents = options.subagents ?? root.file === candidate.relative;
  let foreknown: Foreknown = { missing: [], watched: [] };
  let end = Number.POSITIVE_INFINITY;
  for (let reading = 1; reading <= MOST_READINGS; reading++) {
    const body = new LongBody(sizes, candidate.size, options.memory);
    const session = new Session({ tools: options.tools, readSubagents, foreknown, heldWords: sizes.words }, body);
    /** The source, which is fixed once something of it was given. */
    let given: string | undefined;
    const lines = await LineReader.open(candidate, options.maxBytes, end);
    try {
      while (await lines.next((line) => session.take(line)))
        for (const piece of body.pieces()) {
          given ??= sourceName(session, candidate, root);
          yield { piece, source: given };
        }
      end = lines.position;
    } finally {
      await lines.close();
    }
    const told = session.end();
    const isWorthless = told !== undefined || !session.conversation.outline.isSpoken;
    if (given !== undefined && isWorthless) yield { startOver: true };
    if (told === undefined) {
      const source = given ?? sourceName(session, candidate, root);
      if (!isWorthless) {
        body.end();
        for (const piece of body.pieces()) yield { piece, source };
      }
      yield* unitsOf(session, source, readSubagents, body.rest());
      return;
    }
    foreknown = told;
  }
  throw new SkipSource('unreadable', 'it is being written over while it is read');
}

function* unitsOf(session: Session, source: string, readSubagents: boolean, body: Buffer): Generator<SourceUnit> {
  const main = mainUnit(session, source, readSubagents ? 'read' : 'counted', body);
  if (main !== undefined) yield main;
  const groups = session.sidechains.groups.length;
  if (readSubagents) {
    const units = sidechainUnits(session, source);
    // With no conversation beside them, what the file leaves out is told by the first.
    for (const [index, unit] of units.entries())
      yield main === undefined && index === 0 ? { ...unit, notKept: session.tally.list() } : unit;
    if (units.length > 0) return;
  }
  if (main !== undefined) return;
  if (groups > 0 && !session.isShown) {
    const left = subagentsLeftOut(groups, session.sidechains.bytes);
    throw new SkipSource('sub-agent', 'a transcript between agents; not read unless asked for', [left]);
  }
  throw new SkipSource('empty', 'nobody says anything in it', session.tally.list());
}

/** The file of a session is named by its id, also where its records were copied from the session that it resumed. */
function sourceName(session: Session, candidate: Candidate, root: SourceRoot): string {
  const stem = candidate.relative.slice(candidate.relative.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  const id = UUID.test(stem) ? stem.toLowerCase() : session.facts.sessionId;
  return id === undefined ? sourceOf(root, candidate.relative) : `claude-code:${id}`;
}
