import { ENTITY_KINDS, type EntityKind, type Evidence, type FoundEntity, type Mention } from './types.js';

/** A name with all its places; `sources[i]` is where mention `i` stands. */
export interface Gathered {
  name: string;
  mentions: readonly (Mention & { source: string })[];
  /** Evidence from elsewhere than prose; decides where it is there. */
  authority: readonly Evidence[];
  aliases: readonly string[];
}

/** Points from which a kind is decided, and from which it is certain. */
const DECIDED = 3;
const CERTAIN = 6;
/** Share of all points that the first kind must have. */
const SHARE = 0.6;
/** A name without evidence is worth showing from this many mentions on. */
const FREQUENT = 3;
/** Points that are worth a guess. */
const GUESS = 2;
/** The same sign seen again counts half, at most so many times. */
const REPEATED = 6;

/** What a name seems to be; undefined when it is not worth telling. */
export function classify({ name, mentions, authority, aliases }: Gathered): FoundEntity | undefined {
  const evidence = [...authority, ...evidenceOf(mentions)];
  const scores = new Map<EntityKind, number>();
  for (const kind of ENTITY_KINDS) scores.set(kind, Math.max(0, scoreOf(evidence, mentions, kind)));
  const total = [...scores.values()].reduce((sum, score) => sum + score, 0);
  const [kind = 'person', best = 0] = [...scores].sort((a, b) => b[1] - a[1])[0] ?? [];
  const share = total === 0 ? 0 : best / total;
  const known = authority[0]?.kind;
  const told = { name, mentions: mentions.length, aliases: [...aliases] };
  const shown = (of: EntityKind | undefined): Evidence[] =>
    evidence
      .filter((one) => of === undefined || one.kind === of)
      .filter(({ signal }) => !signal.startsWith('with an') && signal !== 'names something else')
      .slice(0, 6);
  if (known !== undefined)
    return { ...told, kind: known, guess: known, confidence: 0.99, certain: true, evidence: shown(known) };
  if (best >= DECIDED && share >= SHARE) {
    const signals = new Set(evidence.filter((one) => one.kind === kind).map(({ signal }) => signal));
    const certain = best >= CERTAIN && signals.size > 1 && share >= 0.7;
    const confidence = Math.min(0.99, share * (1 - 2 ** (-best / 3)));
    return { ...told, kind, guess: kind, confidence: rounded(confidence), certain, evidence: shown(kind) };
  }
  if (best < GUESS && mentions.length < FREQUENT) return undefined;
  const confidence = best === 0 ? Math.min(0.4, mentions.length / 50) : Math.min(0.5, share * (best / 10));
  const guess = best >= GUESS && share >= SHARE ? kind : null;
  return {
    ...told,
    kind: 'uncertain',
    guess,
    confidence: rounded(confidence),
    certain: false,
    evidence: shown(undefined),
  };
}

/** Signs that were seen, each once with its count, the strongest first. */
function evidenceOf(mentions: Gathered['mentions']): Evidence[] {
  const found = new Map<string, Evidence & { points: number }>();
  for (const { signals, quote, source } of mentions)
    for (const { signal, kind, points } of signals) {
      const key = `${kind} ${signal}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { signal, kind, count: 1, quote, source, points });
      else known.count++;
    }
  return [...found.values()]
    .sort((a, b) => b.points * b.count - a.points * a.count)
    .map(({ points: _, ...evidence }) => evidence);
}

function scoreOf(evidence: readonly Evidence[], mentions: Gathered['mentions'], kind: EntityKind): number {
  let score = 0;
  for (const { signal, count } of evidence.filter((one) => one.kind === kind)) {
    const points = pointsOf(mentions, signal, kind);
    score += points * (1 + Math.min(count - 1, REPEATED) / 2);
  }
  return score;
}

function pointsOf(mentions: Gathered['mentions'], signal: string, kind: EntityKind): number {
  for (const { signals } of mentions) {
    const found = signals.find((one) => one.signal === signal && one.kind === kind);
    if (found !== undefined) return found.points;
  }
  return 0;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
