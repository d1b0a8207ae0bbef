import type { Slot, SlotArgs, SlotValues } from '../data/slots.js';
import type { State } from './types.js';

/** Tells questions apart: what is asked, and since when answers are old. */
export function keyOf<S extends Slot>(state: Pick<State, 'revision'>, slot: S, args: SlotArgs[S]): string {
  return `${question(slot, args)}${state.revision}`;
}

/** The last answer to this very question, be it from before the last change of the palace. */
export function answerOf<S extends Slot>(
  { data }: Pick<State, 'data'>,
  slot: S,
  args: SlotArgs[S],
): SlotValues[S] | undefined {
  const answer = data[slot];
  if (answer === undefined || !answer.key.startsWith(question(slot, args))) return undefined;
  return answer.value as SlotValues[S];
}

function question<S extends Slot>(slot: S, args: SlotArgs[S]): string {
  return `${slot} ${JSON.stringify(args)} #`;
}
