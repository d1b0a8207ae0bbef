import { expandClaim } from './claims.js';
import type { AaakLine } from './lines.js';
import { parseAaak } from './parse.js';
import { emotionWord, type Flag } from './vocabulary.js';

/** What a memory's line says, with names for codes. What the encoder left out is not in it. */
export interface DecodedEntry {
  id: string;
  people: string[];
  topics: string[];
  quote: string | null;
  weight: number | null;
  emotions: string[];
  flags: Flag[];
  importance: number | null;
}

export interface DecodedFile {
  number: string | null;
  people: string[];
  date: string | null;
  title: string | null;
  /** Of a text: where it is from. */
  place: { wing: string; room: string; date: string; stem: string } | null;
  arc: string[];
  entries: DecodedEntry[];
  claims: { number: number; text: string; people: string[]; flags: Flag[] }[];
  tunnels: { from: string; to: string; label: string }[];
  groups: { label: string; fields: string[] }[];
  /** Lines that are of no known kind, as they stand. */
  other: string[];
}

export interface Decoded {
  files: DecodedFile[];
  /** Codes that neither the text nor the table explains. */
  unknown_codes: string[];
}

/**
 * Takes AAAK apart as far as that goes: codes become names again, emotions words. The words that were not kept stay lost.
 * @param nameOf the palace's codes; a legend in the text comes first.
 */
export function decodeAaak(text: string, nameOf: (code: string) => string | undefined = () => undefined): Decoded {
  const placed = parseAaak(text);
  const legend = new Map(placed.flatMap(({ line }) => (line.kind === 'legend' ? line.names : [])));
  const unknown = new Set<string>();
  const known = (code: string): string | undefined => legend.get(code) ?? nameOf(code);
  const names = (codes: readonly string[]): string[] =>
    codes.map((code) => {
      const name = known(code);
      if (name === undefined) unknown.add(code);
      return name ?? code;
    });
  const files: DecodedFile[] = [];
  let current: DecodedFile | undefined;
  const file = (): DecodedFile => {
    if (current === undefined) {
      current = emptyFile();
      files.push(current);
    }
    return current;
  };
  for (const { line, raw } of placed) {
    if (line.kind === 'separator' || line.kind === 'header' || line.kind === 'place') current = undefined;
    if (line.kind !== 'separator' && line.kind !== 'legend') take(line, raw, file(), names, known);
  }
  return { files, unknown_codes: [...unknown].sort() };
}

function take(
  line: AaakLine,
  raw: string,
  file: DecodedFile,
  names: (codes: readonly string[]) => string[],
  known: (code: string) => string | undefined,
): void {
  if (line.kind === 'header') {
    const { number, date, title } = line;
    Object.assign(file, { number, people: names(line.codes), date, title });
  } else if (line.kind === 'place') {
    const { wing, room, date, stem } = line;
    file.place = { wing, room, date, stem };
  } else if (line.kind === 'arc') {
    file.arc = line.text.split(/->|→/).map((step) => step.trim());
  } else if (line.kind === 'entry') {
    file.entries.push({
      id: line.id,
      people: names(line.codes),
      topics: [...line.topics],
      quote: line.quote ?? null,
      weight: line.weight ?? null,
      emotions: line.emotions.map(emotionWord),
      flags: [...line.flags],
      importance: line.stars ?? null,
    });
  } else if (line.kind === 'claim') {
    const { number, flags } = line;
    file.claims.push({ number, text: expandClaim(line.text, known), people: names(line.codes), flags: [...flags] });
  } else if (line.kind === 'tunnel') {
    file.tunnels.push({ from: line.from, to: line.to, label: line.label });
  } else if (line.kind === 'group') {
    file.groups.push({ label: line.label, fields: [...line.fields] });
  } else {
    file.other.push(raw);
  }
}

function emptyFile(): DecodedFile {
  return {
    number: null,
    people: [],
    date: null,
    title: null,
    place: null,
    arc: [],
    entries: [],
    claims: [],
    tunnels: [],
    groups: [],
    other: [],
  };
}
