import { CodeTable } from './codes.js';
import { legendLine } from './compress.js';
import { type AaakLine, type EntryLine, topicTerm } from './lines.js';
import { emotionCodes, type Flag } from './vocabulary.js';
import type { Zettel, ZettelFile } from './zettel-file.js';

export interface ZettelOptions {
  /** Known people; those that it lacks are added. */
  codes?: CodeTable;
  /** Explain the codes in a line of their own. Default true. */
  legend?: boolean;
}

/** A zettel file as lines: header, legend, arc, a line a zettel, a line a tunnel. */
export function encodeZettelFile(
  file: ZettelFile,
  { codes = new CodeTable(), legend = true }: ZettelOptions = {},
): AaakLine[] {
  const entries = file.zettels.map((zettel) => encodeZettel(zettel, codes));
  const used = [...new Set(entries.flatMap((entry) => entry.codes))].sort();
  const name = file.source_file.replace(/\.txt$/, '');
  const dash = name.indexOf('-');
  return [
    {
      kind: 'header',
      number: (dash === -1 ? '' : name.slice(0, dash)).trim() || '000',
      codes: used.slice(0, 3),
      date: file.zettels[0]?.date_context || 'unknown',
      title: name.slice(dash + 1).trim(),
    },
    ...(legend ? legendLine(used, codes) : []),
    ...(file.emotional_arc ? [{ kind: 'arc', text: file.emotional_arc } as const] : []),
    ...entries,
    ...file.tunnels.map(
      ({ from, to, label }): AaakLine => ({
        kind: 'tunnel',
        from: shortId(from),
        to: shortId(to),
        label: tunnelLabel(label),
      }),
    ),
  ];
}

export function encodeZettel(zettel: Zettel, codes: CodeTable): EntryLine {
  const people = [...new Set(zettel.people.flatMap((name) => codes.add(name) ?? []))].sort();
  const topics = zettel.topics.map(topicTerm).filter((term) => term !== '');
  const entry: EntryLine = {
    kind: 'entry',
    id: shortId(zettel.id),
    codes: people,
    topics: topics.slice(0, 2),
    weight: zettel.emotional_weight,
    emotions: emotionCodes(zettel.emotional_tone),
    flags: zettelFlags(zettel),
  };
  const quote = zettelQuote(zettel);
  return quote === undefined ? entry : { ...entry, quote };
}

/** What stands after the last `-`; the whole id when nothing does. */
export function shortId(id: string): string {
  return id.slice(id.lastIndexOf('-') + 1).trim() || id.trim();
}

export function zettelFlags({ origin_moment, sensitivity, notes, origin_label }: Zettel): Flag[] {
  const flags: Flag[] = [];
  const text = notes.toLowerCase();
  if (origin_moment) flags.push('ORIGIN');
  if (/^maximum/i.test(sensitivity)) flags.push('SENSITIVE');
  // Whole words: "score" is no pillar.
  if (/(?<!\p{L})core(?!\p{L})|foundational pillar/u.test(text)) flags.push('CORE');
  if (/(?<!\p{L})genesis(?!\p{L})/u.test(`${text}\n${origin_label.toLowerCase()}`)) flags.push('GENESIS');
  if (/(?<!\p{L})pivot(?:s|ed|al)?(?!\p{L})/u.test(text)) flags.push('PIVOT');
  return flags;
}

const EMOTIONAL =
  /love|fear|remember|soul|feel|stupid|scared|beautiful|destroy|respect|trust|consciousness|alive|forget|waiting|peace|matter|real|guilt|escape|rest|hope|dream|lost|found/g;

/** The words that tell most: something said in quotes, else what the title says after " - "; undefined when there is neither. */
export function zettelQuote({ content, origin_label, notes, title }: Zettel): string | undefined {
  const text = `${content} ${origin_label} ${notes}`;
  const found = [
    ...text.matchAll(/"([^"]{8,55})"/g),
    ...text.matchAll(/(?:^|[\s(])'([^'\n]{8,55})'(?=[\s.,;:!?)]|$)/g),
    ...text.matchAll(
      /\b(?:says?|said|articulates?|reveals?|admits?|confess(?:es)?|asks?)\s*:\s*([^.!?\n]{10,55})(?=[.!?])/gi,
    ),
  ].map((match) => (match[1] ?? '').trim());
  let best: { quote: string; score: number } | undefined;
  for (const quote of new Set(found)) {
    let score = 2 * new Set(quote.toLowerCase().match(EMOTIONAL) ?? []).size;
    if (/^\p{Lu}/u.test(quote)) score += 2;
    if (quote.length > 20) score += 1;
    if (/^(?:The|This|She) /.test(quote)) score -= 2;
    if (quote !== '' && (best === undefined || score > best.score)) best = { quote, score };
  }
  if (best !== undefined) return best.quote;
  const after = title.split(' - ').slice(1).join(' - ').trim();
  return after === '' ? undefined : Array.from(after).slice(0, 45).join('');
}

/** What stands before the first colon, else the first 30 characters. */
function tunnelLabel(label: string): string {
  const colon = label.indexOf(':');
  return colon === -1 ? Array.from(label).slice(0, 30).join('') : label.slice(0, colon);
}
