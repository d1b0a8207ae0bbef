import { classify, type Gathered } from './classify.js';
import { createSpacedReader, paragraphsOf } from './spaced.js';
import type { Authority, Evidence, FoundEntity, Mention, NamedText } from './types.js';
import { createUnspacedReader } from './unspaced.js';
import { createVocabulary, type Vocabulary } from './vocabulary.js';

/** Characters of a text that are read; names that matter come again in other texts. */
const TEXT_LIMIT = 20_000;

/**
 * Names of people, projects, tools, organisations and places in texts of any language that has a pack (section 11 of the
 * behaviour reference, with its better points): whole words, letters of any script, Chinese by family names. First pass: what
 * `authorities` (git authors, manifests) know; second pass: prose, where each occurrence brings what its surroundings say.
 * Sorted by kind, then by confidence, mentions and name: the same texts in any order give the same answer but for quotes.
 */
export function detectEntities(
  texts: readonly NamedText[],
  authorities: readonly Authority[] = [],
  vocabulary: Vocabulary = createVocabulary(),
): FoundEntity[] {
  const paragraphs = texts.map(({ source, text }) => ({ source, lines: paragraphsOf(text.slice(0, TEXT_LIMIT)) }));
  const plain = plainWords(paragraphs.flatMap(({ lines }) => lines));
  const readers = [createSpacedReader(vocabulary), createUnspacedReader(vocabulary)];
  const names = new Map<string, (Mention & { source: string })[]>();
  for (const { source, lines } of paragraphs)
    for (const reader of readers)
      for (const mention of reader(lines, (word) => plain.has(word))) {
        const list = names.get(mention.name) ?? [];
        names.set(mention.name, list);
        list.push({ ...mention, source });
      }
  addBareMentions(names, paragraphs);
  const found = gather(names, authorities, paragraphs).flatMap((one) => classify(one) ?? []);
  return joinShortForms(found).sort(
    (a, b) =>
      order(a) - order(b) || b.confidence - a.confidence || b.mentions - a.mentions || (a.name < b.name ? -1 : 1),
  );
}

interface Read {
  source: string;
  lines: readonly string[];
}

const KINDS = ['person', 'project', 'tool', 'organization', 'place', 'uncertain'];

function order({ kind }: FoundEntity): number {
  return KINDS.indexOf(kind);
}

/** Words that stand without a capital somewhere. */
function plainWords(lines: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const line of lines)
    for (const [word] of line.matchAll(/(?<![\p{L}\p{N}_@/.-])\p{Ll}[\p{Ll}\p{M}]+(?![\p{L}\p{N}_/-])/gu))
      words.add(word);
  return words;
}

/** A Chinese name that was recognised once counts wherever it stands. */
function addBareMentions(names: Map<string, (Mention & { source: string })[]>, read: readonly Read[]): void {
  for (const [name, mentions] of names) {
    if (!/\p{Script=Han}/u.test(name) || mentions.length === 0) continue;
    let places = 0;
    let first: { source: string } | undefined;
    for (const { source, lines } of read) {
      const here = lines.reduce((sum, line) => sum + line.split(name).length - 1, 0);
      if (here > 0) first ??= { source };
      places += here;
    }
    for (let extra = mentions.length; extra < places; extra++)
      mentions.push({ name, initial: true, signals: [], quote: '', source: first?.source ?? '' });
  }
}

/** Mentions of prose and what authorities say, by name. */
function gather(
  names: ReadonlyMap<string, (Mention & { source: string })[]>,
  authorities: readonly Authority[],
  read: readonly Read[],
): Gathered[] {
  const known = new Map<string, { name: string; evidence: Evidence[]; aliases: Set<string>; kind: string }>();
  for (const authority of authorities) {
    if (authority.onlyIfMentioned === true && !isMentioned(authority.name, names, read)) continue;
    const key = authority.name.normalize('NFKC').toLowerCase();
    const entry = known.get(key) ?? { name: authority.name, evidence: [], aliases: new Set(), kind: authority.kind };
    known.set(key, entry);
    const { kind, signal, count, source } = authority;
    entry.evidence.push({ signal, kind, count, quote: '', source });
    for (const alias of authority.aliases ?? []) entry.aliases.add(alias);
  }
  const gathered: Gathered[] = [];
  const used = new Set<string>();
  for (const [name, mentions] of names) {
    const entry = known.get(name.toLowerCase());
    if (entry !== undefined) used.add(name.toLowerCase());
    gathered.push({
      name: entry?.name ?? name,
      mentions,
      authority: entry?.evidence ?? [],
      aliases: [...(entry?.aliases ?? [])],
    });
  }
  for (const [key, { name, evidence, aliases }] of known)
    if (!used.has(key)) gathered.push({ name, mentions: [], authority: evidence, aliases: [...aliases] });
  return gathered;
}

/** True when the texts say the name, with or without its capitals. */
function isMentioned(name: string, names: ReadonlyMap<string, unknown>, read: readonly Read[]): boolean {
  const key = name.toLowerCase();
  if (names.has(name)) return true;
  const bounded = (line: string): boolean => {
    const lower = line.toLowerCase();
    for (let at = lower.indexOf(key); at >= 0; at = lower.indexOf(key, at + 1)) {
      const around = `${lower.charAt(at - 1)}${lower.charAt(at + key.length)}`;
      if (!/[\p{L}\p{N}_/@-]/u.test(around)) return true;
    }
    return false;
  };
  return read.some(({ lines }) => lines.some(bounded));
}

/** "Ivora" is "Ivora Tinn" where only one person has that first name; the same for a last name behind it. */
function joinShortForms(found: readonly FoundEntity[]): FoundEntity[] {
  const people = found.filter(({ kind }) => kind === 'person');
  const byPart = new Map<string, FoundEntity[]>();
  for (const person of people) {
    const words = person.name.split(' ');
    if (words.length > 1)
      for (const word of new Set([words[0] ?? '', words.at(-1) ?? ''])) {
        const list = byPart.get(word) ?? [];
        byPart.set(word, list);
        list.push(person);
      }
  }
  const joined = new Map<FoundEntity, FoundEntity>();
  const gone = new Set<FoundEntity>();
  for (const short of found) {
    const [whole, other] = byPart.get(short.name) ?? [];
    if (whole === undefined || other !== undefined || (short.kind !== 'person' && short.kind !== 'uncertain')) continue;
    const before = joined.get(whole) ?? whole;
    joined.set(whole, {
      ...before,
      mentions: before.mentions + short.mentions,
      aliases: [...new Set([...before.aliases, short.name, ...short.aliases])],
      certain: before.certain || short.certain,
      confidence: Math.max(before.confidence, short.kind === 'person' ? short.confidence : 0),
      evidence: [...before.evidence, ...short.evidence.filter(({ kind }) => kind === 'person')].slice(0, 6),
    });
    gone.add(short);
  }
  return found.filter((one) => !gone.has(one)).map((one) => joined.get(one) ?? one);
}
