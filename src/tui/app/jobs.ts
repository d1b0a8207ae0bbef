import { useEffect } from 'react';
import { errorLine } from '../data/error-line.js';
import { type Hands, runJob } from '../data/jobs.js';
import type { Action } from '../state/reduce.js';
import type { State } from '../state/types.js';

/** Does what the state says is to be done, once. */
export function useJobs({ job: wanted }: State, hands: Hands, dispatch: (action: Action) => void): void {
  useEffect(() => {
    if (wanted === undefined) return;
    const { number, job } = wanted;
    runJob(hands, job).then(
      (outcome) => dispatch({ type: 'done', number, outcome }),
      (error: unknown) =>
        dispatch({ type: 'done', number, outcome: { text: errorLine(error), failed: true, changed: true } }),
    );
  }, [wanted, hands, dispatch]);
}
