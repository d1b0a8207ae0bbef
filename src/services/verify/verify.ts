import { findDrawer, surveyDrawers } from '../../palace/drawers.js';
import { bodyHash } from '../../palace/ids.js';
import type { DrawerId, Palace } from '../../palace/types.js';
import { type LogsReading, readAllLogs } from './logs.js';
import { readAll } from './read-all.js';

export interface VerifyRequest {
  /** Ids, beginnings of ids or paths; default every drawer of the work tree. */
  ids?: readonly string[];
}

export interface VerifyResult {
  /** Drawers looked at. */
  total: number;
  /** Read as drawers: `intact` + `edited` + `unreceipted`. */
  drawers: number;
  /** The body is, byte for byte, what was filed. */
  intact: number;
  /** The body differs from its receipt: edited by hand, or damaged. Git tells which and keeps what was filed. */
  edited: { id: DrawerId | null; path: string; title: string | null }[];
  /** Without a receipt: files that people put there. */
  unreceipted: { id: DrawerId | null; path: string; title: string | null }[];
  /** Files that cannot be read as drawers; `line` is null where it is not about a line. */
  problems: { path: string; line: number | null; message: string }[];
  /** Ids that several files have. Only of the drawers looked at. */
  duplicate_ids: { id: DrawerId; paths: string[] }[];
  /** Files below wings/ that are at no place of a drawer. Empty when `ids` was given. */
  outside_layout: { path: string; message: string }[];
  /** The logs of facts and other events, read to their end. Null when `ids` was given. */
  logs: LogsReading | null;
}

/**
 * Reads drawers and compares each body with its receipt, and reads the logs of facts and other events. Changes nothing.
 * @throws PalaceError `not-found`, `ambiguous-id` for an id of the request, `interrupted`.
 */
export async function verify(palace: Palace, { ids }: VerifyRequest = {}): Promise<VerifyResult> {
  const survey = ids === undefined ? await surveyDrawers(palace) : { paths: await pathsOf(palace, ids), problems: [] };
  const result: VerifyResult = {
    total: survey.paths.length,
    drawers: 0,
    intact: 0,
    edited: [],
    unreceipted: [],
    problems: [],
    duplicate_ids: [],
    outside_layout: [],
    logs: ids === undefined ? readAllLogs(palace) : null,
  };
  for (const { path, reason, message } of survey.problems) {
    if (reason === 'outside-layout') result.outside_layout.push({ path, message });
    else result.problems.push({ path, line: null, message });
  }
  const byId = new Map<DrawerId, string[]>();
  for await (const reading of readAll(palace, survey.paths)) {
    const { path } = reading;
    if ('failure' in reading) {
      result.problems.push({ path, line: null, message: reading.failure });
      continue;
    }
    const { front, body, problem } = reading.drawer;
    if (problem) {
      result.problems.push({ path, ...problem });
      continue;
    }
    result.drawers++;
    const named = { id: front.id ?? null, path, title: front.title ?? null };
    if (front.sha256 === undefined) result.unreceipted.push(named);
    else if (bodyHash(body) === front.sha256) result.intact++;
    else result.edited.push(named);
    if (front.id !== undefined) byId.set(front.id, [...(byId.get(front.id) ?? []), path]);
  }
  for (const [id, paths] of byId) if (paths.length > 1) result.duplicate_ids.push({ id, paths });
  result.problems.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return result;
}

async function pathsOf(palace: Palace, ids: readonly string[]): Promise<string[]> {
  const paths = new Set<string>();
  for (const id of ids) paths.add((await findDrawer(palace, id)).path);
  return [...paths].sort();
}

/** True when something is wrong that a person has to look at; edits by hand are not wrong. */
export function hasProblems(result: VerifyResult): boolean {
  const { problems, duplicate_ids: doubled, outside_layout: outside, logs } = result;
  return problems.length + doubled.length + outside.length + (logs?.damaged.length ?? 0) > 0;
}
