import { bySeverity, FactChecker } from '../../facts/check/check.js';
import { queryFacts } from '../../facts/query.js';
import { openFacts } from '../../facts/read.js';
import { momentInWords } from '../../history/moments.js';
import type { Palace } from '../../palace/types.js';
import { type ContentInput, readContent } from '../content/content.js';
import { issueRow } from './rows.js';
import type { CheckResult } from './types.js';

export interface CheckRequest {
  content: ContentInput;
  /** When the text was written: ages and tenures are of that day. Default now. */
  date?: string;
}

/**
 * Compares what a text states with the facts of the palace. Who is right is not decided, and nothing is written.
 * @throws PalaceError what `readContent` throws, `bad-date` (exit 2).
 */
export async function checkText(palace: Palace, request: CheckRequest): Promise<CheckResult> {
  const now = palace.runtime.now();
  const at = request.date === undefined ? now : await momentInWords(request.date, 'date', now);
  const { body } = await readContent(palace, request.content);
  const { facts } = await openFacts(palace);
  const { issues, claims } = new FactChecker(facts).check(body.toString('utf8'), { at: at.getTime() });
  return {
    as_of: at.toISOString(),
    claims,
    facts: queryFacts(facts, {}).length,
    issues: bySeverity(issues).map((found) => issueRow(facts, found)),
    total: issues.length,
  };
}
