import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { tempDir } from '../support/temp.js';

const ROOT = resolve(import.meta.dirname, '../..');
const RUNNER = join(ROOT, 'bench/retrieval/run.mjs');

/** What was built before: sources that change beside a test would be built again, and said. */
function bench(...args: string[]): { code: number | null; out: string; err: string } {
  const run = spawnSync(process.execPath, [RUNNER, ...args, '--no-build'], { encoding: 'utf8' });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

/** The figures of a table's first row, by column. */
function overall(out: string, title: string): Record<string, number> {
  const lines = out.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`${title} `));
  const names = lines[at]?.trim().split(/\s+/).slice(1) ?? [];
  const values = lines[at + 1]?.trim().split(/\s+/).slice(1) ?? [];
  return Object.fromEntries(names.map((name, column) => [name, Number(values[column])]));
}

const turn = (role: string, content: string): object => ({ role, content });

const LONGMEMEVAL = [
  {
    question_id: 'q-1',
    question_type: 'single-session-user',
    question: 'Which instrument did I start to learn?',
    answer: 'the cello',
    question_date: '2023/05/30 (Tue) 23:40',
    haystack_session_ids: ['answer_1', 'other_1', 'other_1'],
    haystack_dates: ['2023/05/20 (Sat) 02:21', '2023/05/21 (Sun) 09:00', '2023/05/22 (Mon) 09:00'],
    haystack_sessions: [
      [turn('user', 'I started to learn the cello, an instrument that I love.'), turn('assistant', 'Lovely!')],
      [turn('user', 'How do I bake bread?'), turn('assistant', 'With flour, water and salt.')],
      [turn('user', 'How do I bake bread?'), turn('assistant', 'With flour, water and salt.')],
    ],
    answer_session_ids: ['answer_1'],
  },
  {
    question_id: 'q-2_abs',
    question_type: 'single-session-user',
    question: 'What is the name of my cat?',
    answer: 'You did not say.',
    question_date: '2023/05/30 (Tue) 23:40',
    haystack_session_ids: ['other_2'],
    haystack_dates: ['2023/05/20 (Sat) 02:21'],
    haystack_sessions: [[turn('user', 'Is it going to rain?'), turn('assistant', 'I cannot tell.')]],
    answer_session_ids: ['other_2'],
  },
];

const CONVOMEM = {
  evidence_items: [
    {
      question: 'Which city is the new office in?',
      answer: 'Porto',
      message_evidences: [{ speaker: 'User', text: 'We opened a new office in the city of Porto.' }],
      conversations: [
        {
          messages: [
            { speaker: 'User', text: 'Can you draft a mail for me?' },
            { speaker: 'Assistant', text: 'Of course. What is it about?' },
            { speaker: 'User', text: 'We opened a new office in the city of Porto.' },
          ],
        },
      ],
    },
  ],
};

beforeAll(() => {
  spawnSync(process.execPath, [join(ROOT, 'scripts/ensure.mjs')], { stdio: 'ignore' });
}, 600_000);

describe('bench:retrieval', { timeout: 300_000 }, () => {
  it('reads LongMemEval: mines each haystack, scores questions that have an answer, and keeps the palace', () => {
    const folder = tempDir();
    const file = join(folder, 'longmemeval.json');
    writeFileSync(file, JSON.stringify(LONGMEMEVAL));
    const keep = join(folder, 'keep');
    const first = bench('longmemeval', file, '--keep', keep, '--mode', 'hybrid,keyword', '--misses', '5');
    expect(first.err).toBe('');
    expect(first.code).toBe(0);
    expect(first.out).toContain("longmemeval: 3 documents, 2 questions, searched in the question's wing");
    for (const title of ['hybrid', 'keyword', 'grep']) {
      const scores = { n: 1, 'R@1': 100, 'R@5': 100, 'R@10': 100, 'any@5': 100, mrr: 100, 'ndcg@10': 100 };
      expect(overall(first.out, title)).toEqual(scores);
    }
    expect(first.out).toMatch(/embedded in [\d.]+ s: [1-9]\d* vectors \(sentence-encoder/);
    expect(first.out).toMatch(/searches \(2 hybrid\): p50 [\d.]+ ms, p95 [\d.]+ ms, max [\d.]+ ms/);
    expect(first.out).toContain('searches (2 keyword)');

    const made = /mined in .*/.exec(first.out)?.[0];
    const policy = '{"window":0,"sentence":0,"undecided":0}';
    const again = bench('longmemeval', file, '--keep', keep, '--policy', policy);
    expect(again.out).toContain(made);
    const other = bench('convomem', file, '--keep', keep);
    expect(other.code).toBe(2);
    expect(other.err).toContain('holds another set');
  });

  it('reads ConvoMem: each message is a document of its item', () => {
    const folder = join(tempDir(), 'user_evidence/1_evidence');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'person.json'), JSON.stringify(CONVOMEM));
    const { code, out, err } = bench('convomem', folder, '--mode', 'keyword');
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('convomem: 3 documents, 1 questions');
    expect(overall(out, 'keyword')).toMatchObject({ n: 1, 'R@1': 100 });
  });

  it('says what is missing and where it is to be had', () => {
    const none = bench('longmemeval');
    expect(none.code).toBe(2);
    expect(none.err).toContain('huggingface.co/datasets/xiaowu0162/longmemeval-cleaned');
    expect(bench('convomem', '/nowhere/at.all').err).toContain('huggingface.co/datasets/Salesforce/ConvoMem');
    expect(bench('locomo', '--shared', '/nowhere').err).toContain('--shared PATH');
    const wrong = bench('locomotive');
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('locomo, devmem');
    expect(bench('locomo', '--mode', 'psychic').err).toContain('psychic');
  });
});
