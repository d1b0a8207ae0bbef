/** A list of whole numbers of 32 bits that grows: eight bytes a number while it does, four when it stands still. */
export class IntColumn {
  #values = new Int32Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const wider = new Int32Array(2 * this.#length);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.#length++] = value;
  }

  /** @param place Below `length`; anything else gives 0. */
  at(place: number): number {
    return this.#values[place] ?? 0;
  }

  set(place: number, value: number): void {
    this.#values[place] = value;
  }
}

/** Numbers for words, from 0 on, in the order in which they come: a word is held once. */
export class WordNumbers {
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#numbers.size;
  }

  of(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(word, number);
    }
    return number;
  }
}
