import type { Redactor, Whole } from '../../palace/redactor.js';
import type { KeptOut } from '../../palace/secret-titles.js';
import { SkipSource } from '../../sources/skip.js';
import type { BodyPiece, SourceUnit, StartOver } from '../../sources/types.js';

/** Readings of a file that is written at the same time; then it waits for the next mine. */
const MOST_PASSES = 4;

interface LongBody {
  whole: Whole;
  /** All of it was looked through, and held secrets. */
  isKnown: boolean;
  kept: Map<string, KeptOut>;
}

/**
 * Keeps secrets out of bodies that come in pieces. The same secret may stand anywhere in a body without the words that give it away,
 * and so may words that look like its placeholder: where there is one, the body is looked through to its end and read once more.
 */
export class LongBodies {
  private readonly bodies = new Map<string, LongBody>();
  /** Sources whose units went on. */
  private readonly done = new Set<string>();
  private isStale = false;
  private passes = 1;

  /** @param memory What earlier readings found in the bodies of each source, which goes on in it. */
  constructor(
    private readonly redactor: Redactor,
    private readonly memory = new Map<string, Whole>(),
  ) {}

  /** What goes on of what was read; undefined where all comes again. The body of a unit that came in pieces is clean, no other. */
  async take(one: BodyPiece | StartOver | SourceUnit): Promise<BodyPiece | StartOver | SourceUnit | undefined> {
    if ('startOver' in one) return this.isStale ? undefined : one;
    const { source } = one;
    if (this.done.has(source)) return undefined;
    const isUnit = 'body' in one;
    const body = isUnit ? this.bodies.get(source) : this.bodyOf(source);
    if (body === undefined) {
      if (this.isStale) return undefined;
      this.done.add(source);
      return one;
    }
    const bytes = await this.clean(isUnit ? one.body : one.piece, source, body);
    if (this.isStale) return undefined;
    if (!isUnit) return { ...one, piece: bytes };
    this.done.add(source);
    return { ...one, body: bytes };
  }

  /** What was kept out of a body that came in pieces; undefined for another one. */
  secretsOf({ source }: SourceUnit): KeptOut[] | undefined {
    const body = this.bodies.get(source);
    return body && [...body.kept.values()];
  }

  /** After all was read: whether it must be read again. @throws SkipSource `vanished` when there is no end of it. */
  mustStartOver(): boolean {
    if (!this.isStale) return false;
    if (++this.passes > MOST_PASSES) throw new SkipSource('vanished', 'it changed while it was being read; mine again');
    this.isStale = false;
    for (const body of this.bodies.values()) {
      body.isKnown = body.whole.secrets.length > 0;
      body.kept.clear();
    }
    return true;
  }

  private bodyOf(source: string): LongBody {
    const known = this.bodies.get(source);
    if (known !== undefined) return known;
    const whole = this.memory.get(source) ?? { marks: new Set(), secrets: [] };
    this.memory.set(source, whole);
    const body: LongBody = { whole, isKnown: whole.secrets.length > 0, kept: new Map() };
    this.bodies.set(source, body);
    return body;
  }

  private async clean(bytes: Buffer, source: string, body: LongBody): Promise<Buffer> {
    const { redactor } = this;
    if (this.isStale || !body.isKnown) {
      if (await redactor.look(bytes, body.whole)) this.isStale = true;
      return bytes;
    }
    const before = body.whole.secrets.length;
    const { content, secrets } = await redactor.redactPiece(bytes, source, body.whole);
    const known = new Set(body.whole.secrets.map(({ secret }) => secret.toString('utf8')));
    for (const one of secrets) body.kept.set(one.secret, one);
    // Somebody writes to the file meanwhile.
    if (secrets.some(({ secret }) => !known.has(secret))) {
      await redactor.look(bytes, body.whole);
      this.isStale = body.whole.secrets.length > before;
    }
    return content;
  }
}
