import type { ObjectId } from '../../git/types.js';

/** An entry of entities.yaml, as commands and tools show it. */
export interface EntityRow {
  name: string;
  type: string;
  aliases: string[];
  /** The AAAK code that stands for it; null for a name without one. */
  code: string | null;
  /** False for a code that follows from the name. */
  code_chosen: boolean;
}

/** What a command did to entities.yaml. */
export interface EntityChange {
  status: 'added' | 'changed' | 'removed' | 'unchanged';
  /** The entry as it stands now; as it stood, when it was removed. */
  entity: EntityRow;
  /** Null where nothing changed, and with `dry_run`. */
  commit: ObjectId | null;
  dry_run: boolean;
  /** Plain sentences worth saying. */
  notes: string[];
}

/** What all changes of an entry take. */
export interface EntityRequest {
  name: string;
  by?: string;
  dryRun?: boolean;
}
