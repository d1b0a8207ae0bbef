import type { DrawerMarks } from '../../index/marks.js';
import { LABELS } from '../../text/label-names.js';

/** Points of what makes a memory essential (docs/layers.md). A star weighs more than all that is inferred together. */
export const ESSENTIAL_POINTS = {
  /** For each stated star. */
  star: 20,
  /** Of a memory whose importance nobody stated. */
  unstated: 30,
  /** For what an unstated one is about; together at most `inferred`. */
  kinds: { decision: 12, preference: 8, milestone: 8, problem: 4, emotion: 4 },
  inferred: 20,
  pinned: 100,
  /** Of today's memories; half of it each `halfLife` days earlier. */
  recent: 10,
  halfLife: 180,
  /** For a source of facts that hold, and for each doubling of the facts about the entity it names; at most `entities`. */
  source: 3,
  entity: 1,
  entities: 8,
  /** An agent's notes to itself are no part of the story. */
  diary: -15,
  /** For each memory of the same room that is chosen already; at most `sameRooms`. */
  sameRoom: -1,
  sameRooms: -8,
} as const;

/** What a score is made of, for `--json`. */
export type EssentialSignals = Partial<
  Record<'stated' | 'inferred' | 'pinned' | 'recent' | 'entities' | 'diary' | 'room', number>
>;

/** Points of each set of labels. */
const KIND_POINTS: readonly number[] = Array.from({ length: 1 << LABELS.length }, (_, bits) => {
  const kinds = LABELS.reduce(
    (sum, label, at) => sum + ((bits & (1 << at)) === 0 ? 0 : ESSENTIAL_POINTS.kinds[label]),
    0,
  );
  return Math.min(ESSENTIAL_POINTS.inferred, kinds);
});

/** Score without a look at words or facts: the sum of {@link markSignals}, asked for every drawer. `today`: days since 1970. */
export function markScore({ importance, labels, pinned, day, diary }: DrawerMarks, today: number): number {
  const points = ESSENTIAL_POINTS;
  return (
    (importance > 0 ? points.star * importance : points.unstated + (KIND_POINTS[labels % KIND_POINTS.length] ?? 0)) +
    (pinned ? points.pinned : 0) +
    (day === undefined ? 0 : freshness(day, today)) +
    (diary ? points.diary : 0)
  );
}

/** What {@link markScore} is made of. */
export function markSignals(marks: DrawerMarks, today: number): EssentialSignals {
  const points = ESSENTIAL_POINTS;
  const signals: EssentialSignals = {};
  if (marks.importance > 0) signals.stated = points.star * marks.importance;
  else signals.inferred = points.unstated + (KIND_POINTS[marks.labels % KIND_POINTS.length] ?? 0);
  if (marks.pinned) signals.pinned = points.pinned;
  if (marks.day !== undefined) signals.recent = freshness(marks.day, today);
  if (marks.diary) signals.diary = points.diary;
  return signals;
}

/** A date in the future is a plan, and as fresh as today's. */
function freshness(day: number, today: number): number {
  return ESSENTIAL_POINTS.recent * 0.5 ** (Math.max(0, today - day) / ESSENTIAL_POINTS.halfLife);
}

/** `facts`: facts that hold and that this drawer is a source of; `degree`: the most facts about an entity that it names. */
export function entityPoints(facts: number, degree: number): number {
  const { source, entity, entities } = ESSENTIAL_POINTS;
  return Math.min(entities, (facts > 0 ? source : 0) + entity * Math.log2(1 + degree));
}

/** `chosen`: memories of the same room that were chosen before. */
export function roomPoints(chosen: number): number {
  return chosen === 0 ? 0 : Math.max(ESSENTIAL_POINTS.sameRooms, ESSENTIAL_POINTS.sameRoom * chosen);
}

export function sumOf(signals: EssentialSignals): number {
  return Object.values(signals).reduce((sum, points) => sum + points, 0);
}
