import { EXIT, PalaceError } from '../base/errors.js';
import { deepEqual } from './deep-equal.js';

type TomlTable = Readonly<Record<string, unknown>>;
/** What a table is given: texts and lists of texts. */
export type TomlValues = Readonly<Record<string, string | readonly string[]>>;

/**
 * A TOML file that a person owns, in which one table is put or taken away by lines: comments and everything else stay as they are. Each edit is
 * read again, and refused unless that table is all that changed.
 */
export class TomlDocument {
  #text: string;

  private constructor(
    text: string,
    private readonly file: string,
    private readonly read: (text: string) => TomlTable,
  ) {
    this.#text = text;
  }

  /** @param text '' for a file that is not there. @throws PalaceError `bad-toml`. */
  static async open(text: string, file: string): Promise<TomlDocument> {
    const { parse } = await import('smol-toml');
    try {
      parse(text);
    } catch (error) {
      throw new PalaceError('bad-toml', `${file} is not understood: ${firstLine(error)}`, {
        next: [`mend ${file} in an editor, then try again`],
        details: { path: file },
      });
    }
    return new TomlDocument(text, file, parse);
  }

  get text(): string {
    return this.#text;
  }

  /** The table of this name; undefined when there is none. */
  get(name: readonly string[]): TomlTable | undefined {
    const value = name.reduce<unknown>(
      (holder, key) => (isTable(holder) ? holder[key] : undefined),
      this.read(this.#text),
    );
    return isTable(value) ? value : undefined;
  }

  /**
   * Gives a table these values; its other values, and tables below it, stay.
   * @throws PalaceError `cannot-edit` where the file says it in a way that is not changed by lines.
   */
  setTable(name: readonly string[], values: TomlValues): void {
    const known = this.get(name);
    const wanted = { ...known, ...values };
    if (known !== undefined && deepEqual(known, wanted)) return;
    const eol = this.#text.includes('\r\n') ? '\r\n' : '\n';
    const lines = Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
    const text = this.#text;
    const block = this.#block(name);
    if (block === undefined) {
      const gap = text === '' ? '' : text.endsWith('\n') ? eol : `${eol}${eol}`;
      this.#accept(text + gap + [`[${name.join('.')}]`, ...lines, ''].join(eol), name, wanted);
    } else {
      const body = Object.keys(values).reduce((rest, key) => this.#withoutKey(rest, key), block.lines.slice(1));
      const fresh = [block.lines[0] ?? '', ...lines.map((line) => `${line}${eol}`), ...body];
      this.#accept(text.slice(0, block.from) + fresh.join('') + text.slice(block.to), name, wanted);
    }
  }

  /** Takes a table away, with those below it. Comments in front of what follows stay. @throws PalaceError `cannot-edit`. */
  removeTable(name: readonly string[]): void {
    if (this.get(name) === undefined) return;
    let text = this.#text;
    for (let block = this.#block(name, text); block !== undefined; block = this.#block(name, text)) {
      const kept = trailingComments(block.lines);
      const before = text.slice(0, block.from);
      const after = kept.join('') + text.slice(block.to);
      // The empty line in front of it came with it.
      text = after.trim() === '' ? before.replace(/(\r?\n)(?:[ \t]*\r?\n)+$/, '$1') : before + after;
    }
    for (let block = this.#below(name, text); block !== undefined; block = this.#below(name, text))
      text = text.slice(0, block.from) + trailingComments(block.lines).join('') + text.slice(block.to);
    this.#accept(text, name, undefined);
  }

  /** Takes an edit over, if it changed this table and nothing else. */
  #accept(text: string, name: readonly string[], wanted: TomlTable | undefined): void {
    let after: TomlTable | undefined;
    try {
      after = this.read(text);
    } catch {
      // Two tables of one name, for example: the file says it in another way.
    }
    const before = this.read(this.#text);
    if (after === undefined || !deepEqual(after, withTable(before, name, wanted)))
      throw new PalaceError(
        'cannot-edit',
        `${this.file} writes ${name.join('.')} in a way that is not changed line by line`,
        {
          exit: EXIT.conflict,
          next: [`edit ${name.join('.')} in ${this.file} by hand`],
          details: { path: this.file, ...(wanted !== undefined && { wanted }) },
        },
      );
    this.#text = text;
  }

  #block(name: readonly string[], text = this.#text): Block | undefined {
    return blockOf(text, (header) => header.length === name.length && name.every((key, at) => header[at] === key));
  }

  #below(name: readonly string[], text: string): Block | undefined {
    return blockOf(text, (header) => header.length > name.length && name.every((key, at) => header[at] === key));
  }

  /** Lines without those of one assignment, which may go over several. */
  #withoutKey(lines: readonly string[], key: string): string[] {
    const from = lines.findIndex((line) => new RegExp(`^\\s*(?:${key}|"${key}")\\s*=`).test(line));
    if (from === -1) return [...lines];
    for (let to = from + 1; to <= lines.length; to++) {
      try {
        this.read(lines.slice(from, to).join(''));
        return [...lines.slice(0, from), ...lines.slice(to)];
      } catch {
        // It goes on.
      }
    }
    return [...lines];
  }
}

/** A table from its header to the next one. */
interface Block {
  from: number;
  to: number;
  /** With their ends. */
  lines: string[];
}

function blockOf(text: string, fits: (header: readonly string[]) => boolean): Block | undefined {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  let from: number | undefined;
  let offset = 0;
  const own: string[] = [];
  let quote: string | undefined;
  for (const line of lines) {
    const header = quote === undefined ? headerOf(line) : undefined;
    quote = quoteAfter(line, quote);
    if (from !== undefined && header !== undefined) break;
    if (from === undefined && header !== undefined && fits(header)) from = offset;
    if (from !== undefined) own.push(line);
    offset += line.length;
  }
  return from === undefined ? undefined : { from, to: from + own.join('').length, lines: own };
}

/** The mark of the text over several lines that is open behind a line. */
function quoteAfter(line: string, open: string | undefined): string | undefined {
  let quote = open;
  for (const [mark] of line.matchAll(/"""|'''/g)) {
    if (quote === undefined) quote = mark;
    else if (quote === mark) quote = undefined;
  }
  return quote;
}

/** Keys of a table header; undefined for any other line. */
function headerOf(line: string): string[] | undefined {
  const inner = /^\s*\[{1,2}([^[\]]+)\]{1,2}\s*(?:#.*)?$/.exec(line.trimEnd())?.[1];
  if (inner === undefined) return undefined;
  const keys = inner.match(/"[^"]*"|'[^']*'|[\w-]+/g) ?? [];
  return keys.map((key) => (/^["']/.test(key) ? key.slice(1, -1) : key));
}

/** The comments and empty lines with which a block ends: they belong to what comes after it. */
function trailingComments(lines: readonly string[]): string[] {
  let from = lines.length;
  while (from > 1 && /^\s*(?:#.*)?$/.test((lines[from - 1] ?? '').trimEnd())) from -= 1;
  const trailing = lines.slice(from);
  // An empty line between what is gone and what stays is one too many.
  while (trailing[0]?.trim() === '') trailing.shift();
  return trailing;
}

/** The same tables, one of them exchanged or gone; tables that are empty without it are gone too. */
function withTable(root: TomlTable, name: readonly string[], value: TomlTable | undefined): TomlTable {
  const [key, ...rest] = name;
  if (key === undefined) return root;
  const { [key]: inner, ...others } = root;
  const next = rest.length === 0 ? value : withTable(isTable(inner) ? inner : {}, rest, value);
  if (next === undefined || (value === undefined && Object.keys(next).length === 0)) return others;
  return { ...others, [key]: next };
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
