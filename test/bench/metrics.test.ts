import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLUMNS, type Rule, scoreAll, scoreQuestion } from '../../bench/retrieval/metrics.mjs';

describe('metrics of a ranking', () => {
  it('are those that the definitions give by hand', () => {
    const scores = scoreQuestion(['x', 'a', 'a', 'y', 'b'], ['a', 'b', 'c'], 'skip');
    // Without the repetition, a stands second and b fourth.
    expect(scores?.['R@1']).toBe(0);
    expect(scores?.['R@5']).toBeCloseTo(2 / 3);
    expect(scores?.['any@5']).toBe(1);
    expect(scores?.mrr).toBe(1 / 2);
    const gained = 1 / Math.log2(3) + 1 / Math.log2(5);
    expect(scores?.['ndcg@10']).toBeCloseTo(gained / (1 + 1 / Math.log2(3) + 1 / Math.log2(4)));
  });

  it('of a question without evidence are full marks or none, by the rule of the set', () => {
    expect(scoreQuestion(['a'], [], 'one')).toEqual(Object.fromEntries(COLUMNS.map((name) => [name, 1])));
    expect(scoreQuestion(['a'], [], 'skip')).toBeUndefined();
  });

  it('count a question that has no ranking as not found', () => {
    const question = { qid: 'q', category: 'c', question: '?', evidence: ['a'] };
    const { rows, misses } = scoreAll({ questions: [question], rule: 'one' }, new Map());
    expect(rows.map(({ name, n, mrr }) => [name, n, mrr])).toEqual([
      ['overall', 1, 0],
      ['c', 1, 0],
    ]);
    expect(misses).toEqual([question]);
  });
});

/** What is asked of the shared scorer. */
interface SharedScorer {
  scoreAll(
    set: { docs: { id: string }[]; questions: object[]; rule: Rule },
    rankings: ReadonlyMap<string, readonly string[]>,
    options: { ks: number[] },
  ): { overall: Record<string, number>; byCategory: Record<string, Record<string, number>> };
}

const shared = resolve(import.meta.dirname, '../../../shared/bench/lib.mjs');

describe('the shared scorer', () => {
  it.skipIf(!existsSync(shared))(`gives the same figures (skipped without ${shared})`, async () => {
    const scorer: SharedScorer = await import(pathToFileURL(shared).href);
    const documents = Array.from({ length: 14 }, (_, at) => `w/d${at}`);
    const question = fc.record({
      category: fc.constantFrom('x', 'y'),
      evidence: fc.uniqueArray(fc.constantFrom(...documents), { maxLength: 12 }),
      ranked: fc.array(fc.constantFrom(...documents), { maxLength: 30 }),
    });
    const rule = fc.constantFrom<Rule>('one', 'skip');
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 8 }), rule, (drawn, by) => {
        const questions = drawn.map(({ category, evidence }, at) => ({
          ...{ qid: `q${at}`, wing: 'w', question: '?' },
          ...{ category, evidence },
        }));
        const rankings = new Map(drawn.map(({ ranked }, at) => [`q${at}`, ranked]));
        const ours = scoreAll({ questions, rule: by }, rankings);
        const docs = documents.map((id) => ({ id }));
        const theirs = scorer.scoreAll({ docs, questions, rule: by }, rankings, { ks: [1, 5, 10] });
        for (const { name, n, ...scores } of ours.rows) {
          const expected = name === 'overall' ? theirs.overall : theirs.byCategory[name];
          expect(n).toBe(expected?.n);
          for (const column of COLUMNS)
            expect(scores[column], column).toBeCloseTo(expected?.[column] ?? Number.NaN, 10);
        }
        const categories = ours.rows.map(({ name }) => name).filter((name) => name !== 'overall');
        expect(categories).toEqual(Object.keys(theirs.byCategory));
      }),
    );
  });
});
