import { splitLines } from './lines.js';

/** A run of text inside a hunk. `same` stands in both versions. */
export interface WordRun {
  op: 'same' | 'added' | 'removed';
  text: string;
}

/** A changed place with some unchanged lines around it. Line numbers are 1-based. */
export interface Hunk {
  before_line: number;
  after_line: number;
  runs: WordRun[];
}

export interface TextDiff {
  hunks: Hunk[];
  words_added: number;
  words_removed: number;
}

/** Above this many characters on both sides of one changed place, whole lines are shown instead of words (cost). */
const WORD_LIMIT = 40_000;
/** Above this many differing lines, the line comparison is given up and the text counts as replaced (cost). */
const LINE_EDIT_LIMIT = 20_000;

/**
 * Word-level difference of two texts: lines are compared first, then the words of each changed place. Joining the `same`
 * and `removed` runs of all hunks gives slices of `before`; the `same` and `added` runs slices of `after`.
 *
 * @param context unchanged lines kept on each side of a change, default 2.
 */
export async function diffText(before: string, after: string, context = 2): Promise<TextDiff> {
  if (before === after) return { hunks: [], words_added: 0, words_removed: 0 };
  const { diffArrays, diffWordsWithSpace } = await import('diff');
  const old = splitLines(before);
  const fresh = splitLines(after);
  const changes = diffArrays(old, fresh, { maxEditLength: LINE_EDIT_LIMIT });
  const blocks = changes ? toBlocks(changes) : [{ same: [], removed: old, added: fresh }];

  const hunks: Hunk[] = [];
  let open: Hunk | undefined;
  let beforeLine = 1;
  let afterLine = 1;
  let wordsAdded = 0;
  let wordsRemoved = 0;
  for (const block of blocks) {
    const seen = block.same;
    const distance = seen.length;
    const ends = block.removed.length === 0 && block.added.length === 0;
    if (open && distance <= context * 2 && !ends) push(open.runs, 'same', seen.join(''));
    else if (open) {
      push(open.runs, 'same', seen.slice(0, context).join(''));
      open = undefined;
    }
    beforeLine += distance;
    afterLine += distance;
    if (ends) continue;
    if (!open) {
      const lead = seen.slice(Math.max(0, distance - context));
      open = { before_line: beforeLine - lead.length, after_line: afterLine - lead.length, runs: [] };
      push(open.runs, 'same', lead.join(''));
      hunks.push(open);
    }
    const removed = block.removed.join('');
    const added = block.added.join('');
    const runs =
      removed === '' || added === '' || removed.length + added.length > WORD_LIMIT
        ? wholeRuns(removed, added)
        : diffWordsWithSpace(removed, added).map(
            (change): WordRun => ({
              op: change.added ? 'added' : change.removed ? 'removed' : 'same',
              text: change.value,
            }),
          );
    for (const run of runs) {
      push(open.runs, run.op, run.text);
      if (run.op === 'added') wordsAdded += countWords(run.text);
      if (run.op === 'removed') wordsRemoved += countWords(run.text);
    }
    beforeLine += block.removed.length;
    afterLine += block.added.length;
  }
  return { hunks, words_added: wordsAdded, words_removed: wordsRemoved };
}

interface Block {
  /** Unchanged lines before the change. */
  same: string[];
  removed: string[];
  added: string[];
}

function toBlocks(changes: readonly { value: string[]; added: boolean; removed: boolean }[]): Block[] {
  const blocks: Block[] = [];
  let block: Block = { same: [], removed: [], added: [] };
  for (const change of changes) {
    if (change.added) block.added = block.added.concat(change.value);
    else if (change.removed) block.removed = block.removed.concat(change.value);
    else {
      if (block.removed.length > 0 || block.added.length > 0) {
        blocks.push(block);
        block = { same: [], removed: [], added: [] };
      }
      block.same = block.same.concat(change.value);
    }
  }
  blocks.push(block);
  return blocks;
}

function wholeRuns(removed: string, added: string): WordRun[] {
  return [
    { op: 'removed', text: removed },
    { op: 'added', text: added },
  ];
}

/** Neighbouring runs of one kind are one run. */
function push(runs: WordRun[], op: WordRun['op'], text: string): void {
  if (text === '') return;
  const last = runs.at(-1);
  if (last && last.op === op) last.text += text;
  else runs.push({ op, text });
}

function countWords(text: string): number {
  return text.match(/\p{Script=Han}|[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0;
}
