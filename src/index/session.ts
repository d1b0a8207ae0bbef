import { systemCode } from '../base/errors.js';
import type { ObjectId } from '../git/types.js';
import type { Palace } from '../palace/types.js';
import { indexBlobs } from './blob-indexer.js';
import {
  CacheStore,
  EMPTY_MANIFEST,
  type LoadedCache,
  type Manifest,
  MOST_TREE_VIEWS,
  manifestOf,
  segmentName,
} from './cache-store.js';
import { planMerge } from './compaction.js';
import { DamagedCacheError, memorySource } from './container.js';
import { Documents } from './documents.js';
import { mergeSegments } from './merge.js';
import { Segment } from './segment.js';
import { SegmentSet } from './segment-set.js';
import { View, type ViewFacts, type ViewRow } from './view.js';

/** What a refresh wants: the rows of a tree, and how the work tree differs. */
export interface Wanted {
  /** Not yet bound to segments. */
  base: View;
  /** Paths of `base` that do not count. */
  hidden: ReadonlySet<string>;
  extra: readonly ViewRow[];
  tooLarge?: ReadonlyMap<ObjectId, number>;
  /** For the work tree: HEAD's commit, null where there is none. Absent: a tree of the past. */
  live?: ObjectId | null;
  /** Compact as far as needed, however long it takes. */
  thorough: boolean;
}

/** What a refresh gives. */
export interface Brought extends ViewFacts {
  documents: Documents;
  /** Blobs that had not been seen before. */
  indexed: number;
}

/**
 * One reading of the cache, and at most one writing. All that fails about the cache itself is cured here: damage by
 * starting from nothing, an unwritable folder or another writer by answering from memory.
 */
export class CacheSession {
  private readonly views = new Map<string, View | undefined>();

  private constructor(
    private readonly palace: Palace,
    private readonly store: CacheStore,
    private readonly loaded: LoadedCache,
    /** Of the manifest on the disk when we looked, readable or not. */
    private readonly generation: string,
  ) {}

  /** @param fresh start from nothing, whatever there is. */
  static open(palace: Palace, fresh = false): CacheSession {
    const store = new CacheStore(palace.cacheDir, palace.runtime);
    const generation = store.generation();
    const loaded = fresh ? undefined : tryLoad(store, palace, 2);
    return new CacheSession(
      palace,
      store,
      loaded ?? { manifest: EMPTY_MANIFEST, set: new SegmentSet([]) },
      loaded?.manifest.generation ?? generation,
    );
  }

  get manifest(): Manifest {
    return this.loaded.manifest;
  }

  /** The segments that the cache holds. */
  get segments(): SegmentSet {
    return this.loaded.set;
  }

  bytes(): number {
    return this.store.bytes();
  }

  close(): void {
    this.loaded.set.close();
  }

  /** A saved view, undefined when there is none of this key (or it is damaged). */
  view(key: string): View | undefined {
    const { live, views } = this.manifest;
    if (live?.view !== key && !views.includes(key)) return undefined;
    if (!this.views.has(key)) this.views.set(key, this.readView(key));
    return this.views.get(key);
  }

  private readView(key: string): View | undefined {
    try {
      return this.store.view(key);
    } catch (error) {
      if (!(error instanceof DamagedCacheError)) throw error;
      this.palace.runtime.logger.warn(`the search cache was damaged (${error.message}); building that part again`);
      return undefined;
    }
  }

  /** Indexes what is missing, gives the documents to search, and saves what changed if it can. */
  async bring(wanted: Wanted): Promise<Brought> {
    const { set: before } = this.loaded;
    const saved = wanted.base.countsIn(before);
    const base = saved ? wanted.base : wanted.base.bind(before);
    const extra = View.of('', wanted.extra);
    const missing = [...base.missing().filter((row) => !wanted.hidden.has(row.path)), ...extra.bind(before).missing()];
    const files = new Map<string, Buffer>();
    for (const bytes of await indexBlobs(this.palace, missing, {
      tooLarge: wanted.tooLarge,
      uncommitted: wanted.extra,
    }))
      files.set(segmentName(bytes), bytes);
    const set = before.plus(Array.from(files, ([name, bytes]) => Segment.open(name, memorySource(bytes))));
    const bound = files.size === 0 ? base : base.bind(set);
    const documents = new Documents(set, bound, wanted.hidden, extra.bind(set));
    const counts = { documents, indexed: new Set(missing.map((row) => row.blob)).size };
    const plain = wanted.hidden.size === 0 && wanted.extra.length === 0;
    const facts = (plain ? bound.facts : undefined) ?? {
      averages: documents.averages(),
      sharedIds: documents.sharedIds(),
    };
    const view = plain && bound.facts === undefined ? bound.withFacts(facts) : bound;
    const changed = files.size > 0 || view !== wanted.base || !this.isCurrent(wanted);
    if (changed || wanted.thorough) this.save(wanted, view, documents, files);
    return { ...counts, ...facts };
  }

  private isCurrent({ base, live: wanted }: Wanted): boolean {
    const { live, views } = this.manifest;
    if (wanted === undefined) return live?.view === base.key || views.includes(base.key);
    return live?.view === base.key && live.commit === wanted;
  }

  private save(wanted: Wanted, view: View, documents: Documents, files: Map<string, Buffer>): void {
    const { segments } = this.manifest;
    const others = this.otherViews(wanted);
    const compacted = compact(documents, others, wanted.thorough);
    const set = compacted?.set ?? documents.set;
    if (compacted?.file !== undefined) files.set(compacted.file.name, compacted.file.bytes);
    const names = set.segments.map((segment) => segment.name);
    const manifest = manifestOf({ segments: names, ...this.viewsAfter(wanted) });
    if (manifest.generation === this.generation && view === wanted.base) return;
    const update = {
      manifest,
      segments: new Map([...files].filter(([name]) => names.includes(name) && !segments.includes(name))),
      views: new Map([[view.key, (compacted === undefined ? view : view.bind(set)).encode()]]),
    };
    const { logger } = this.palace.runtime;
    try {
      if (!this.store.save(this.generation, update))
        logger.debug('another process writes the search cache; this one answered from memory');
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      logger.warn(`the search cache cannot be written (${code}); answering from memory`);
    }
  }

  /** Saved views that stay, besides the one being brought. */
  private otherViews(wanted: Wanted): View[] {
    const { live, views } = this.viewsAfter(wanted);
    const keys = new Set([...views, ...(live ? [live.view] : [])]);
    keys.delete(wanted.base.key);
    return [...keys].flatMap((key) => this.view(key) ?? []);
  }

  private viewsAfter({ base, live: wanted }: Wanted): Pick<Manifest, 'live' | 'views'> {
    const { live, views } = this.manifest;
    if (wanted !== undefined) return { live: { commit: wanted, view: base.key }, views };
    const rest = views.filter((key) => key !== base.key);
    const isLive = live?.view === base.key;
    return { ...(live ? { live } : {}), views: isLive ? views : [...rest, base.key].slice(-MOST_TREE_VIEWS) };
  }
}

/** Rolls segments together where that is due. Blobs that no view shows are left behind. */
function compact(
  documents: Documents,
  others: readonly View[],
  thorough: boolean,
): { set: SegmentSet; file?: { name: string; bytes: Buffer } } | undefined {
  const { set } = documents;
  const shown = others.map((view) => new Documents(set, ...presentRows(view.bind(set))));
  const keeps = (segment: number, blob: number): boolean =>
    documents.isLive(segment, blob) || shown.some((other) => other.isLive(segment, blob));
  const loads = set.segments.map((segment, at) => {
    let live = 0;
    for (let blob = 0; blob < segment.blobs; blob++) if (keeps(at, blob)) live += segment.passagesOf(blob);
    return { passages: segment.passages, live };
  });
  const plan = planMerge(loads, thorough);
  if (plan.length === 0) return undefined;
  const bytes = mergeSegments(
    plan.flatMap((at) => {
      const segment = set.segments[at];
      return segment === undefined ? [] : [{ segment, keeps: (blob: number) => keeps(at, blob) }];
    }),
  );
  const rest = set.segments.filter((_, at) => !plan.includes(at));
  if (bytes === undefined) return { set: new SegmentSet(rest) };
  const name = segmentName(bytes);
  return { set: new SegmentSet([...rest, Segment.open(name, memorySource(bytes))]), file: { name, bytes } };
}

/** A view whose blobs may have been left behind: the rows without one are hidden. */
function presentRows(view: View): [View, ReadonlySet<string>, View] {
  return [view, new Set(view.missing().map((row) => row.path)), View.of('', [])];
}

function tryLoad(store: CacheStore, palace: Palace, attempts: number): LoadedCache | undefined {
  try {
    return store.load();
  } catch (error) {
    if (!(error instanceof DamagedCacheError) && !(error instanceof SyntaxError)) throw error;
    // A writer may have replaced the segments between the manifest and them.
    if (attempts > 1) return tryLoad(store, palace, attempts - 1);
    palace.runtime.logger.warn(`the search cache was damaged or old (${error.message}); building it again`);
    return undefined;
  }
}
