import { isDeepStrictEqual } from 'node:util';
import { PalaceError } from '../base/errors.js';
import { parseDrawer, withFront } from './codec.js';
import { bodyHash } from './ids.js';
import { type HeldSecret, placeholderOf, placeholdersIn, Quarantine, withoutPlaceholders } from './quarantine.js';
import { type Around, Ledger } from './quarantine-ledger.js';
import { mayHoldSecret } from './secret-markers.js';
import { findSecrets, type KnownSecret, type SecretSpan, withRepeats } from './secret-spans.js';
import { type KeptOut, withoutKept } from './secret-titles.js';
import { readSourcesState } from './sources-log.js';
import type { DrawerFile, FrontMatter, FrontMatterValue, Palace } from './types.js';

/** Numbers of placeholders count for the whole palace, except in what was mined. */
export const OWN_SCOPE = 'palace';

export interface Redacted {
  content: Buffer;
  /** The secrets that are no longer in it: titles that are made of the same words must not say them. */
  secrets: readonly KeptOut[];
}

/** What is known of a text that is longer than what is looked at. */
export interface Whole {
  /** All that looks like a placeholder in it. */
  marks: Set<string>;
  /** Each secret once, as it was found first. */
  secrets: KnownSecret[];
}

/** What a text may say although a rule takes it for a secret. */
interface Passing {
  /** The text as HEAD has it: what it says there already is no news to git. */
  standing?: (() => Promise<Buffer | undefined>) | undefined;
  /** Secrets of the same file that were let through: in other surroundings a rule may take more or less of them. */
  passed: string[];
}

/**
 * Keeps secrets out of texts for one write. The same secret gets the same placeholder in all texts of a scope, also in later
 * writes, so that filing a source again makes no difference. Nothing is on the disk before `ledger.keep()`.
 */
export class Redactor {
  readonly ledger: Ledger;
  private readonly quarantine: Quarantine;
  /** What this write kept out of small texts, for its answer. */
  private readonly keptOut = new Map<string, KeptOut>();
  private mayStand: ((secret: Buffer) => boolean) | undefined;

  constructor(private readonly palace: Palace) {
    this.quarantine = new Quarantine(palace.stateDir, palace.runtime);
    this.ledger = new Ledger(this.quarantine, () => palace.runtime.now());
  }

  /** False with `secrets.mode` warn, refuse or off: then texts stay as they are. */
  get isOn(): boolean {
    return this.palace.settings.secrets === 'redact';
  }

  /** A text that is not filed yet, with a placeholder for each secret; what was released stays. */
  async redact(content: Buffer, scope: string): Promise<Redacted> {
    if (!this.isOn) return { content, secrets: [] };
    return this.replace(content, aroundOf(content, scope), { passed: [] });
  }

  /**
   * Looks at a piece of a text that comes in pieces, and adds what it finds to what is known of the whole.
   * @returns false when there is no secret in it.
   */
  async look(piece: Buffer, whole: Whole): Promise<boolean> {
    for (const mark of marksOf(piece)) whole.marks.add(mark);
    const spans = await this.spansOf(piece, { passed: [] });
    for (const { start, end, kind, rule } of spans) {
      // A copy: the piece is let go.
      const secret = Buffer.from(piece.subarray(start, end));
      if (!whole.secrets.some((known) => known.secret.equals(secret))) whole.secrets.push({ secret, kind, rule });
    }
    return spans.length > 0;
  }

  /** A piece of a text, all pieces of which {@link look} has seen, as {@link redact} would give it in the whole. */
  async redactPiece(piece: Buffer, scope: string, { marks, secrets }: Whole): Promise<Redacted> {
    return this.replace(piece, { scope, marks }, { passed: [] }, secrets);
  }

  /** One line (a title, a tag) of a text out of which `secrets` were kept, with placeholders for these and for others. */
  async redactLine(line: string, scope: string, secrets: readonly KeptOut[]): Promise<string> {
    if (!this.isOn) return line;
    const known = Buffer.from(withoutKept(line, secrets));
    const { content } = await this.replace(known, { scope, marks: new Set() }, { passed: [] });
    return content.toString('utf8');
  }

  /** A value with {@link redactLine} for each of its texts, at any depth: what was typed, as it will be filed. */
  async redactValue<T>(value: T, scope: string): Promise<T> {
    if (!this.isOn) return value;
    const texts = new Map<string, string>();
    mapTexts(value, (text) => {
      texts.set(text, text);
      return text;
    });
    for (const text of texts.keys()) texts.set(text, await this.redactLine(text, scope, []));
    return mapTexts(value, (text) => texts.get(text) ?? text);
  }

  /** An answer that was made of what was typed, as it was filed: with the placeholders of what this write kept out of its files. */
  asFiled<T>(answer: T): T {
    if (this.keptOut.size === 0) return answer;
    // Longest first: one may stand in another.
    const kept = [...this.keptOut.values()].sort((a, b) => b.secret.length - a.secret.length);
    return mapTexts(answer, (text) => withoutKept(text, kept));
  }

  /**
   * A file of the palace with a placeholder for each secret, in words and front-matter. What was released, and what `standing`
   * (the file as HEAD has it) says already, stays. The receipt of a drawer that was intact follows.
   */
  async redactFile(path: string, given: Buffer, standing?: () => Promise<Buffer | undefined>): Promise<Redacted> {
    if (!this.isOn || !mayHoldSecret(given)) return { content: given, secrets: [] };
    const passing = { passed: [], standing: standing && once(standing) };
    const content = path.endsWith('.yaml') ? await this.readyForMarks(given, passing) : given;
    const file = parseDrawer(content);
    const around = { scope: scopeOf(file), place: file.front.id ?? path, marks: marksOf(content) };
    const body = await this.replace(file.body, around, passing);
    const head = await this.redactHead(
      content.subarray(0, content.length - file.body.length),
      file.front,
      body.secrets,
      around,
      passing,
    );
    const secrets = [...body.secrets, ...head.secrets];
    for (const one of secrets) this.keptOut.set(one.secret, one);
    if (secrets.length === 0 && head.content.length === content.length - file.body.length) return { content, secrets };
    const clean = Buffer.concat([head.content, body.content]);
    const isIntact = file.front.sha256 !== undefined && file.front.sha256 === bodyHash(file.body);
    return { content: isIntact ? tryFront(clean, { sha256: bodyHash(body.content) }) : clean, secrets };
  }

  /** A line that can hold no placeholder with a number (a subject of a commit), without secrets. */
  async scrub(line: string, secrets: readonly KeptOut[] = []): Promise<string> {
    if (!this.isOn) return line;
    const bytes = Buffer.from(withoutKept(line, secrets));
    const pieces: Buffer[] = [];
    let done = 0;
    for (const { start, end, kind } of await this.spansOf(bytes, { passed: [] })) {
      pieces.push(bytes.subarray(done, start), Buffer.from(`[secret:${kind}]`));
      done = end;
    }
    return Buffer.concat([...pieces, bytes.subarray(done)]).toString('utf8');
  }

  /** From now on in this write these may stand in texts, or may not, whatever the logs say. */
  async decide(secrets: readonly Buffer[], mayStand: boolean): Promise<void> {
    const otherwise = await this.allowed();
    const decided = new Set(secrets.map((secret) => secret.toString('latin1')));
    this.mayStand = (secret) => (decided.has(secret.toString('latin1')) ? mayStand : otherwise(secret));
  }

  /** Tells what was released. */
  async allowed(): Promise<(secret: Buffer) => boolean> {
    if (!this.mayStand) {
      const state = await readSourcesState(this.palace);
      this.mayStand = (secret) => state.isAllowed(secret);
    }
    return this.mayStand;
  }

  /** Notes that this file holds what it holds of placeholders that this write made. @returns those that are new in it. */
  place(path: string, content: Buffer): HeldSecret[] {
    const file = parseDrawer(content);
    const place = file.front.id ?? path;
    return this.ledger.usedIn(content, scopeOf(file)).filter((entry) => this.ledger.place(entry, place));
  }

  /** YAML in which a placeholder may stand wherever a secret stands now. */
  private async readyForMarks(content: Buffer, passing: Passing): Promise<Buffer> {
    const spans = await this.spansOf(content, passing);
    if (spans.length === 0) return content;
    const { quotedWith } = await import('./yaml-quotes.js');
    const secrets = spans.map(({ start, end }) => content.toString('utf8', start, end));
    return Buffer.from(await quotedWith(content.toString('utf8'), secrets));
  }

  private async redactHead(
    head: Buffer,
    front: FrontMatter,
    known: readonly KeptOut[],
    around: Around,
    passing: Passing,
  ): Promise<Redacted> {
    if (head.length === 0) return { content: head, secrets: [] };
    const secrets: KeptOut[] = [];
    const cleaned = async (value: FrontMatterValue): Promise<FrontMatterValue> => {
      if (Array.isArray(value)) {
        const items: FrontMatterValue[] = [];
        for (const item of value) items.push(await cleaned(item));
        return items as FrontMatterValue;
      }
      if (typeof value !== 'string') return value;
      const line = await this.replace(Buffer.from(withoutKept(value, known)), around, passing);
      secrets.push(...line.secrets);
      return line.content.toString('utf8');
    };
    const changes: Record<string, FrontMatterValue> = {};
    for (const [key, value] of Object.entries(front)) {
      if (value === undefined) continue;
      const clean = await cleaned(value);
      if (!isDeepStrictEqual(clean, value)) changes[key] = clean;
    }
    // Keys that are written anew are quoted as they must be; the rest (comments, nested values) is replaced where it stands.
    const rest = await this.replace(tryFront(head, changes), around, passing);
    return { content: rest.content, secrets: [...secrets, ...rest.secrets] };
  }

  private async replace(
    content: Buffer,
    around: Around,
    passing: Passing,
    known: readonly KnownSecret[] = [],
  ): Promise<Redacted> {
    const pieces: Buffer[] = [];
    const secrets: KeptOut[] = [];
    let done = 0;
    for (const { start, end, kind } of await this.spansOf(content, passing, known)) {
      const secret = content.subarray(start, end);
      const placeholder = placeholderOf(this.ledger.entryFor(kind, secret, around));
      pieces.push(content.subarray(done, start), Buffer.from(placeholder));
      secrets.push({ secret: secret.toString('utf8'), placeholder });
      done = end;
    }
    if (secrets.length === 0) return { content, secrets };
    return { content: Buffer.concat([...pieces, content.subarray(done)]), secrets };
  }

  /** The secrets in these bytes that may not stand there. */
  private async spansOf(
    content: Buffer,
    { standing, passed }: Passing,
    known: readonly KnownSecret[] = [],
  ): Promise<SecretSpan[]> {
    const spans = await findSecrets('', content);
    if (spans.length === 0) return withRepeats(content, [], known);
    const [old, allowed] = [await standing?.(), await this.allowed()];
    const left: SecretSpan[] = [];
    for (const span of spans) {
      const secret = content.subarray(span.start, span.end);
      const text = secret.toString('latin1');
      if (passed.some((one) => one.includes(text) || text.includes(one))) continue;
      if (old?.includes(secret) || allowed(secret)) passed.push(text);
      else if (!(await isPlaceholder(secret))) left.push(span);
    }
    return withRepeats(content, left, known);
  }
}

/** Where the placeholders of a drawer are counted. */
export function scopeOf({ front }: Pick<DrawerFile, 'front'>): string {
  return front.source !== undefined && front.filed === undefined ? front.source : OWN_SCOPE;
}

/** Rules may take the address around a placeholder for one with a password. */
async function isPlaceholder(secret: Buffer): Promise<boolean> {
  const pieces = withoutPlaceholders(secret);
  if (pieces.length === 1) return false;
  for (const piece of pieces) if ((await findSecrets('', piece)).length > 0) return false;
  return true;
}

/** Marks are looked for where a secret was found: nearly all texts hold none. */
function aroundOf(content: Buffer, scope: string): Around {
  let marks: Set<string> | undefined;
  return {
    scope,
    get marks() {
      marks ??= marksOf(content);
      return marks;
    },
  };
}

function marksOf(content: Buffer): Set<string> {
  return new Set(placeholdersIn(content).map(placeholderOf));
}

/** The value with every text in it replaced; keys stay. */
function mapTexts<T>(value: T, change: (text: string) => string): T;
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]: [string, unknown]) => [key, mapTexts(one, change)]));
}

/** The file with these keys; as it is where its layout does not let them be changed. */
function tryFront(bytes: Buffer, changes: Partial<FrontMatter>): Buffer {
  try {
    return Object.keys(changes).length === 0 ? bytes : withFront(bytes, changes);
  } catch (error) {
    if (error instanceof PalaceError) return bytes;
    throw error;
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
