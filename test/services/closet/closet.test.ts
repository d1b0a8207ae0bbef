import { describe, expect, it } from 'vitest';
import { hallAskedFor } from '../../../src/search/hall-intent.js';
import { POLICY } from '../../../src/search/policy.js';
import { search } from '../../../src/search/search.js';
import { readClosets } from '../../../src/services/closet/closet.js';
import { edit, testPalace } from '../../support/palace.js';
import { refusal, remember } from '../support.js';

describe('the closet of a room', () => {
  it('points at what stands where, and follows an edit at once', async () => {
    const palace = await testPalace();
    const text =
      '# Sign-in plan\n\nToday Mira met Lin, and Mira said "we will keep the old tokens for a month".\nThen Lin and Mira went home.\n';
    const { path, id } = await remember(palace, text, { wing: 'driftwood', room: 'auth', date: '2026-03-04' });
    const { closets, total } = await readClosets(palace, { place: 'driftwood/Auth' });
    expect(total).toBe(1);
    expect(closets[0]?.lines).toEqual([
      `Sign-in plan|Mira;Lin|2026-03-04:L1-4→${id}`,
      `Sign-in plan||2026-03-04:L1→${id}`,
      `"we will keep the old tokens for a month"||2026-03-04:L3→${id}`,
      expect.stringMatching(new RegExp(`^.+\\|Mira;Lin\\|2026-03-04:L1-4→${id}$`)),
    ]);
    edit(palace, path, '# Another plan\n\nNothing is left of it.\n');
    expect((await readClosets(palace, { place: 'driftwood' })).closets[0]?.lines[0]).toMatch(/^Another plan\|/);
  });

  it('has at most 1,500 characters of whole lines, and counts the rest', async () => {
    const palace = await testPalace();
    const text = Array.from(
      { length: 400 },
      (_, at) => `## Heading number ${at} | of; many →\n\nWords about topic${at}.\n`,
    ).join('\n');
    await remember(palace, text, { wing: 'w', room: 'r' });
    const [closet] = (await readClosets(palace, { place: 'w/r' })).closets;
    const lines = closet?.lines ?? [];
    expect(lines.join('\n').length + 1).toBeLessThanOrEqual(1_500);
    expect(lines.length).toBeGreaterThan(10);
    expect(closet?.left_out).toBeGreaterThan(10);
    for (const line of lines) expect(line).toMatch(/^[^|;→]*\|[^|→]*\|L\d+(?:-\d+)?→d-[0-9a-f]{16}$/);
  });

  it('is refused for what is not there', async () => {
    const palace = await testPalace();
    await remember(palace, 'x', { wing: 'driftwood', room: 'auth' });
    expect((await refusal(readClosets(palace, { place: 'driftwod' }))).message).toContain('did you mean "driftwood"');
    expect((await refusal(readClosets(palace, { place: 'driftwood/a/b' }))).code).toBe('bad-place');
  });
});

describe('structure in a search', () => {
  it('raises and hides nothing, and says so', async () => {
    const palace = await testPalace();
    for (const [text, room] of [
      ['# Token bucket\n\nThe bucket refills each second.\n', 'a'],
      ['A long walk. Later somebody mentioned a token and a bucket of paint in passing, nothing more.\n', 'b'],
      ['You should test the token bucket under load.\n', 'c'],
    ] as const)
      await remember(palace, text, { wing: 'w', room });
    const request = { query: 'what do you recommend for the token bucket', explain: true };
    const paths = async (closets: readonly number[], hall: number) =>
      (await search(palace, request, { policy: { ...POLICY, closets, hall } })).hits;
    const plain = await paths([], 0);
    const raised = await paths([0.4, 0.25, 0.15, 0.08, 0.04], 0.5);
    expect(raised.map(({ path }) => path).sort()).toEqual(plain.map(({ path }) => path).sort());
    expect(plain.every(({ signals }) => signals.closet === undefined && signals.hall === undefined)).toBe(true);
    expect(raised.filter(({ signals }) => (signals.closet ?? 0) > 0).length).toBeGreaterThan(0);
    expect(raised.filter(({ signals }) => (signals.hall ?? 0) > 0).map(({ room }) => room)).toEqual(['c']);
    // As a user sets it: palace config set search.closets 0.4,0.25
    palace.settings.closetRaises = [0.4, 0.25];
    expect((await search(palace, request)).hits.filter(({ signals }) => signals.closet !== undefined)).not.toEqual([]);
  });

  it.each([
    ['what did you recommend?', 'advice'],
    ['which tea do I like', 'preferences'],
    ['when did we move', 'events'],
    ['why was it decided to use Go', 'facts'],
    ['他喜欢什么', 'preferences'],
    ['token bucket', undefined],
    ['the likelihood of suggestiveness', undefined],
  ])('%j asks for %s', (query, hall) => {
    expect(hallAskedFor(query)).toBe(hall);
  });
});
