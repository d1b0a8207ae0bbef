import { Args, Flags } from './flags.js';

/** A fact that stands already: its id, or its triple. */
export const TARGET_ARGS = {
  subject: Args.string({ description: 'Subject of the fact, or the id of a fact (palace kg query shows it).' }),
  predicate: Args.string({ description: 'Its relation, such as works_at.' }),
  object: Args.string({ description: 'Its object; may be left out where only one value is open.' }),
};

export const knownAtFlag = () =>
  Flags.string({ summary: 'What was known at this date or revision.', helpValue: 'REV|DATE', env: 'PALACE_KNOWN_AT' });

export const validAtFlag = () =>
  Flags.string({ summary: 'What held on this day, in this month or year.', helpValue: 'DATE', env: 'PALACE_AS_OF' });

export const offsetFlag = () =>
  Flags.integer({ summary: 'Leave out so many first.', helpValue: 'N', default: 0, min: 0 });
