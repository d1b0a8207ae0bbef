import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Runtime } from '../../../base/runtime.js';
import { openCandidate } from '../../../sources/candidate.js';
import { SkipSource } from '../../../sources/skip.js';
import { fromDatabase } from '../../../sources/sqlite.js';
import type { Candidate } from '../../../sources/types.js';
import type { Incoming, IncomingFacts, NotImported } from '../types.js';
import type { Filer } from './filer.js';
import { isChroma, isKnowledgeGraph, readChroma, tablesOf } from './mempalace-database.js';
import { readGraph } from './mempalace-facts.js';

/** Chroma's own name for its database. */
export const CHROMA_FILE = 'chroma.sqlite3';

const GRAPH_FILE = 'knowledge_graph.sqlite3';

/** The database of a palace of the original below a folder: of the palace itself, or of the folder that has it. */
export function chromaBelow(folder: string): string | undefined {
  return [join(folder, CHROMA_FILE), join(folder, 'palace', CHROMA_FILE)].find((path) => existsSync(path));
}

/**
 * The drawers of a palace of the original, from its database; it is only read; then the facts of its knowledge graph, which
 * lies beside or above.
 * @param refuse makes the error for a database that is neither.
 */
export async function* readMemPalace(
  path: string,
  filer: Filer,
  runtime: Runtime,
  refuse: () => Error,
): AsyncGenerator<Incoming | IncomingFacts | NotImported> {
  const name = basename(path);
  yield* read(path, runtime, function* (database) {
    const tables = tablesOf(database);
    if (isChroma(tables)) yield* readChroma(database, name, filer);
    else if (isKnowledgeGraph(tables)) yield* readGraph(database, name);
    else throw refuse();
  });
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    const graph = join(folder, GRAPH_FILE);
    if (graph === path || !existsSync(graph)) continue;
    yield* read(graph, runtime, function* (database) {
      if (isKnowledgeGraph(tablesOf(database))) yield* readGraph(database, graph);
    });
  }
}

type Use = Parameters<typeof fromDatabase<Incoming | IncomingFacts | NotImported>>[2];

async function* read(path: string, runtime: Runtime, use: Use): AsyncGenerator<Incoming | IncomingFacts | NotImported> {
  const root = { path: dirname(path), key: '', prefix: '', isGit: false, place: 'notes' } as const;
  const opened = openCandidate(root, basename(path), { maxBytes: Number.POSITIVE_INFINITY });
  if ('skipped' in opened) {
    yield { where: path, reason: opened.skipped.detail ?? opened.skipped.reason, damaged: true };
    return;
  }
  const { candidate }: { candidate: Candidate } = opened;
  try {
    yield* fromDatabase(candidate, runtime, use);
  } catch (error) {
    if (!(error instanceof SkipSource)) throw error;
    yield { where: path, reason: error.detail, damaged: true };
  }
}
