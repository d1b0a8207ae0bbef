import { createHash } from 'node:crypto';

/** The view of the model, of the screen, and of the newer paginated history. */
export type Layer = 'response' | 'event' | 'item';

/** Texts that are longer are remembered by their hash. */
const LONG = 200;

/**
 * Tells the copies of a text that stand in several layers of one file: the nth time that a layer says something is the nth
 * time that it was said. So a question asked twice stays two, and a turn that stands in one layer only is not lost.
 */
export class Mirrors {
  readonly #said = new Map<string, { layers: Map<Layer, number>; total: number }>();
  #last: { layer: Layer; role: string; text: string; key: string } | undefined;

  /** True when another layer said it before. */
  isCopy(layer: Layer, role: string, text: string): boolean {
    const key = keyOf(role, text);
    const last = this.#last;
    this.#last = undefined;
    if (this.#count(layer, key) === 'copy') return true;
    // With pictures, the layers differ in the marks that stand for them; then one holds the words of the other.
    if (last !== undefined && last.role === role && last.layer !== layer && isPart(last.text, text)) {
      this.#uncount(layer, key);
      return this.#count(layer, last.key) === 'copy';
    }
    if (role === 'user') this.#last = { layer, role, text, key };
    return false;
  }

  #count(layer: Layer, key: string): 'copy' | 'new' {
    const said = this.#said.get(key) ?? { layers: new Map<Layer, number>(), total: 0 };
    this.#said.set(key, said);
    const times = (said.layers.get(layer) ?? 0) + 1;
    said.layers.set(layer, times);
    if (times <= said.total) return 'copy';
    said.total = times;
    return 'new';
  }

  #uncount(layer: Layer, key: string): void {
    const said = this.#said.get(key);
    if (said === undefined) return;
    said.layers.set(layer, (said.layers.get(layer) ?? 1) - 1);
    said.total = Math.max(...said.layers.values());
  }
}

/** Blocks of one message are joined in one way or another, so white space does not count. */
function keyOf(role: string, text: string): string {
  const bare = text.replace(/\s+/g, '');
  return `${role} ${bare.length <= LONG ? bare : createHash('sha256').update(bare).digest('base64')}`;
}

function isPart(one: string, other: string): boolean {
  const [left, right] = [one.trim(), other.trim()];
  return left !== '' && right !== '' && (left.includes(right) || right.includes(left));
}
