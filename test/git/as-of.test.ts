import { describe, expect, test } from 'vitest';
import { endOfDate, resolveAsOf } from '../../src/git/as-of.js';
import { ENGINES } from '../support/engines.js';
import { cli, openScene, scene, write } from './support.js';

const NOW = new Date(2026, 5, 15, 12, 0, 0);

test.each([
  ['2026', new Date(2027, 0, 1)],
  ['2026-03', new Date(2026, 3, 1)],
  ['2026-12', new Date(2027, 0, 1)],
  ['2026-03-04', new Date(2026, 2, 5)],
  ['2026-03-04T10:30', new Date(2026, 2, 4, 10, 31)],
  ['2026-03-04T10:30:05', new Date(2026, 2, 4, 10, 30, 6)],
  ['2026-03-04T10:30:05Z', new Date('2026-03-04T10:30:06Z')],
  ['2026-03-04T10:30:05.123Z', new Date('2026-03-04T10:30:06Z')],
  ['2026-03-04T10:30:05+02:00', new Date('2026-03-04T08:30:06Z')],
  ['2026-03-04 10:30 -0330', new Date('2026-03-04T14:01:00Z')],
  ['today', new Date(2026, 5, 16)],
  ['yesterday', new Date(2026, 5, 15)],
])('%s ends at the right moment', (text, end) => {
  expect(endOfDate(text, NOW)).toEqual(end);
});

test.each([
  '',
  'soon',
  '2026-13',
  '2026-02-30',
  '2026-00-01',
  '2026-03-04T25:00',
  '20260304',
  '2026-3-4',
  '2026-03-04T10:30 CET',
])('%j is no date', (text) => {
  expect(endOfDate(text, NOW)).toBeUndefined();
});

describe.each(ENGINES)('as of, through %s', (engine) => {
  test('a revision, a date, neither; before everything; two lines of history', async () => {
    const { root } = await scene(engine);
    const commit = (date: string, path: string): string => {
      write(root, path, `${date}`);
      cli(root, ['add', '-A']);
      cli(root, ['commit', '-qm', path], { GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date });
      return cli(root, ['rev-parse', 'HEAD']).trim();
    };
    const first = commit('2026-03-01T12:00:00', 'a');
    cli(root, ['switch', '-qc', 'side']);
    const side = commit('2026-03-03T12:00:00', 'b');
    cli(root, ['switch', '-q', 'main']);
    const main = commit('2026-03-04T23:59:59', 'c');
    cli(root, ['merge', '-q', '--no-edit', 'side'], { GIT_COMMITTER_DATE: '2026-03-10T12:00:00' });
    const { git } = await openScene(root, engine);
    expect(await resolveAsOf(git, 'side', NOW)).toEqual({ kind: 'revision', commits: [side], label: 'side' });
    const at = async (text: string) => (await resolveAsOf(git, text, NOW))?.commits;
    expect(await at('2026-03-01')).toEqual([first]);
    expect(await at('2026-03-03')).toEqual([side]);
    expect(await at('2026-03-04')).toEqual([main, side].sort());
    expect(await at('2026-03')).toEqual([cli(root, ['rev-parse', 'HEAD']).trim()]);
    expect(await at('2026-02')).toEqual([]);
    expect(await at('never')).toBeUndefined();
  });

  test('an empty palace has a past without commits', async () => {
    const { git } = await scene(engine);
    expect(await resolveAsOf(git, '2026-03', NOW)).toEqual({ kind: 'date', commits: [], label: '2026-03' });
    expect(await resolveAsOf(git, 'HEAD', NOW)).toBeUndefined();
  });
});
