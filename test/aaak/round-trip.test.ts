import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeTable } from '../../src/aaak/codes.js';
import { decodeAaak } from '../../src/aaak/decode.js';
import { renderLines, topicTerm } from '../../src/aaak/lines.js';
import { lintAaak } from '../../src/aaak/lint.js';
import { parseAaak } from '../../src/aaak/parse.js';
import { emotionCodes, emotionWord } from '../../src/aaak/vocabulary.js';
import { encodeZettelFile, shortId, zettelFlags, zettelQuote } from '../../src/aaak/zettel.js';
import { parseZettelFile, type ZettelFile } from '../../src/aaak/zettel-file.js';
import { longRun } from '../support/counts.js';

const RUNS = longRun(150, 5_000);

/** Whatever somebody may write, with what the format is made of in it. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('a', '|', '\n', '\\', '"', ':', '+', '_', '<', '->', '*', '#', '=', '0', ' ', 'é', '陈'),
    maxLength: 20,
  }),
  fc.constantFrom(
    'T',
    'ARC',
    '0',
    'C1',
    'CODES',
    'PROJ',
    'misc',
    '???',
    'CORE',
    '---',
    '## x',
    '=A=',
    'genesis and core',
    '"quoted words here"',
  ),
);
const id = text.filter((each) => each.trim() !== '');
const name = fc.oneof(fc.constantFrom('Nadia', 'Nadine', 'Nad', 'Omar', '陈伟', '陈伟明', 'K', 'Åsa', 'Core'), text);

const zettel = fc.record({
  id,
  people: fc.array(name, { maxLength: 4 }),
  topics: fc.array(text, { maxLength: 4 }),
  content: text,
  title: fc.oneof(
    text,
    text.map((after) => `x - ${after}`),
  ),
  emotional_weight: fc.double({ min: 0, max: 1, noNaN: true }),
  emotional_tone: fc.array(fc.oneof(fc.constantFrom('joy', 'mild_fear', 'nostalgia', 'determination'), text), {
    maxLength: 4,
  }),
  date_context: text,
  origin_moment: fc.boolean(),
  origin_label: text,
  notes: text,
  sensitivity: fc.constantFrom('', 'MAXIMUM', 'maximum: family', 'low'),
});
const zettelFile: fc.Arbitrary<ZettelFile> = fc
  .record({
    source_file: text,
    emotional_arc: text,
    zettels: fc.array(zettel, { maxLength: 5 }),
    tunnels: fc.array(fc.record({ from: id, to: id, label: text }), { maxLength: 3 }),
  })
  .map((file) => parseZettelFile(JSON.stringify(file), 'generated'));

describe('encoding zettel files and decoding them', () => {
  it('gives back all that the lines hold, with names for codes', () => {
    fc.assert(
      fc.property(zettelFile, (file) => {
        const codes = new CodeTable();
        const encoded = renderLines(encodeZettelFile(file, { codes }));
        const { files, unknown_codes } = decodeAaak(encoded);
        expect(unknown_codes).toEqual([]);
        expect(files).toHaveLength(1);
        const [decoded] = files;
        expect(decoded?.other).toEqual([]);
        expect(decoded?.groups).toEqual([]);
        expect(decoded?.date).toBe(file.zettels[0]?.date_context || 'unknown');
        expect(decoded?.entries).toHaveLength(file.zettels.length);
        file.zettels.forEach((zettel, at) => {
          const entry = decoded?.entries[at];
          expect(entry?.id).toBe(shortId(zettel.id));
          const key = (each: string): string | undefined => codes.codeOf(each);
          expect(new Set(entry?.people.map(key))).toEqual(new Set(zettel.people.flatMap((each) => key(each) ?? [])));
          const topics = zettel.topics
            .map(topicTerm)
            .filter((term) => term !== '')
            .slice(0, 2);
          expect(entry?.topics).toEqual(topics.length === 1 && topics[0] === 'misc' ? [] : topics);
          expect(entry?.quote).toBe(zettelQuote(zettel) ?? null);
          expect(entry?.weight).toBe(zettel.emotional_weight + 0);
          expect(entry?.emotions).toEqual(emotionCodes(zettel.emotional_tone).map(emotionWord));
          expect(entry?.flags).toEqual(zettelFlags(zettel));
        });
        expect(decoded?.tunnels.map(({ from, to }) => [from, to])).toEqual(
          file.tunnels.map(({ from, to }) => [shortId(from), shortId(to)]),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('reads every line it writes as the line it was, and finds no error in it', () => {
    fc.assert(
      fc.property(zettelFile, (file) => {
        const lines = encodeZettelFile(file);
        const encoded = renderLines(lines);
        const read = parseAaak(encoded);
        expect(renderLines(read.map(({ line }) => line))).toBe(encoded);
        expect(read.map(({ line }) => line.kind)).toEqual(lines.map(({ kind }) => kind));
        expect(read.flatMap(({ odd }) => odd)).toEqual([]);
        expect(
          lintAaak(encoded).filter(({ rule }) =>
            ['unknown-field', 'weight', 'collision', 'unknown-line'].includes(rule),
          ),
        ).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('survives any text', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (lines) => {
        const joined = lines.join('\n');
        decodeAaak(joined);
        lintAaak(joined, { nameOf: () => undefined });
      }),
      { numRuns: RUNS },
    );
  });
});
