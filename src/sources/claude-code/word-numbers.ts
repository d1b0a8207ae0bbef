import { IntColumn } from './columns.js';

/** Slots that are looked at for a word. What finds no room in them, which only happens on purpose, is held apart. */
const MOST_PROBES = 64;

/**
 * Numbers for words, from 0 on, in the order in which they come. A million ids in a `Map` are a million strings for the garbage collector
 * and 100 bytes each; here they are the bytes of the word and 16 more.
 */
export class WordNumbers {
  #bytes = new Uint8Array(4096);
  #length = 0;
  /** Where a word begins in the bytes; it ends where the next one does. */
  readonly #starts = new IntColumn();
  readonly #hashes = new IntColumn();
  /** Number of a word and 1, at its hash or after it; 0 where there is none. Twice as many as words at least. */
  #slots = new Int32Array(1024);
  /** Words that have a letter of more than one byte, or found no slot. */
  readonly #others = new Map<string, number>();
  #last = '';
  #lastNumber = -1;

  get size(): number {
    return this.#hashes.length;
  }

  /** The number of a word, a new one where it has none. */
  of(word: string): number {
    let number = this.find(word);
    if (number === -1) {
      number = this.#hashes.length;
      this.#add(word, number);
    }
    this.#last = word;
    this.#lastNumber = number;
    return number;
  }

  /** The number of a word; -1 where it has none. Cheap for the one that was given last. */
  find(word: string): number {
    if (word === this.#last && this.#lastNumber !== -1) return this.#lastNumber;
    const hash = hashOf(word);
    if (hash !== undefined) {
      const mask = this.#slots.length - 1;
      for (let probe = 0; probe < MOST_PROBES; probe++) {
        const number = (this.#slots[(hash + probe) & mask] ?? 0) - 1;
        if (number === -1) break;
        if (this.#hashes.at(number) === hash && this.#isAt(number, word)) return number;
      }
    }
    return this.#others.size === 0 ? -1 : (this.#others.get(word) ?? -1);
  }

  #isAt(number: number, word: string): boolean {
    const start = this.#starts.at(number);
    if (this.#endOf(number) - start !== word.length) return false;
    for (let index = 0; index < word.length; index++)
      if (this.#bytes[start + index] !== word.charCodeAt(index)) return false;
    return true;
  }

  #endOf(number: number): number {
    return number + 1 < this.#starts.length ? this.#starts.at(number + 1) : this.#length;
  }

  #add(word: string, number: number): void {
    const hash = hashOf(word);
    this.#starts.push(this.#length);
    this.#hashes.push(hash ?? 0);
    if (hash === undefined) {
      this.#others.set(word, number);
      return;
    }
    if (this.#length + word.length > this.#bytes.length) {
      const wider = new Uint8Array(2 * this.#bytes.length + word.length);
      wider.set(this.#bytes);
      this.#bytes = wider;
    }
    for (let index = 0; index < word.length; index++) this.#bytes[this.#length++] = word.charCodeAt(index);
    if (2 * this.size > this.#slots.length) this.#widen();
    else this.#put(hash, number);
  }

  #put(hash: number, number: number): void {
    const mask = this.#slots.length - 1;
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const slot = (hash + probe) & mask;
      if (this.#slots[slot] !== 0) continue;
      this.#slots[slot] = number + 1;
      return;
    }
    const word = this.#bytes.subarray(this.#starts.at(number), this.#endOf(number));
    this.#others.set(Buffer.from(word).toString('latin1'), number);
  }

  #widen(): void {
    const apart = new Set(this.#others.values());
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let number = 0; number < this.size; number++)
      if (!apart.has(number)) this.#put(this.#hashes.at(number), number);
  }
}

/** FNV-1a, its bits mixed once more; undefined for a word with a letter of more than one byte. */
function hashOf(word: string): number | undefined {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index);
    if (code > 0xff) return undefined;
    hash = Math.imul(hash ^ code, 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
