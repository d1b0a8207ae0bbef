import { editDistance } from '../../base/near.js';
import type { Claim } from '../claims/types.js';
import { entityKey, lookOf } from '../names.js';
import { supportsAttribution } from './attribution.js';
import { type CheckContext, issue, nameOf } from './context.js';
import type { Issue } from './types.js';
import { supportingValues } from './values.js';

const HAN = /^\p{Script=Han}+$/u;

/** Names of the graph by what they look like with one letter taken away: near ones meet without comparing all with all. */
export class NearNames {
  readonly #places = new Map<string, Set<string>>();

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const key = entityKey(name);
      // Values are no names: dates, numbers, sentences.
      if (key.length < 2 || key.length > 40 || !/^\p{L}/u.test(key) || key.split(' ').length > 4) continue;
      for (const place of places(key)) {
        const there = this.#places.get(place);
        if (there) there.add(name);
        else this.#places.set(place, new Set([name]));
      }
    }
  }

  /** Names that look the same as `name` or differ by one or two edits; never those of the same key. */
  near(name: string): { name: string; distance: number }[] {
    const key = entityKey(name);
    const met = new Set(places(key).flatMap((place) => [...(this.#places.get(place) ?? [])]));
    return [...met]
      .flatMap((known) => {
        const other = entityKey(known);
        if (other === key) return [];
        return [{ name: known, distance: lookOf(other) === lookOf(key) ? 0 : editDistance(other, key) }];
      })
      .filter(({ distance }) => distance <= 2)
      .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  }
}

/** The look of a key, and all that is left of it with one character less. */
function places(key: string): string[] {
  const look = Array.from(lookOf(key));
  return [look.join(''), ...look.map((_, index) => look.filter((__, at) => at !== index).join(''))];
}

/**
 * A name in the claim that nobody knows and that is near one that is known. Short names differ by a letter and are two people, so
 * these count only where the records say of the other one what the claim says.
 */
export function similarNameIssues(context: CheckContext, claim: Claim, near: NearNames): Issue[] {
  for (const [mention, isSubject] of [
    [claim.subject, true],
    [claim.object, false],
  ] as const) {
    if (mention === null || mention.known !== null || mention.kind !== 'name') continue;
    const found = near
      .near(mention.text)
      .find(
        ({ name, distance }) =>
          isSlip(mention.text, name, distance) || (isSubject && isSupported(context, claim, name)),
      );
    if (found === undefined) continue;
    const name = context.facts.displayName(found.name);
    const facts = isSubject ? supportingValues(context, claim, found.name) : [];
    const text = `"${mention.text}" is not known here; "${name}" is${facts.length > 0 ? ', and the records say this of them' : ''}`;
    return [issue('similar_name', name, text, claim, facts, [mention.text, name])];
  }
  return [];
}

/** Whether a name is so long that a difference of so few letters is a slip. */
export function isSlip(text: string, known: string, distance: number): boolean {
  if (distance === 0) return true;
  const shortest = Math.min(Array.from(text).length, Array.from(known).length);
  if (HAN.test(text)) return distance === 1 && shortest >= 3;
  return distance === 1 ? shortest >= 4 : shortest >= 7;
}

function isSupported(context: CheckContext, claim: Claim, who: string): boolean {
  return supportsAttribution(context, claim, who) || supportingValues(context, claim, who).length > 0;
}

/** Of a contradicted claim: a known name near the subject of whom the records say what the claim says; '' where there is none. */
export function perhapsMeant(context: CheckContext, claim: Claim, near: NearNames): string {
  const who = nameOf(claim.subject);
  if (who === undefined) return '';
  const found = near.near(who).find(({ name, distance }) => distance <= 2 && isSupported(context, claim, name));
  return found === undefined ? '' : `; perhaps "${context.facts.displayName(found.name)}" is meant`;
}
