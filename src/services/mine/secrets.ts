import type { Redactor, Whole } from '../../palace/redactor.js';
import type { KeptOut } from '../../palace/secret-titles.js';
import type { FrontMatterValue } from '../../palace/types.js';
import { SkipSource } from '../../sources/skip.js';
import type { BodyPiece, SourceAdapter, SourceUnit, StartOver } from '../../sources/types.js';
import type { Survey } from './jobs.js';
import { LongBodies } from './long-bodies.js';

/**
 * The same survey, whose sources are read with placeholders for the secrets in them: everything after the reading (parts,
 * receipts, names of files, merges) sees no others. A source whose very name holds a secret is left out.
 */
export function withoutSecrets(surveyed: Survey, redactor: Redactor): Survey {
  if (!redactor.isOn) return surveyed;
  const guarded = new Map<SourceAdapter, SourceAdapter>();
  const guard = (adapter: SourceAdapter): SourceAdapter => {
    const known = guarded.get(adapter) ?? guardedAdapter(adapter, redactor);
    guarded.set(adapter, known);
    return known;
  };
  return { ...surveyed, jobs: surveyed.jobs.map((job) => ({ ...job, adapter: guard(job.adapter) })) };
}

function guardedAdapter(adapter: SourceAdapter, redactor: Redactor): SourceAdapter {
  const { readLong } = adapter;
  const memory = new Map<string, Whole>();
  return {
    ...adapter,
    detect: (candidate) => adapter.detect(candidate),
    async *read(...how) {
      for await (const one of guarded(() => adapter.read(...how), new LongBodies(redactor), redactor))
        if ('body' in one) yield one;
    },
    ...(readLong && {
      readLong: (...how) => guarded(() => readLong.call(adapter, ...how), new LongBodies(redactor, memory), redactor),
    }),
  };
}

/** What an adapter reads, with placeholders. */
async function* guarded(
  read: () => AsyncIterable<BodyPiece | StartOver | SourceUnit>,
  long: LongBodies,
  redactor: Redactor,
): AsyncGenerator<BodyPiece | StartOver | SourceUnit> {
  let named = 0;
  for (;;) {
    for await (const one of read()) {
      const clean = await long.take(one);
      if (clean === undefined) continue;
      if (!('body' in clean)) yield clean;
      else if (await isNamedSafely(clean, redactor)) yield await redactUnit(clean, redactor, long.secretsOf(clean));
      else named++;
    }
    if (!long.mustStartOver()) break;
    yield { startOver: true };
  }
  if (named > 0) throw new SkipSource('secret-in-name', 'its name holds a secret, and names cannot be kept out');
}

async function isNamedSafely({ source, routePath }: SourceUnit, redactor: Redactor): Promise<boolean> {
  const names = `${source}\n${routePath}`;
  return (await redactor.scrub(names)) === names;
}

/** @param known What was kept out of its body already, if that came in pieces. */
async function redactUnit(
  unit: SourceUnit,
  redactor: Redactor,
  known: readonly KeptOut[] | undefined,
): Promise<SourceUnit> {
  const { content, secrets } = known
    ? { content: unit.body, secrets: known }
    : await redactor.redact(unit.body, unit.source);
  const line = (text: string): Promise<string> => redactor.redactLine(text, unit.source, secrets);
  const clean: SourceUnit = { ...unit, body: content, title: await line(unit.title) };
  if (unit.nameHint !== undefined) clean.nameHint = await redactor.scrub(unit.nameHint, secrets);
  if (unit.wingHint !== undefined && (await redactor.scrub(unit.wingHint)) !== unit.wingHint) delete clean.wingHint;
  if (unit.facts !== undefined) clean.facts = await redactFacts(unit.facts, unit.source, redactor, secrets);
  return clean;
}

async function redactFacts(
  facts: Readonly<Record<string, FrontMatterValue>>,
  scope: string,
  redactor: Redactor,
  secrets: readonly KeptOut[],
): Promise<Record<string, FrontMatterValue>> {
  const clean: Record<string, FrontMatterValue> = {};
  for (const [key, value] of Object.entries(facts)) {
    if (typeof value === 'string') clean[key] = await redactor.redactLine(value, scope, secrets);
    else if (Array.isArray(value)) {
      const items = [];
      for (const item of value)
        items.push(typeof item === 'string' ? await redactor.redactLine(item, scope, secrets) : item);
      clean[key] = items;
    } else clean[key] = value;
  }
  return clean;
}
