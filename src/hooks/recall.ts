import type { Palace } from '../palace/types.js';
import type { SearchHit } from '../search/types.js';
import { findMemories } from '../services/find/find.js';
import { searchPrompt } from '../services/find/prompt.js';
import { createAnalyzer } from '../text/tokens.js';
import type { HookInput } from './input.js';
import type { Recalled } from './run.js';
import { wingOf } from './wake.js';

/** Tokens of what is told beside a prompt. */
const BUDGET = 600;
const MOST_HITS = 3;
/** Words to search for that a prompt must have: "go on" and "yes, please" are about nothing. */
const FEWEST_WORDS = 3;
const LONGEST_PROMPT = 4000;
/** A person waits: what is not found by then is not told. */
const DEADLINE_MS = 700;

/**
 * Memories that have to do with what a person has just typed, of the project's wing where it has one. By words only: loading a model would
 * be felt. Nothing of the conversation itself, and nothing that it was told before.
 * @param known ids of memories that it was told.
 * @param deadline milliseconds.
 */
export async function recallFor(
  palace: Palace,
  { prompt = '', cwd, session, harness }: HookInput,
  known: readonly string[],
  deadline = DEADLINE_MS,
): Promise<Recalled | undefined> {
  const text = prompt.trim().slice(0, LONGEST_PROMPT);
  const terms = new Set(
    createAnalyzer()
      .query(text)
      .flatMap(({ term, stop }) => (stop ? [] : [term])),
  );
  if (text.startsWith('/') || terms.size < FEWEST_WORDS) return undefined;
  return soon(deadline, async () => {
    const wing = cwd === undefined ? undefined : await wingOf(palace, cwd);
    const limit = MOST_HITS + known.length + 1;
    const result = await findMemories(palace, {
      query: text,
      mode: 'keyword',
      limit: Math.min(100, limit),
      context: 0,
      ...(wing !== undefined && { wing }),
    });
    const isNew = ({ id, source }: SearchHit): boolean =>
      !known.includes(id) && (session === '' || source !== `${harness}:${session}`);
    const hits = result.hits.filter((hit) => isNew(hit) && sharesWords(hit, terms)).slice(0, MOST_HITS);
    if (hits.length === 0) return undefined;
    const told = await searchPrompt(palace, { ...result, hits, notes: [] }, BUDGET);
    return told.quoted === 0 ? undefined : { text: told.text, ids: told.hits.map(({ id }) => id) };
  });
}

/** At least two of the words, and a third of them: one common word makes no memory worth an interruption. */
function sharesWords({ title, text }: SearchHit, terms: ReadonlySet<string>): boolean {
  const own = new Set(createAnalyzer().terms(`${title}\n${text}`));
  const shared = [...terms].filter((term) => own.has(term)).length;
  return shared >= 2 && shared * 3 >= terms.size;
}

/** The answer, or undefined when it takes too long. */
async function soon<T>(deadline: number, work: () => Promise<T | undefined>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), deadline);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
