/** A list of whole numbers of 32 bits that grows. */
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
