import { describe, expect, it } from 'vitest';
import { measureNames, measureRooms } from '../../bench/entities/measure.mjs';
import { candidatesOf, detectLikeOriginal } from '../../bench/entities/original.mjs';
import { chineseNames, chineseRooms, englishNames, englishRooms, modelEvalFolder } from '../../bench/entities/sets.mjs';
import { routeFile } from '../../src/sources/rooms.js';
import { detectEntities } from '../../src/text/entities/detect.js';
import type { NamedText } from '../../src/text/entities/types.js';
import { createVocabulary } from '../../src/text/entities/vocabulary.js';

const folder = modelEvalFolder();
const route = (text: string, rooms: string[]): string =>
  routeFile(
    'note.md',
    text,
    rooms.map((name) => ({ name })),
  );

const vocabulary = createVocabulary();
const detect = (texts: NamedText[]) => detectEntities(texts, [], vocabulary);

describe('the opponent', () => {
  it('is the original: vector 22.5', () => {
    const text =
      'Nadia said hello.\nShe smiled.\nhey Nadia, thanks\nNadia: ok\nAtlas v2 ships.\nimport Atlas\nbuilding Atlas today\nZorb is here. Zorb again. Zorb.';
    expect(Object.fromEntries(candidatesOf(text))).toEqual({ Nadia: 3, Atlas: 3, Zorb: 3 });
    expect(detectLikeOriginal(text)).toMatchObject([
      { name: 'Nadia', type: 'person', score: 23, confidence: 0.99 },
      { name: 'Atlas', type: 'project', score: 6, confidence: 0.99 },
      { name: 'Zorb', type: 'uncertain', confidence: 0.06 },
    ]);
  });
});

describe('names and rooms on labelled texts that the rules were not made with', () => {
  it.skipIf(folder === undefined)(
    `English: model_eval${folder === undefined ? ' (not here: set PALACE_MODEL_EVAL)' : ''}`,
    () => {
      const { held } = englishNames(folder ?? '');
      const { person, project } = measureNames(detect, held);
      expect(person.palace.precision).toBeGreaterThan(0.8);
      expect(person.palace.recall).toBeGreaterThan(0.7);
      expect(project.palace.precision).toBeGreaterThan(0.6);
      expect(project.palace.recall).toBeGreaterThan(0.5);
      for (const kind of [person, project]) {
        expect(kind.palace.precision).toBeGreaterThan(kind.original.precision);
        expect(kind.palace.recall).toBeGreaterThan(kind.original.recall);
        expect(kind.palaceTogether.precision).toBeGreaterThan(kind.originalTogether.precision);
        expect(kind.palaceTogether.recall).toBeGreaterThan(kind.originalTogether.recall);
      }
      const rooms = measureRooms(route, englishRooms(folder ?? '').held);
      expect(rooms.palace.precision).toBeGreaterThan(rooms.original.precision);
      expect(rooms.palace.recall).toBeGreaterThan(rooms.original.recall);
    },
  );

  it('Chinese: our own', () => {
    const { person, project } = measureNames(detect, chineseNames().held);
    expect(person.palace.precision).toBeGreaterThan(0.8);
    expect(person.palace.recall).toBeGreaterThan(0.8);
    expect(project.palace.recall).toBeGreaterThan(0.7);
    expect([person.original.recall, project.original.recall]).toEqual([0, 0]);
    const rooms = measureRooms(route, chineseRooms().held);
    expect(rooms.palace.precision).toBeGreaterThan(rooms.original.precision);
    expect(rooms.palace.recall).toBeGreaterThan(rooms.original.recall);
  });
});
