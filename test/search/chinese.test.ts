import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveModel } from '../../src/index/embedding/resolve.js';
import type { SearchMode, SearchResult } from '../../src/search/types.js';
import { findMemories } from '../../src/services/find/find.js';
import { mine } from '../../src/services/mine/mine.js';
import { type TestPalace, testPalace } from '../support/palace.js';

const ROOT = resolve(import.meta.dirname, '../..');
const FIXTURES = join(ROOT, 'test/fixtures/chinese');
const WITHIN = 5;
/** 120 searches, each with all that a command does: slow where other tests run beside it. */
const LONG = 600_000;

/** Questions of each kind, with the note that answers. */
const SETS: Record<'chinese' | 'mixed', [question: string, note: string][]> = JSON.parse(
  readFileSync(join(FIXTURES, 'questions.json'), 'utf8'),
);

const noteOf = ({ source }: SearchResult['hits'][number]): string => basename(source ?? '').replace(/^.*#/, '');

async function mined(folder: string, wing: string): Promise<TestPalace> {
  const palace = await testPalace();
  const { vectors } = await mine(palace, { paths: [folder], wing, mode: 'chats', embed: true });
  expect(vectors).toMatchObject({ pending: 0, notes: [] });
  return palace;
}

describe('questions in Chinese, and in Chinese and English', { timeout: LONG }, () => {
  it('find at least as many notes by words and meaning as by words alone', async () => {
    const palace = await mined(join(FIXTURES, 'notes'), 'team');
    const source = await resolveModel(palace.runtime, palace.settings);
    if (source === undefined) throw new Error('the bundled model is not there');
    const embedder = await source.open();
    try {
      for (const [kind, questions] of Object.entries(SETS)) {
        expect(questions).toHaveLength(30);
        const missed: Record<'hybrid' | 'keyword', string[]> = { hybrid: [], keyword: [] };
        const used: Record<SearchMode, number> = { hybrid: 0, keyword: 0, vector: 0 };
        for (const mode of ['hybrid', 'keyword'] as const)
          for (const [query, note] of questions) {
            const request = { query, mode, limit: WITHIN, context: 0 };
            const result = await findMemories(palace, request, { source, warm: embedder });
            if (mode === 'hybrid') used[result.mode] += 1;
            if (!result.hits.some((hit) => noteOf(hit) === note)) missed[mode].push(query);
          }
        const found = (mode: 'hybrid' | 'keyword'): number => questions.length - missed[mode].length;
        expect(found('hybrid'), `${kind}: missed ${missed.hybrid.join(' | ')}`).toBeGreaterThanOrEqual(
          found('keyword'),
        );
        // Nothing would be shown by sets that no search can answer, or on which the vectors never vote.
        expect(found('keyword'), `${kind}: missed ${missed.keyword.join(' | ')}`).toBeGreaterThanOrEqual(25);
        if (kind === 'mixed') expect(used.hybrid).toBeGreaterThanOrEqual(10);
      }
    } finally {
      await embedder.close();
    }
  });

  it('find the note of the demo first', async () => {
    const palace = await mined(join(ROOT, 'templates/demo/notes'), 'ferryline');
    for (const mode of ['hybrid', 'keyword'] as const) {
      const { hits } = await findMemories(palace, { query: '为什么切换到 GraphQL', wing: 'ferryline', mode });
      const [first] = hits;
      expect(first && noteOf(first)).toBe('2026-03-05-为什么切换到-graphql.md');
    }
  });
});
