import { EXIT, PalaceError } from '../base/errors.js';
import { type HeldSecret, placeholderOf, placeholdersIn, type Quarantine } from './quarantine.js';

/** The text that a secret stands in. */
export interface Around {
  /** Where the numbers of its placeholders count. */
  scope: string;
  /** Id of its drawer, or path of the file; absent for a source that is still to be filed. */
  place?: string;
  /** All that looks like a placeholder in it already, `[secret:github-token:1]`. */
  marks: ReadonlySet<string>;
}

/** Entries of one scope and kind. */
interface Series {
  /** Highest number given. */
  n: number;
  byHash: Map<string, HeldSecret[]>;
}

/**
 * The quarantine as one write sees it: gives secrets their numbers, and puts on the disk those whose texts are about to be
 * written. Nothing is on the disk before {@link keep}.
 */
export class Ledger {
  private readonly series = new Map<string, Series>();
  private known: Map<string, HeldSecret> | undefined;
  /** Ids that stand in texts of this write. */
  private readonly used = new Set<string>();
  /** Ids that are not on the disk as they are here. */
  private readonly dirty = new Set<string>();
  /** Ids whose texts are written next. */
  private readonly placed = new Set<string>();

  constructor(
    private readonly quarantine: Quarantine,
    private readonly now: () => Date,
  ) {}

  /** The entry for a secret: the one that it has in this scope, or a new one with the next number. */
  entryFor(kind: string, secret: Buffer, { scope, place, marks }: Around): HeldSecret {
    const hash = this.quarantine.keyed(secret);
    const series = this.seriesOf(scope, kind);
    // A placeholder that stood in the text before is somebody's words, unless we put it into this very memory.
    const isOurs = (entry: HeldSecret): boolean =>
      this.used.has(entry.id) ||
      !marks.has(placeholderOf(entry)) ||
      (place !== undefined && entry.places.includes(place));
    const standing = (series.byHash.get(hash) ?? []).filter(isOurs).sort((a, b) => a.n - b.n)[0];
    const entry = standing ? this.again(standing, secret) : this.next(scope, kind, hash, secret, marks);
    this.used.add(entry.id);
    return entry;
  }

  /** What stands in this text for secrets that this write kept out. */
  usedIn(content: Buffer, scope: string): HeldSecret[] {
    if (this.used.size === 0) return [];
    return placeholdersIn(content).flatMap(({ kind, n }) => {
      const id = this.quarantine.idOf(scope, kind, n);
      return this.used.has(id) ? (this.entries().get(id) ?? []) : [];
    });
  }

  /** Notes that this entry's placeholder is about to be written into this drawer or file. @returns false when it stands there already. */
  place(entry: HeldSecret, place: string): boolean {
    this.placed.add(entry.id);
    if (entry.places.includes(place)) return false;
    this.put({ ...entry, places: [...entry.places, place] });
    return true;
  }

  /**
   * Puts on the disk what was placed. Call it under the lock, before the first byte of the texts is written: a secret whose text
   * is never committed does no harm there.
   * @throws PalaceError `changed-meanwhile` when another process gave a number to another secret meanwhile.
   */
  keep(): void {
    let isAnyWritten = false;
    for (const id of this.placed) {
      const entry = this.entries().get(id);
      if (!entry || !this.dirty.has(id)) continue;
      this.quarantine.write(this.merged(entry));
      this.dirty.delete(id);
      isAnyWritten = true;
    }
    if (isAnyWritten) this.quarantine.sync();
    this.placed.clear();
  }

  /** Whoever wrote meanwhile may have placed the secret elsewhere, or decided about it. */
  private merged(entry: HeldSecret): HeldSecret {
    const there = this.quarantine.find(entry.id);
    if (!there) return entry;
    if (there.hash !== entry.hash)
      throw new PalaceError(
        'changed-meanwhile',
        'another secret was put away at the same moment; nothing was changed',
        {
          exit: EXIT.conflict,
          next: ['run the command again'],
        },
      );
    const isGone = there.state === 'dropped';
    return {
      ...there,
      // A placeholder of it is about to stand somewhere.
      state: there.state === 'released' ? 'held' : there.state,
      secret: isGone ? null : (there.secret ?? entry.secret),
      places: [...new Set([...there.places, ...entry.places])],
    };
  }

  private next(scope: string, kind: string, hash: string, secret: Buffer, marks: ReadonlySet<string>): HeldSecret {
    const series = this.seriesOf(scope, kind);
    let n = series.n + 1;
    while (marks.has(placeholderOf({ kind, n }))) n++;
    const entry: HeldSecret = {
      id: this.quarantine.idOf(scope, kind, n),
      scope,
      kind,
      n,
      hash,
      secret: secret.toString('base64'),
      state: 'held',
      places: [],
      at: this.now().toISOString(),
    };
    this.put(entry);
    return entry;
  }

  /** A secret that was released and may no longer stand is held again; one that was dropped stays gone. */
  private again(entry: HeldSecret, secret: Buffer): HeldSecret {
    if (entry.state !== 'released') return entry;
    const held: HeldSecret = { ...entry, state: 'held', secret: secret.toString('base64') };
    this.put(held);
    return held;
  }

  private put(entry: HeldSecret): void {
    this.entries().set(entry.id, entry);
    this.dirty.add(entry.id);
    this.file(entry);
  }

  private file(entry: HeldSecret): void {
    const series = this.seriesOf(entry.scope, entry.kind);
    series.n = Math.max(series.n, entry.n);
    const others = (series.byHash.get(entry.hash) ?? []).filter(({ id }) => id !== entry.id);
    series.byHash.set(entry.hash, [...others, entry]);
  }

  private seriesOf(scope: string, kind: string): Series {
    this.entries();
    const key = `${kind}\0${scope}`;
    const series = this.series.get(key) ?? { n: 0, byHash: new Map() };
    this.series.set(key, series);
    return series;
  }

  private entries(): Map<string, HeldSecret> {
    if (!this.known) {
      this.known = new Map();
      for (const entry of this.quarantine.read().entries) {
        this.known.set(entry.id, entry);
        this.file(entry);
      }
    }
    return this.known;
  }
}
