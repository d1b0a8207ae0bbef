import type { WingName } from '../../palace/types.js';
import { ADAPTER_VERSION, parseReaderMark } from '../../sources/reader-version.js';
import type { SourceAdapter } from '../../sources/types.js';
import type { Entry } from './catalog.js';
import { filingOf } from './identity.js';

export type Reader = Pick<SourceAdapter, 'name' | 'version' | 'kind'>;

/**
 * How the reader of a standing drawer compares with the one that reads its source now: `older` learned more since, so that the
 * drawer is brought up to date; `newer` is that of a newer program. A drawer that another adapter made (or that was filed as
 * another kind of memory) is nobody's to compare: `same`.
 */
export function standingReader(entry: Entry, reader: Reader, wings: Iterable<WingName>): 'same' | 'older' | 'newer' {
  const mark = parseReaderMark(entry.front[ADAPTER_VERSION]);
  if (mark !== undefined && mark.name !== reader.name) return 'same';
  const version = mark?.version ?? 1;
  if (version === reader.version) return 'same';
  if (mark === undefined && (filingOf(entry, wings)?.kind ?? reader.kind) !== reader.kind) return 'same';
  return version < reader.version ? 'older' : 'newer';
}

/** The sentence for a source that a newer program read. */
export function newerReaderNote({ name, version }: Reader): string {
  return `some memories were read by a newer palace, whose ${name} reader knows more than version ${version} here: they stay as they are, also where their source went on. Update palace, then mine again`;
}
