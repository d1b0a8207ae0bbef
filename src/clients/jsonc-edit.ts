import type { Node, ParseError } from 'jsonc-parser';
import { EXIT, PalaceError } from '../base/errors.js';
import { deepEqual } from './deep-equal.js';
import { appendTo, removeFrom } from './jsonc-text.js';

/** Where a value stands: keys of objects, places in lists. */
export type JsonPath = readonly (string | number)[];

/**
 * A JSON file that a person owns, edited in place: comments, order, indentation, line ends and commas behind the last value stay as they are.
 * Each edit changes the text of one value and nothing beside it.
 */
export class JsoncDocument {
  #text: string;

  private constructor(
    text: string,
    private readonly file: string,
    private readonly parser: typeof import('jsonc-parser'),
  ) {
    this.#text = text;
  }

  /**
   * @param text '' for a file that is not there.
   * @param file for messages.
   * @throws PalaceError `bad-json` when it is no JSON with comments, or no object.
   */
  static async open(text: string, file: string): Promise<JsoncDocument> {
    const parser = await import('jsonc-parser');
    const document = new JsoncDocument(text.replace(/^\ufeff/, ''), file, parser);
    document.#root();
    return document;
  }

  get text(): string {
    return this.#text;
  }

  /** The value at a path; undefined when there is none. */
  get(path: JsonPath): unknown {
    const node = this.#find(path);
    return node === undefined ? undefined : (this.parser.getNodeValue(node) as unknown);
  }

  /**
   * Puts a value where none is, or in the place of the one that is there; objects on the way are made.
   * @throws PalaceError `bad-shape` when something else than an object stands on the way.
   */
  set(path: JsonPath, value: unknown): void {
    const node = this.#find(path);
    if (node !== undefined) {
      if (deepEqual(this.get(path), value)) return;
      const depth = path.length;
      this.#text = replaced(this.#text, node.offset, node.length, render(value, depth, styleOf(this.#text)));
      return;
    }
    // The nearest thing that is there takes the rest as one value.
    let depth = path.length - 1;
    while (depth > 0 && this.#find(path.slice(0, depth)) === undefined) depth -= 1;
    const key = path[depth];
    if (typeof key !== 'string') throw this.#badShape(path);
    const rest = path.slice(depth + 1).reduceRight<unknown>((inner, step) => {
      if (typeof step !== 'string') throw this.#badShape(path);
      return { [step]: inner };
    }, value);
    if (this.#text.trim() === '') this.#text = '{\n}\n';
    const holder = depth === 0 ? this.#root() : this.#find(path.slice(0, depth));
    if (holder?.type !== 'object') throw this.#badShape(path.slice(0, depth));
    this.#append(holder, depth, `${JSON.stringify(key)}: `, rest);
  }

  /**
   * Puts a value at the end of a list, which is made when it is not there.
   * @throws PalaceError `bad-shape` when something else stands there.
   */
  push(path: JsonPath, value: unknown): void {
    const node = this.#find(path);
    if (node === undefined) this.set(path, [value]);
    else if (node.type !== 'array') throw this.#badShape(path);
    else this.#append(node, path.length, '', value);
  }

  /** Takes a value away, and its comma. Nothing happens when there is none. */
  remove(path: JsonPath): void {
    const node = this.#find(path);
    const holder = node?.parent?.type === 'property' ? node.parent.parent : node?.parent;
    const item = node?.parent?.type === 'property' ? node.parent : node;
    if (item === undefined || holder === undefined) return;
    this.#text = removeFrom(this.#text, holder, item, this.parser);
  }

  /** Takes away the object or list at a path, and those around it, as far as they are empty. */
  prune(path: JsonPath): void {
    for (let depth = path.length; depth > 0; depth--) {
      const node = this.#find(path.slice(0, depth));
      if (node === undefined || (node.type !== 'object' && node.type !== 'array')) return;
      const inside = this.#text.slice(node.offset + 1, node.offset + node.length - 1);
      // A comment is not nothing.
      if (inside.trim() !== '') return;
      this.remove(path.slice(0, depth));
    }
  }

  #append(holder: Node, depth: number, name: string, value: unknown): void {
    const style = styleOf(this.#text);
    const isOneLine = !this.#text.trim().includes('\n') && (holder.children ?? []).length > 0;
    const item = isOneLine ? `${name}${JSON.stringify(value)}` : `${name}${render(value, depth + 1, style)}`;
    this.#text = appendTo(this.#text, holder, isOneLine ? undefined : { ...style, depth }, item, this.parser);
  }

  #find(path: JsonPath): Node | undefined {
    const root = this.#root();
    return root === undefined ? undefined : this.parser.findNodeAtLocation(root, [...path]);
  }

  #root(): Node | undefined {
    if (this.#text.trim() === '') return undefined;
    const errors: ParseError[] = [];
    const root = this.parser.parseTree(this.#text, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (first !== undefined || root?.type !== 'object') {
      const line = this.#text.slice(0, first?.offset ?? 0).split('\n').length;
      const why = first === undefined ? 'it holds no object' : this.parser.printParseErrorCode(first.error);
      throw new PalaceError('bad-json', `${this.file} is not understood: line ${line}: ${why}`, {
        exit: EXIT.failed,
        next: [`mend ${this.file} in an editor, then try again`],
        details: { path: this.file, line },
      });
    }
    return root;
  }

  #badShape(path: JsonPath): PalaceError {
    return new PalaceError(
      'bad-shape',
      `${path.join('.')} in ${this.file} is not what it should be; nothing was changed`,
      {
        next: [`look at ${path.join('.')} in ${this.file}`],
        details: { path: this.file },
      },
    );
  }
}

/** How a file is written. */
export interface JsonStyle {
  indent: string;
  eol: string;
}

function styleOf(text: string): JsonStyle {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return { indent: indent.startsWith('\t') ? '\t' : indent.slice(0, 8), eol: /\r\n/.test(text) ? '\r\n' : '\n' };
}

/** A value on lines of its own, as if it stood `depth` levels deep. */
function render(value: unknown, depth: number, { indent, eol }: JsonStyle): string {
  return JSON.stringify(value, null, indent)
    .split('\n')
    .join(`${eol}${indent.repeat(depth)}`);
}

function replaced(text: string, offset: number, length: number, by: string): string {
  return text.slice(0, offset) + by + text.slice(offset + length);
}
