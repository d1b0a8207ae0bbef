import { describe, expect, test } from 'vitest';
import { addFact } from '../../../src/services/kg/add.js';
import { removeDrawers } from '../../../src/services/remove/remove.js';
import { drawMermaid } from '../../../src/services/timeline/draw.js';
import { readStory } from '../../../src/services/timeline/story.js';
import { testPalace } from '../../support/palace.js';
import { refusal, remember } from '../support.js';

describe('what happened with somebody', () => {
  test('is told by facts and dated memories together, with the exact words and where they stand', async () => {
    const palace = await testPalace();
    const minutes = await remember(palace, 'Minutes.\nKai joins Orion today.\nTea.', {
      date: '2025-06-01',
      title: 'Kick-off',
    });
    await remember(palace, 'Kai wrote  the parser:\n\tdone.', { date: '2025-09-10', title: 'Parser' });
    await remember(palace, 'Kai went sailing.', { date: '2024-01-01', title: 'Before' });
    await remember(palace, 'Ann sang.', { date: '2025-08-01', title: 'Other' });
    await addFact(palace, {
      subject: 'Kai',
      predicate: 'works_on',
      object: 'Orion',
      valid_from: '2025-06-01',
      valid_to: '2026-03',
      source_drawer: minutes.id,
      source_lines: '2',
    });
    const story = await readStory(palace, { about: 'kai', since: '2025-01', before: '2026' });
    expect(story.entries.map(({ date, kind, text }) => [date, kind, text])).toEqual([
      ['2025-06-01', 'started', 'Kai works_on Orion'],
      ['2025-06-01', 'memory', 'Kick-off'],
      ['2025-09-10', 'memory', 'Parser'],
    ]);
    expect(story.entries[0]?.quote).toMatchObject({ id: minutes.id, lines: [2, 2], text: 'Kai joins Orion today.' });
    expect(story.entries[2]?.quote?.text).toContain('Kai wrote  the parser:\n\tdone.');
    await removeDrawers(palace, { ids: [minutes.id] });
    const [first] = (await readStory(palace, { about: 'Orion' })).entries;
    expect(first).toMatchObject({ quote: null, source_removed: minutes.id });
    expect((await readStory(palace, { about: 'Kaj' })).near).toEqual(['Kai']);
    expect((await refusal(readStory(palace, { about: 'Kai', since: 'May 6' }))).code).toBe('bad-date');
  });

  test('as a diagram cannot be broken by what the words say', () => {
    const drawn = drawMermaid('a: b', [
      { date: '2026-03-01', text: 'x : y; %% z\nsection w' },
      { date: null, text: 'later' },
    ]);
    expect(drawn.split('\n').filter((line) => /^\s*section /.test(line))).toEqual([
      '    section 2026',
      '    section undated',
    ]);
    expect(drawn).not.toContain('x : y;');
  });
});
