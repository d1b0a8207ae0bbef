import type { Calls } from './calls.js';
import { IntColumn } from './columns.js';
import { type RecordIds, UNPLACED } from './record-ids.js';
import { WordNumbers } from './word-numbers.js';

/** A record of the session as a node of its tree. Records without an id stand in no tree and are always shown. */
export interface Node {
  /** Number of its id. */
  id?: number;
  /** Id of the record that this one answers or follows; null at a beginning. */
  parent: string | null;
  /** Numbers of the calls that this record makes, and of those that it answers. */
  calls: readonly number[];
  results: readonly number[];
  /** Id of the model's message: one message comes over several lines. */
  apiId?: string;
  /** Holds words of the person. */
  prompt: boolean;
  /** Written by the model. */
  reply: boolean;
  /** Holds something to show. */
  shown: boolean;
}

/** The live leaf as the session names it, with the number of records before that line. */
export interface NamedLeaf {
  id: string;
  after: number;
}

const HAS_ID = 1;
const PROMPT = 2;
const REPLY = 4;
const SHOWN = 8;

/** In the place of a parent: there is none; or one that is not (yet) known. */
const NONE = -1;
const UNKNOWN = -2;

/**
 * The records of one conversation as a tree, in the order of the file. A session of 1 GB has 660,000 of them, so each is a few
 * numbers here, and its id, which is held for the whole session.
 */
export class SessionTree {
  readonly #flags = new IntColumn();
  readonly #parents = new IntColumn();
  /** Number of the model's message, -1 where it is none. */
  readonly #messages = new IntColumn();
  /** Calls made and answered: the place of the record beside the number of the call. */
  readonly #callPlaces = new IntColumn();
  readonly #calls = new IntColumn();
  readonly #resultPlaces = new IntColumn();
  readonly #results = new IntColumn();
  readonly #messageNumbers = new WordNumbers();
  /** Parents that had not come when their child did. */
  readonly #unknown = new Map<number, string>();

  /** @param ids Where each record stands, filled here; what is below 0 stands in another conversation. */
  constructor(
    private readonly ids: RecordIds,
    private readonly calls: Calls,
  ) {}

  get length(): number {
    return this.#flags.length;
  }

  /** Takes the next record and gives its place. Its id must have none. */
  add(node: Node): number {
    const place = this.#flags.length;
    this.#flags.push(
      (node.id === undefined ? 0 : HAS_ID) |
        (node.prompt ? PROMPT : 0) |
        (node.reply ? REPLY : 0) |
        (node.shown ? SHOWN : 0),
    );
    this.#parents.push(this.#placeOf(node.parent, place));
    this.#messages.push(node.apiId === undefined ? -1 : this.#messageNumbers.of(node.apiId));
    for (const call of node.calls) {
      this.#callPlaces.push(place);
      this.#calls.push(call);
    }
    for (const call of node.results) {
      this.#resultPlaces.push(place);
      this.#results.push(call);
    }
    if (node.id !== undefined) this.ids.place(node.id, place);
    return place;
  }

  #placeOf(parent: string | null, child: number): number {
    if (parent === null) return NONE;
    const place = this.ids.placeOf(parent);
    if (place === UNPLACED) this.#unknown.set(child, parent);
    return place < 0 ? UNKNOWN : place;
  }

  /**
   * 1 at the places of the records that are not on the line that the session ended on: rewound turns and answers that were made
   * again; undefined when all are on it. The line is walked back from the live leaf, the last record that shows something, or `leaf`
   * where the session names another one. Where the chain is broken (a damaged line, a compaction, a resumed session) the line goes
   * on with the record before in the file: only a second beginning with the person's own words is another branch. Parallel tool
   * calls, their answers, and notices hanging on the line belong to it.
   */
  alternates(leaf?: NamedLeaf): Uint8Array | undefined {
    for (const [child, parent] of this.#unknown) {
      const place = this.ids.placeOf(parent);
      if (place >= 0) this.#parents.set(child, place);
    }
    const main = this.#lineOf(this.#liveLeaf(leaf));
    const { length } = this;
    for (let place = 0; place < length; place++) if (!this.#is(place, HAS_ID)) main[place] = 1;
    if (!main.includes(0)) return undefined;
    this.#joinWhatBelongs(main);
    if (!main.includes(0)) return undefined;
    return main.map((joined) => 1 - joined);
  }

  #joinWhatBelongs(main: Uint8Array): void {
    const calls = new Uint8Array(this.calls.size);
    const messages = new Uint8Array(this.#messageNumbers.size);
    const join = (place: number, firstCall: number): void => {
      main[place] = 1;
      for (let at = firstCall; at < this.#calls.length && this.#callPlaces.at(at) === place; at++)
        calls[this.#calls.at(at)] = 1;
      const message = this.#messages.at(place);
      if (message !== -1) messages[message] = 1;
    };
    this.#walk((place, call) => {
      if (main[place] === 1) join(place, call);
    });
    // In file order a call stands before its answer, so one pass finds all.
    this.#walk((place, call, result) => {
      if (main[place] === 1) return;
      let last = result;
      let answers = false;
      for (; last < this.#results.length && this.#resultPlaces.at(last) === place; last++) {
        answers = (last === result || answers) && calls[this.#results.at(last)] === 1;
      }
      const parent = this.#parents.at(place);
      const message = this.#messages.at(place);
      const sameMessage = message !== -1 && messages[message] === 1;
      const aside = !this.#is(place, PROMPT | REPLY) && last === result;
      const hangsOn = aside && parent >= 0 && main[parent] === 1;
      if (answers || sameMessage || hangsOn) join(place, call);
    });
  }

  /** Each record with the places where its calls and its answers begin. */
  #walk(visit: (place: number, call: number, result: number) => void): void {
    let call = 0;
    let result = 0;
    for (let place = 0; place < this.length; place++) {
      visit(place, call, result);
      while (call < this.#calls.length && this.#callPlaces.at(call) === place) call++;
      while (result < this.#results.length && this.#resultPlaces.at(result) === place) result++;
    }
  }

  #is(place: number, flags: number): boolean {
    return (this.#flags.at(place) & flags) !== 0;
  }

  /** -1 when nothing is shown. */
  #liveLeaf(leaf: NamedLeaf | undefined): number {
    let last = this.length - 1;
    while (last >= 0 && !(this.#is(last, SHOWN) && this.#is(last, HAS_ID))) last--;
    const named = leaf === undefined ? -1 : this.ids.placeOf(leaf.id);
    // A leaf named before the last message is out of date; one that the last message descends from is not the end.
    if (named < 0 || last === -1 || (leaf?.after ?? 0) <= last) return last;
    return this.#lineOf(last)[named] === 1 ? last : named;
  }

  #lineOf(from: number): Uint8Array {
    const line = new Uint8Array(this.length);
    for (let place = from; place >= 0 && line[place] === 0; ) {
      line[place] = 1;
      const parent = this.#parents.at(place);
      if (parent >= 0) place = parent;
      else place = parent === NONE && this.#is(place, PROMPT) ? -1 : place - 1;
    }
    return line;
  }
}
