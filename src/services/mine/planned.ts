import type { WingName } from '../../palace/types.js';
import type { NotKept, SourceUnit } from '../../sources/types.js';
import type { FreshUnit } from './fresh.js';
import type { Job } from './jobs.js';
import type { ReadFile } from './known/remember.js';
import type { Reader } from './readers.js';
import type { Renameable } from './renames.js';
import type { Gain } from './searchable.js';
import type { SourcePlan } from './steps.js';
import type { MinedFile, SkippedFile } from './types.js';

/** A plan for one source (or for what vanished), with what the report says of it. */
export interface PlannedSource {
  plan: SourcePlan;
  wing: WingName;
  gain: Gain;
  /** Of a conversation: its session, for the commit. */
  source: string | undefined;
  /** The adapter that read it; absent where nothing was read. */
  reader?: Reader;
  /** Path for the report. */
  shown: string;
  /** It changed before it was written and waits for the next mine. */
  isDropped: boolean;
}

export interface Planned {
  sources: PlannedSource[];
  files: MinedFile[];
  skipped: SkippedFile[];
  notKept: NotKept[];
  notes: string[];
  read: number;
  wings: WingName[];
  /** What may be remembered of the files, once all is written. */
  readings: ReadFile[];
}

/** A unit of a file, with what the report says of the file. */
export interface UnitOfFile {
  file: MinedFile;
  reading: ReadFile['units'][number];
}

/** A unit that is new or changed, waiting for what only a look at all others tells: its date, whether it was renamed. */
export interface Pending extends UnitOfFile {
  job: Job;
  wing: WingName;
  source: string;
  /** Its bytes are held while there is room; else they are read again. Absent once it is planned. */
  unit: FreshUnit | undefined;
  isNew: boolean;
  isPlanned: boolean;
  /** Units of other files that it holds as well. */
  others: UnitOfFile[];
  renameable?: Renameable<Pending>;
}

/** What is one source in one wing. */
export function sourceKey({ kind, source }: Pick<SourceUnit, 'kind' | 'source'>, wing: string): string {
  return [kind, wing, source].join('\0');
}
