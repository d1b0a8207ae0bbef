import { WordNumbers } from './word-numbers.js';

/** The calls of tools in a session: a number for each id, and the tool that was called. */
export class Calls {
  readonly #numbers = new WordNumbers();
  readonly #names: (string | undefined)[] = [];
  /** One string for each name, however often it is read. */
  readonly #known = new Map<string, string>();

  get size(): number {
    return this.#numbers.size;
  }

  numberOf(id: string): number {
    return this.#numbers.of(id);
  }

  nameOf(id: string): string | undefined {
    return this.#names[this.#numbers.find(id)];
  }

  setName(id: string, name: string): void {
    const number = this.#numbers.of(id);
    while (this.#names.length < number) this.#names.push(undefined);
    let known = this.#known.get(name);
    if (known === undefined) {
      known = name;
      this.#known.set(name, known);
    }
    this.#names[number] = known;
  }
}
