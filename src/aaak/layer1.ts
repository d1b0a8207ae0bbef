import { CodeTable } from './codes.js';
import { escapeField } from './escape.js';
import { topicTerm } from './lines.js';
import { encodeZettel, shortId, zettelFlags } from './zettel.js';
import type { Zettel, ZettelFile } from './zettel-file.js';

export interface Layer1Options {
  codes?: CodeTable;
  /** Zettels of at least this weight are essential. Default 0.85. */
  threshold?: number;
  /** `YYYY-MM-DD` of today. */
  updated: string;
  /** Sections of the identity by title. */
  identity?: readonly { title: string; lines: readonly string[] }[];
}

const MOST_TUNNELS = 8;

/** The essential story of zettel files: the heaviest moments by date, then how they hang together. */
export function layerOne(files: readonly ZettelFile[], options: Layer1Options): string {
  const { codes = new CodeTable(), threshold = 0.85, updated, identity = [] } = options;
  const moments = files.flatMap((file) => {
    const date = (file.zettels[0]?.date_context ?? '').split(',')[0]?.trim() || 'unknown';
    return file.zettels.filter((zettel) => isEssential(zettel, threshold)).map((zettel) => ({ date, zettel }));
  });
  moments.sort((a, b) => b.zettel.emotional_weight - a.zettel.emotional_weight);
  const lines = ['## LAYER 1 -- ESSENTIAL STORY', `## Auto-generated from zettel files. Updated ${updated}.`];
  for (const { title, lines: own } of identity) lines.push('', `=${title}=`, ...own);
  for (const date of [...new Set(moments.map((moment) => moment.date))].sort()) {
    lines.push('', `=MOMENTS[${date}]=`);
    for (const moment of moments) if (moment.date === date) lines.push(momentLine(moment.zettel, codes));
  }
  const labels = files
    .flatMap((file) => file.tunnels.map(({ label }) => labelOf(label)))
    .filter((label) => label !== '');
  if (labels.length > 0) lines.push('', '=TUNNELS=', ...labels.slice(0, MOST_TUNNELS));
  return `${lines.join('\n')}\n`;
}

function isEssential(zettel: Zettel, threshold: number): boolean {
  const flags = zettelFlags(zettel);
  return (
    zettel.emotional_weight >= threshold ||
    zettel.origin_moment ||
    flags.some((flag) => flag === 'ORIGIN' || flag === 'CORE' || flag === 'GENESIS')
  );
}

/** `CODES|hint|"quote"|[SENSITIVE|]weight[|FLAGS]` */
function momentLine(zettel: Zettel, codes: CodeTable): string {
  const { codes: people, quote, flags } = encodeZettel(zettel, codes);
  const after = zettel.title.split(' - ').slice(1).join(' - ').trim();
  const topics = zettel.topics
    .map(topicTerm)
    .filter((term) => term !== '')
    .slice(0, 2)
    .join('_');
  const hint = Array.from(after || topics || shortId(zettel.id))
    .slice(0, 30)
    .join('');
  const fields = [people.join('+') || '???', escapeField(hint)];
  if (quote !== undefined && quote !== hint && quote !== zettel.title) fields.push(`"${escapeField(quote)}"`);
  if (zettel.sensitivity !== '' && !flags.includes('SENSITIVE')) fields.push('SENSITIVE');
  fields.push(String(zettel.emotional_weight));
  if (flags.length > 0) fields.push(flags.join('+'));
  return fields.join('|');
}

function labelOf(label: string): string {
  const colon = label.indexOf(':');
  const text = colon === -1 ? Array.from(label).slice(0, 40).join('') : label.slice(0, colon);
  return escapeField(text.trim());
}
