import { EXIT, PalaceError } from '../../base/errors.js';
import { didYouMean } from '../../base/near.js';
import { momentIfDate } from '../../history/moments.js';
import { slug } from '../../palace/names.js';
import { type Actor, HALLS, type Hall } from '../../palace/types.js';

/** What a caller may state about a memory, as typed. */
export interface StatedFacts {
  hall?: string;
  date?: string;
  importance?: number;
  tags?: readonly string[];
  entities?: readonly string[];
}

export interface CheckedFacts {
  hall?: Hall;
  date?: string;
  importance?: number;
  tags?: string[];
  entities?: string[];
}

/** @throws PalaceError `bad-hall`, `bad-date`, `bad-importance`, `bad-tag` (exit 2) with the field in `details`. */
export function checkFacts(stated: StatedFacts): CheckedFacts {
  const facts: CheckedFacts = {};
  if (stated.hall !== undefined) facts.hall = checkHall(stated.hall);
  if (stated.date !== undefined) facts.date = checkDate(stated.date);
  if (stated.importance !== undefined) {
    if (!Number.isInteger(stated.importance) || stated.importance < 1 || stated.importance > 5)
      throw refused('importance', `importance ${stated.importance} is refused`, 'a whole number from 1 to 5');
    facts.importance = stated.importance;
  }
  if (stated.tags?.length) facts.tags = checkWords('tag', stated.tags);
  if (stated.entities?.length) facts.entities = checkWords('entity', stated.entities);
  return facts;
}

export function checkHall(text: string): Hall {
  const wanted = text.trim().toLowerCase();
  const hall = HALLS.find((each) => each === wanted);
  if (hall) return hall;
  const near = didYouMean(wanted, HALLS);
  throw refused('hall', `there is no hall "${text}"${near === '' ? '' : `; ${near}`}`, `one of ${HALLS.join(', ')}`);
}

/** A day stays a day; a time becomes UTC. */
function checkDate(text: string): string {
  const trimmed = text.trim();
  const moment = momentIfDate(trimmed);
  if (!moment || !/^\d{4}-\d{2}-\d{2}/.test(trimmed))
    throw refused('date', `"${text}" is not a date`, 'a day (2026-03-04) or a time (2026-03-04T10:30:00Z)');
  return trimmed.length === 10 ? trimmed : moment.toISOString().replace('.000Z', 'Z');
}

function checkWords(field: string, words: readonly string[]): string[] {
  const kept = words.map((word) => word.trim()).filter((word) => word !== '');
  for (const word of kept)
    if (/\p{Cc}/u.test(word) || word.length > 200)
      throw refused(
        field,
        `${field} ${JSON.stringify(word.slice(0, 40))} is refused`,
        'one line of 200 characters at most',
      );
  return [...new Set(kept)];
}

/** Who files: a named agent, or the person at the keyboard. @throws PalaceError `bad-by` (exit 2). */
export function actorOf(by: string | undefined): Actor {
  if (by === undefined) return { kind: 'person' };
  const name = slug(by);
  if (name === '' || name.length > 64)
    throw refused('by', `the agent's name ${JSON.stringify(by.slice(0, 40))} is refused`, 'a short name like codex');
  return { kind: 'agent', name };
}

function refused(field: string, message: string, wanted: string): PalaceError {
  return new PalaceError(`bad-${field}`, message, {
    exit: EXIT.usage,
    next: [`give ${wanted}`],
    details: { field },
  });
}
