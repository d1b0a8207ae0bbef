import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectEntities } from '../../../src/text/entities/detect.js';
import type { Authority, FoundEntity } from '../../../src/text/entities/types.js';
import { createVocabulary } from '../../../src/text/entities/vocabulary.js';

const vocabulary = createVocabulary();
const detect = (text: string, authorities: Authority[] = []): FoundEntity[] =>
  detectEntities([{ source: 'notes.md', text }], authorities, vocabulary);
const kinds = (text: string): Record<string, string> =>
  Object.fromEntries(detect(text).map(({ name, kind }) => [name, kind]));

/** Behaviour reference 22.5. */
const VECTOR = [
  'Nadia said hello.',
  'She smiled.',
  'hey Nadia, thanks',
  'Nadia: ok',
  'Atlas v2 ships.',
  'import Atlas',
  'building Atlas today',
  'Zorb is here. Zorb again. Zorb.',
].join('\n');

describe('names in prose', () => {
  it('are what the vector of the reference says, with the evidence kept', () => {
    const found = detect(VECTOR);
    expect(found.map(({ name, kind, mentions }) => [name, kind, mentions])).toEqual([
      ['Nadia', 'person', 3],
      ['Atlas', 'project', 3],
      ['Zorb', 'uncertain', 3],
    ]);
    const [nadia, , zorb] = found;
    expect(nadia).toMatchObject({ certain: true });
    // Signs of every kind are kept, not the first three.
    expect(nadia?.evidence.map(({ signal }) => signal)).toEqual(
      expect.arrayContaining(['says', 'greeted', 'speaks', 'pronoun']),
    );
    expect(nadia?.evidence[0]).toMatchObject({ source: 'notes.md', kind: 'person' });
    expect(nadia?.evidence.every(({ quote }) => quote.includes('Nadia'))).toBe(true);
    expect(zorb).toMatchObject({ confidence: 0.06, certain: false, guess: null });
  });

  it('are whole words in any script: accents, hyphens, apostrophes, Greek, Cyrillic', () => {
    const found = kinds(
      [
        'Ångström said no. Åsa Öberg, our accountant, agreed.',
        "Siobhán O'Neill told us. Jean-Luc asked her.",
        'Δημήτρης said yes. Ольга Иванова told me so, thanks Ольга!',
        'Realistically nothing changed.',
      ].join('\n'),
    );
    for (const name of ['Ångström', 'Åsa Öberg', "Siobhán O'Neill", 'Jean-Luc', 'Δημήτρης', 'Ольга Иванова'])
      expect(found, name).toMatchObject({ [name]: 'person' });
    expect(Object.keys(found)).not.toContain('Real');
  });

  it('that are words count only where they are a person', () => {
    const people = 'Will said he would come. I met Grace, our lawyer, and asked May again. Hope told me.';
    expect(kinds(people)).toMatchObject({ Will: 'person', Grace: 'person', Hope: 'person' });
    const words = [
      'Will you come? May I ask? Grace is a virtue. In May we ship, in April we rest.',
      'Hope is not a plan. Mark the date. Bill the client by June 5. The Art of War. Will this work?',
      'On Monday and Tuesday the API and the SQL database were slow. Thanks for the Rose.',
    ].join('\n');
    const found = detect(words).filter(({ kind }) => kind === 'person');
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  it('do not come from headings, the first words of sentences, or code', () => {
    const text = [
      '# Getting Started With Your New Project',
      'Drafted the plan. Walking helps. Reviewed it. Nothing else.',
      '```python',
      'Zed said = "hello"; Zed.said(); Zed()',
      '```',
      'Afternoon: nothing. Summary: nothing. Total: 12.',
    ].join('\n');
    expect(detect(text).filter(({ kind }) => kind !== 'uncertain')).toEqual([]);
    expect(kinds(text)).not.toHaveProperty('Zed');
  });

  it('of companies, places and tools are told from people and projects', () => {
    expect(
      kinds(
        'We use PostgreSQL and Redis. Harbour Institute in Berlin wrote back. I moved to Lisbon. The Tidepool project is late, Tidepool v2 too.',
      ),
    ).toMatchObject({
      PostgreSQL: 'tool',
      Redis: 'tool',
      'Harbour Institute': 'organization',
      Berlin: 'place',
      Lisbon: 'place',
      Tidepool: 'project',
    });
  });

  it('in short stand for the whole name where only one person has it', () => {
    const one = detect('Ivora Tinn said yes. Ivora asked for more. She smiled.');
    expect(one).toMatchObject([{ name: 'Ivora Tinn', aliases: ['Ivora'], mentions: 2 }]);
    const two = detect('Kai Moreno said yes. Kai Weber said no. Kai asked for more.');
    expect(two.map(({ name }) => name).sort()).toEqual(['Kai', 'Kai Moreno', 'Kai Weber']);
  });

  it('come from authors and manifests first, from dependencies only where the texts speak of them', () => {
    const found = detect('Nothing but tidewatch and vite here.', [
      { name: 'tidewatch', kind: 'project', signal: 'package.json', count: 1, source: 'package.json' },
      { name: 'Bo Lindqvist', kind: 'person', signal: 'git author', count: 40, source: 'git log', aliases: ['bo'] },
      { name: 'vite', kind: 'tool', signal: 'dependency', count: 1, source: 'package.json', onlyIfMentioned: true },
      { name: 'left-pad', kind: 'tool', signal: 'dependency', count: 1, source: 'package.json', onlyIfMentioned: true },
    ]);
    expect(found.map(({ name, kind, certain, aliases }) => ({ name, kind, certain, aliases }))).toEqual([
      { name: 'Bo Lindqvist', kind: 'person', certain: true, aliases: ['bo'] },
      { name: 'tidewatch', kind: 'project', certain: true, aliases: [] },
      { name: 'vite', kind: 'tool', certain: true, aliases: [] },
    ]);
  });
});

describe('Chinese names', () => {
  it('are found by family names, titles and nicknames; words that begin alike are none', () => {
    const found = kinds('王芳昨天提到，孙老师表扬了小田。老刘问：张伟来了吗？欧阳静从杭州回来了，用 Redis 做缓存。');
    expect(found).toMatchObject({
      王芳: 'person',
      孙老师: 'person',
      老刘: 'person',
      欧阳静: 'person',
      杭州: 'place',
      Redis: 'tool',
    });
    expect(detect('高兴的是方案成功了，任务完成，平时常常这样，于是周末休息。谢谢，马上来。')).toEqual([]);
  });

  it('of projects stand before what they are called, or in quotation marks', () => {
    expect(kinds('我们在开发星图项目。部署「灯塔」的时候出错了。这个系统很慢，整个项目都是。')).toEqual({
      星图: 'project',
      灯塔: 'project',
    });
  });
});

describe('any text', () => {
  it('gives the same names in any order of the texts, and never a name that is not in them', () => {
    const piece = fc.constantFrom(
      'Nadia said hello. ',
      'Will you? ',
      'The Tidepool project. ',
      '王芳说好。',
      'Ivora Tinn, our CFO, ',
      '\n',
      '> ',
      '- ',
      "O'",
      'x'.repeat(70),
      '\u{1F600}',
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((all) => all.join('')),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        const named = texts.map((each, at) => ({ source: `${at}`, text: each }));
        const strip = (list: FoundEntity[]) =>
          list.map(({ evidence: _, ...rest }) => ({ ...rest, aliases: [...rest.aliases].sort() }));
        const found = detectEntities(named, [], vocabulary);
        expect(strip(detectEntities([...named].reverse(), [], vocabulary))).toEqual(strip(found));
        for (const { name, confidence } of found) {
          expect(texts.join('\n').replace(/\r?\n/g, ' ')).toContain(name);
          expect(confidence >= 0 && confidence <= 1).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('of a megabyte is read in part, in good time', () => {
    const started = performance.now();
    const found = detect('Nadia said hello to Tidepool v2, and Ivora Tinn agreed. '.repeat(20_000));
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['Nadia', 'Tidepool']));
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
