import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../../base/hash.js';
import { packageRoot } from '../../../base/package-root.js';
import type { Palace } from '../../../palace/types.js';
import { ADAPTERS } from '../../../sources/registry.js';
import { isSameStat, isSettled, type StatKey, statKeyAt } from '../../../sources/stat-key.js';
import type { Trace } from '../../../sources/trace.js';
import type { NotKept, SourceRoot, SourceUnit } from '../../../sources/types.js';
import type { MineRequest, SkippedFile } from '../types.js';
import { CacheFiles } from './cache-file.js';

/** What a unit of a file was, and the drawers of HEAD with which it changed nothing. */
export interface KnownUnit {
  kind: SourceUnit['kind'];
  source: string;
  wingHint?: string | undefined;
  notKept?: readonly NotKept[] | undefined;
  notes?: readonly string[] | undefined;
  wing: string;
  /** Other files are of the same source: each says a piece of one conversation. */
  resumed?: true;
  ids: readonly string[];
  /** Path and blob of every drawer of the source. */
  drawers: readonly (readonly [path: string, blob: string])[];
}

/** What came of reading a file. */
export interface KnownFile {
  /** `statKey` of the file. */
  stat: StatKey;
  /** '' when nothing reads it. */
  adapter: string;
  /** Absent where there is nothing to say, as for most files. */
  beside?: Readonly<Record<string, string>> | undefined;
  units: readonly KnownUnit[];
  skipped?: readonly (Omit<SkippedFile, 'path'> & { notKept?: readonly NotKept[] | undefined })[];
}

/** Raised when what is remembered of a file, or how sources are cut into drawers, changes. */
const RULES = 1;

/** Files of single-file mines of one folder that are remembered; past that the oldest are forgotten. */
const MOST_SINGLE = 20_000;

/**
 * What is known of the files of one root from the mines before: a file that did not change since (nor anything its reading looked
 * at) is neither opened nor parsed, as long as its drawers are the same too. One for each root, way of asking and version.
 */
export class KnownFiles {
  private readonly files: CacheFiles;
  private readonly name: string;
  private readonly head: string;
  private readonly before: Record<string, KnownFile>;
  private readonly visited: Record<string, KnownFile> = {};
  private readonly traces = new Map<string, Map<string, string>>();
  private readonly states = new Map<string, string>();
  private readonly since: number;
  private isChanged = false;

  constructor(palace: Palace, root: SourceRoot, request: MineRequest) {
    this.files = new CacheFiles(palace);
    const { path, key, prefix, place, file } = root;
    const { mode = 'auto', tools = 'full', adapter = '', subagents } = request;
    const asked = { path, key, prefix, place, single: file !== undefined, mode, tools, adapter, subagents };
    const { maxSourceBytes, secrets } = palace.settings;
    this.head = JSON.stringify({ ...readingRules(), maxSourceBytes, secrets, ...asked });
    this.name = `files-${sha256(JSON.stringify(asked)).slice(0, 24)}.json`;
    this.before = (this.files.read(this.name, this.head) ?? {}) as Record<string, KnownFile>;
    this.since = (request.dryRun === true ? undefined : this.files.clock()) ?? Number.NEGATIVE_INFINITY;
  }

  /** What is known of a file, if it stands as it stood. */
  find(relative: string, stat: StatKey): KnownFile | undefined {
    const known = this.before[relative];
    if (known === undefined || !isSameStat(known.stat, stat)) return undefined;
    if (known.beside === undefined) return known;
    return Object.entries(known.beside).every(([name, state]) => this.state(name) === state) ? known : undefined;
  }

  /** What the next mine knows of a file that this one visited. */
  remembered(relative: string): KnownFile | undefined {
    return this.visited[relative];
  }

  /** It still holds: it is remembered on. */
  keep(relative: string, known: KnownFile): void {
    this.visited[relative] = known;
  }

  /** For the reading of a file: takes down what it looks at, besides what choosing its adapter looked at before (`known`). */
  trace(relative: string, known?: KnownFile): Trace {
    const seen = this.traces.get(relative) ?? new Map(Object.entries(known?.beside ?? {}));
    this.traces.set(relative, seen);
    const take = (name: string): void => {
      if (!seen.has(name)) seen.set(name, this.state(name));
    };
    return { file: (path) => take(`f${path}`), names: (path) => take(`n${path}`) };
  }

  /** Remembers a file, unless a later write to it (or to what was looked at beside it) might not show. */
  learn(relative: string, file: Omit<KnownFile, 'beside'>): void {
    const beside = Object.fromEntries(this.traces.get(relative) ?? []);
    if (!isSettled(file.stat, this.since)) return;
    const names = Object.keys(beside);
    if (!names.every((name) => isSettled(statKeyAt(name.slice(1)), this.since))) return;
    this.visited[relative] = names.length === 0 ? file : { ...file, beside };
    this.isChanged = true;
  }

  /** Keeps what was learned. `isWhole`: every file of the root was visited, so that all others are gone. */
  save(isWhole: boolean): void {
    const kept = Object.keys(this.visited).length;
    if (!this.isChanged && (!isWhole || kept === Object.keys(this.before).length)) return;
    const files = isWhole ? this.visited : { ...this.before, ...this.visited };
    const names = Object.keys(files);
    for (const name of names.slice(0, Math.max(0, isWhole ? 0 : names.length - MOST_SINGLE))) delete files[name];
    this.files.write(this.name, this.head, files);
  }

  /** How a file (`f` and its path) stands, or the names in a folder (`n` and its path). Looked at once a mine. */
  private state(name: string): string {
    const known = this.states.get(name);
    if (known !== undefined) return known;
    const path = name.slice(1);
    const state = name.startsWith('f') ? statKeyAt(path).join(' ') : namesIn(path);
    this.states.set(name, state);
    return state;
  }
}

function namesIn(folder: string): string {
  try {
    return sha256(readdirSync(folder).sort().join('\0'));
  } catch {
    return 'unreadable';
  }
}

/** What reads files here: what is known of one counts for these only. */
export function readingRules(): { rules: number; program: string; adapters: string } {
  return { rules: RULES, program: programVersion(), adapters: versions() };
}

function versions(): string {
  return ADAPTERS.map(({ name, version }) => `${name}@${version}`).join(' ');
}

function programVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
  return version;
}
