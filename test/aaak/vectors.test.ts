import { describe, expect, it } from 'vitest';
import { CodeTable } from '../../src/aaak/codes.js';
import { compressAsOriginal, originalCode, originalEstimate } from '../../src/aaak/compat/compress.js';
import { layerOne } from '../../src/aaak/layer1.js';
import { renderLines } from '../../src/aaak/lines.js';
import { compressionStats } from '../../src/aaak/tokens.js';
import { emotionCodes } from '../../src/aaak/vocabulary.js';
import { encodeZettelFile } from '../../src/aaak/zettel.js';
import { parseZettelFile } from '../../src/aaak/zettel-file.js';

const T1 =
  'On Tuesday the platform group met with Nadia. We decided to move the job queue from Redis to Postgres because one database is easier to back up. Omar was worried about throughput.';
const T1_REST =
  '|tuesday_nadia_redis|"We decided to move the job queue from Redis to Postg..."|determ+anx|DECISION+TECHNICAL';

const GARDEN = JSON.stringify({
  source_file: '007-garden rebuild.txt',
  emotional_arc: 'doubt->hope->relief',
  zettels: [
    {
      id: 'zettel-007-001',
      people: ['Nadia', 'Omar'],
      topics: ['queue', 'postgres', 'backup'],
      title: 'Queue - leaving Redis behind',
      content: 'Nadia wrote "I trust the boring database more" on the board.',
      emotional_weight: 0.91,
      emotional_tone: ['trust', 'determination'],
      date_context: '2026-02-11, morning',
      origin_moment: true,
      origin_label: 'the genesis of the rebuild',
      notes: 'a core choice, and a pivot',
      sensitivity: 'MAXIMUM',
    },
    { id: 'zettel-007-002', topics: ['lunch'], emotional_weight: 0.2 },
  ],
  tunnels: [{ from: 'zettel-007-001', to: 'zettel-007-002', label: 'follows: same day' }],
});

describe('the vectors of the original', () => {
  it('compress plain text', () => {
    expect(compressAsOriginal(T1)).toBe(`0:TUE+NAD+RED${T1_REST}`);
    expect(compressAsOriginal(T1, {}, { entities: { Nadia: 'NAD', Omar: 'OMR' } })).toBe(`0:NAD+OMR${T1_REST}`);
    const place = { wing: 'atlas', room: 'queue-design', date: '2026-02-11', source_file: '/x/y/standup_0211.txt' };
    expect(compressAsOriginal(T1, place)).toBe(`atlas|queue-design|2026-02-11|standup_0211\n0:TUE+NAD+RED${T1_REST}`);
    expect(compressAsOriginal('I love how the new garden looks. It finally feels peaceful.')).toBe(
      '0:???|love_new_garden|"I love how the new garden looks"|love',
    );
    expect(
      compressAsOriginal('We finally realized the core idea: always keep the words.', { source_file: 'notes.md' }),
    ).toBe(
      '?|?|?|notes\n0:???|finally_realized_core|"We finally realized the core idea: always keep the w..."|CORE+PIVOT',
    );
    expect(compressAsOriginal('ok')).toBe('0:???|misc');
    expect(compressAsOriginal('')).toBe('0:???|misc');
  });

  it('estimate sizes', () => {
    expect(compressionStats(T1, compressAsOriginal(T1), originalEstimate, 'estimate')).toEqual({
      original_tokens: 59,
      compressed_tokens: 40,
      ratio: 1.475,
      original_chars: 179,
      compressed_chars: 121,
      counted: 'estimate',
    });
  });

  it('code emotions and names', () => {
    expect(emotionCodes(['joy', 'philosophical_wonder', 'mild_fear', 'fear', 'nostalgia'])).toEqual([
      'joy',
      'wonder',
      'fear',
    ]);
    expect(emotionCodes(['nostalgia', 'awe', 'rage'])).toEqual(['nost', 'awe', 'rage']);
    const config = { entities: { Nadia: 'NAD' }, skip_names: ['gandalf'] };
    expect(
      ['Nadia', 'nadia', 'Nadia Petrov', 'Gandalf the Grey', 'Zed', 'Al'].map((name) => originalCode(name, config)),
    ).toEqual(['NAD', 'NAD', 'NAD', undefined, 'ZED', 'AL']);
  });

  it('encode a zettel file and its layer 1', () => {
    const file = parseZettelFile(GARDEN, 'garden.json');
    expect(renderLines(encodeZettelFile(file, { legend: false }))).toBe(
      [
        '007|NAD+OMA|2026-02-11, morning|garden rebuild',
        'ARC:doubt->hope->relief',
        '001:NAD+OMA|queue_postgres|"I trust the boring database more"|0.91|trust+determ|ORIGIN+SENSITIVE+CORE+GENESIS+PIVOT',
        '002:???|lunch|0.2',
        'T:001<->002|follows',
      ].join('\n'),
    );
    expect(layerOne([file], { updated: '2026-06-01', codes: new CodeTable() })).toBe(
      [
        '## LAYER 1 -- ESSENTIAL STORY',
        '## Auto-generated from zettel files. Updated 2026-06-01.',
        '',
        '=MOMENTS[2026-02-11]=',
        'NAD+OMA|leaving Redis behind|"I trust the boring database more"|0.91|ORIGIN+SENSITIVE+CORE+GENESIS+PIVOT',
        '',
        '=TUNNELS=',
        'follows',
        '',
      ].join('\n'),
    );
  });
});
