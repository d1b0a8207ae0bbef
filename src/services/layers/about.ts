import { entityKey } from '../../facts/names.js';
import { openFacts } from '../../facts/read.js';
import type { LiveIndex } from '../../index/opened-index.js';
import type { DrawerRow } from '../../index/types.js';
import type { Palace } from '../../palace/types.js';
import { escapePattern } from '../../text/phrases.js';
import { hasUnspaced } from '../../text/unspaced.js';

/** Drawers in which somebody is named, and how to see that a text names them. */
export interface About {
  /** As the palace calls them. */
  name: string;
  isNamedIn(text: string): boolean;
  /** Drawers that certainly are about them: by a fact's source, or because their front-matter says so. */
  isKnown(row: DrawerRow): boolean;
  /** Paths of drawers with the words of a name; whether it stands there as a name is for {@link isNamedIn} to say. */
  paths: ReadonlySet<string>;
}

/** Drawers with these words that are looked at. */
const POOL = 2_000;

/** Finds where a person or project is spoken of, by any of the names that entities.yaml has for them. */
export async function findAbout(palace: Palace, index: LiveIndex, given: string): Promise<About> {
  const { facts } = await openFacts(palace);
  const { name } = facts.resolve(given);
  const key = facts.keyOf(given);
  const aliases = facts.aliases.confirmed
    .filter((entity) => facts.keyOf(entity.name) === key)
    .flatMap((entity) => entity.aliases);
  const forms = [...new Set([name, given.trim(), ...aliases])].filter((form) => form !== '');
  const drawers = new Set(
    facts.ofEntity(given).flatMap(({ sources }) => sources.flatMap(({ drawer }) => drawer ?? [])),
  );
  const paths = new Set<string>();
  for (const form of forms) {
    const { hits } = await index.find({ text: form, pool: POOL });
    for (const { row } of hits) paths.add(row.path);
  }
  const patterns = forms.map((form) => {
    const words = escapePattern(form).replace(/\s+/g, '\\s+');
    // A short name is one only as it is written: `Al`, and not `al` or `AL`.
    const flags = Array.from(form).length < 4 ? 'u' : 'iu';
    return new RegExp(hasUnspaced(form) ? words : `(?<![\\p{L}\\p{N}_])${words}(?![\\p{L}\\p{N}_])`, flags);
  });
  return {
    name,
    isNamedIn: (text) => patterns.some((pattern) => pattern.test(text)),
    isKnown: (row) =>
      drawers.has(row.id) ||
      (row.front.entities ?? []).some(
        (entity) => facts.keyOf(String(entity)) === key || entityKey(String(entity)) === entityKey(given),
      ),
    paths,
  };
}
