import { IntColumn } from './columns.js';
import { WordNumbers } from './word-numbers.js';

/** In the place of a record that has none (yet). */
export const UNPLACED = -0x80000000;

/** Ids of the records of a session, and where each of them stands: a place of the main conversation, or a number below 0 elsewhere. */
export class RecordIds {
  readonly #numbers = new WordNumbers();
  readonly #places = new IntColumn();

  /** The number of an id, which is kept for it. */
  numberOf(id: string): number {
    const number = this.#numbers.of(id);
    if (number === this.#places.length) this.#places.push(UNPLACED);
    return number;
  }

  /** Where the record of a number stands. */
  placeAt(number: number): number {
    return this.#places.at(number);
  }

  /** Where the record of an id stands; `UNPLACED` where there is none. */
  placeOf(id: string): number {
    const number = this.#numbers.find(id);
    return number === -1 ? UNPLACED : this.#places.at(number);
  }

  place(number: number, place: number): void {
    this.#places.set(number, place);
  }
}
