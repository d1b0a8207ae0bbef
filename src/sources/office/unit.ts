import { contentDate } from '../../text/dates.js';
import { SkipSource } from '../skip.js';
import type { Tally } from '../tally.js';
import type { Candidate, ReadOptions, SourceRoot, SourceUnit } from '../types.js';
import { sourceOf, unitPath } from '../unit-path.js';
import type { DocumentProperties } from './properties.js';

export interface ReadDocument {
  text: string;
  properties: DocumentProperties;
  tally: Tally;
  /** Further facts: pages, slides. */
  facts?: Readonly<Record<string, number>>;
  /** Sentences about what is damaged. */
  damage: readonly string[];
  /** Why there may be no text. */
  ifEmpty?: string;
}

/** A document as a unit. @throws SkipSource `empty`, or `damaged` when that is why nothing was read. */
export function documentUnit(
  candidate: Candidate,
  root: SourceRoot,
  options: ReadOptions,
  document: ReadDocument,
): SourceUnit {
  const { relative } = candidate;
  const { text, properties, tally, facts, damage } = document;
  const [first] = damage;
  if (text === '')
    throw first === undefined
      ? new SkipSource('empty', document.ifEmpty ?? 'it has no text', tally.list())
      : new SkipSource('damaged', first, tally.list());
  const name = relative.slice(relative.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
  const unit: SourceUnit = {
    kind: 'note',
    source: sourceOf(root, relative),
    title: properties.title ?? name,
    body: Buffer.from(text, 'utf8'),
    routePath: relative,
    notKept: tally.list(),
    ...dateOf(candidate, root, options, properties),
  };
  const known = { ...(properties.author !== undefined && { author: properties.author }), ...facts };
  if (Object.keys(known).length > 0) unit.facts = known;
  if (damage.length > 0) unit.notes = damage.map((sentence) => `${relative}: ${sentence}`);
  return unit;
}

function dateOf(
  candidate: Candidate,
  root: SourceRoot,
  options: ReadOptions,
  { date }: DocumentProperties,
): Pick<SourceUnit, 'date' | 'dateFrom'> {
  const said = contentDate(candidate.relative, '', { lines: false }) ?? date;
  if (said !== undefined) return { date: said, dateFrom: 'content' };
  const commit = options.dates?.get(unitPath(root, candidate.relative));
  if (commit !== undefined) return { date: commit, dateFrom: 'commit' };
  if (root.isGit) return {};
  return { date: candidate.modified.toISOString().slice(0, 10), dateFrom: 'modified' };
}
