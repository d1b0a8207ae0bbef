import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonDamage, JsonStreamOptions } from '../../src/sources/json-stream.js';
import { jsonElements } from '../../src/sources/json-stream.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { candidateOf, OPTIONS, plainRoot, write } from './support.js';

async function elementsOf(content: string | Buffer, options: Partial<JsonStreamOptions> = {}) {
  const root = plainRoot(write(tempDir(), { 'list.json': content }));
  const damages: JsonDamage[] = [];
  const stream = jsonElements(candidateOf(root, 'list.json'), {
    maxBytes: OPTIONS.maxBytes,
    onDamage: (damage) => damages.push(damage),
    ...options,
  });
  const values: unknown[] = [];
  for (let next = await stream.next(); ; next = await stream.next()) {
    if (next.done) return { values, damages, rest: next.value };
    values.push(next.value.value);
  }
}

const conversation = (id: number, text = 'x') => ({ uuid: `c${id}`, name: text, chat_messages: [{ uuid: 'm', text }] });
const BEGINNINGS = [['uuid', 'name']] as const;

describe('the elements of a JSON list', () => {
  it('are what JSON.parse gives, whatever they are, with any indent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 8 }), fc.constantFrom(0, 1, 4), async (list, indent) => {
        const text = JSON.stringify(list, null, indent);
        const { values, damages } = await elementsOf(text);
        expect(values).toEqual(JSON.parse(text));
        expect(damages).toEqual([]);
      }),
      { numRuns: longRun(100, 3000) },
    );
  });

  it('are found where pieces of a file meet inside strings and escapes', async () => {
    const piece = 1024 * 1024;
    for (let shift = -3; shift <= 3; shift++) {
      const filler = 'a'.repeat(piece - 20 + shift);
      const list = [filler, { text: '\\\\"\\" ü 𝄞', tail: '\\'.repeat(9) }, [1, [2]], 'end'];
      expect((await elementsOf(JSON.stringify(list))).values).toEqual(list);
    }
    const long = [{ text: '\\"'.repeat(piece) }, 7];
    expect((await elementsOf(JSON.stringify(long))).values).toEqual(long);
  });

  it('are read behind a byte order mark, and from UTF-16', async () => {
    const list = [{ text: 'Überfahrt' }, 2];
    const text = `\ufeff${JSON.stringify(list)}`;
    for (const content of [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]) {
      const { values, damages } = await elementsOf(content);
      expect(values).toEqual(list);
      expect(damages).toEqual([]);
    }
  });

  it('of an empty list are none, and of a file without a list one damage', async () => {
    expect(await elementsOf('[ ]')).toEqual({ values: [], damages: [], rest: undefined });
    for (const text of ['', '   ', '{"a": 1}', 'plain text']) {
      const { values, damages } = await elementsOf(text);
      expect(values).toEqual([]);
      expect(damages).toHaveLength(1);
    }
  });

  it('stand at a property, and the object around them comes back', async () => {
    const file = { name: '[', about: { messages: [9], n: [1] }, messages: [{ a: 1 }, { a: '}]' }], count: 2 };
    const { values, rest } = await elementsOf(JSON.stringify(file), { property: ['messages'] });
    expect(values).toEqual(file.messages);
    expect(rest).toEqual({ ...file, messages: [] });
    const nested = { 'ch"ats': { about: 'x', list: [1, 2] }, after: true };
    const found = await elementsOf(JSON.stringify(nested, null, 2), { property: ['ch"ats', 'list'] });
    expect(found.values).toEqual([1, 2]);
    expect(found.rest).toEqual({ 'ch"ats': { about: 'x', list: [] }, after: true });
  });

  it('count bytes that are no UTF-8', async () => {
    const root = plainRoot(write(tempDir(), { 'list.json': Buffer.from('["a\xff\ufffdb"]', 'latin1') }));
    const candidate = candidateOf(root, 'list.json');
    for await (const { replaced } of jsonElements(candidate, { maxBytes: 100, onDamage: () => undefined }))
      expect(replaced).toBe(2);
  });
});

describe('a damaged element', () => {
  const three = [conversation(0), conversation(1), conversation(2)];
  const whole = JSON.stringify(three);
  const second = whole.indexOf('{"uuid":"c1"');
  const third = whole.indexOf('{"uuid":"c2"');

  it('with a wrong value costs itself only', async () => {
    const { values, damages } = await elementsOf(whole.replace('"c1"', 'c1'));
    expect(values).toEqual([three[0], three[2]]);
    expect(damages).toEqual([{ why: 'damaged', index: 1, offset: second, bytes: third - second - 3 }]);
  });

  it.each([
    ['a lost quotation mark', whole.replace('"uuid":"c1"', '"uuid":"c1')],
    ['an extra quotation mark', whole.replace('"uuid":"c1"', '"uuid":"c1""')],
    ['a lost closing bracket', `${whole.slice(0, third - 3)}${whole.slice(third - 1)}`],
    ['an extra closing bracket', `${whole.slice(0, third - 1)}]}${whole.slice(third - 1)}`],
    ['a stretch of zeros', whole.slice(0, second + 10) + '\0'.repeat(20) + whole.slice(second + 30)],
    ['its end cut off', whole.slice(0, second + 20) + whole.slice(third)],
    ['rubbish before it', `${whole.slice(0, second)}<<%]}"${whole.slice(second)}`],
  ])('by %s does not take the next with it', async (_what, text) => {
    const { values, damages } = await elementsOf(text, { beginnings: BEGINNINGS });
    expect(values).toContainEqual(three[0]);
    expect(values).toContainEqual(three[2]);
    expect(damages.length).toBeGreaterThan(0);
  });

  it('at the end of a file that was cut off is unfinished', async () => {
    const { values, damages } = await elementsOf(whole.slice(0, -4), { beginnings: BEGINNINGS });
    expect(values).toEqual(three.slice(0, 2));
    expect(damages).toMatchObject([{ why: 'unfinished', index: 2, offset: third }]);
    expect((await elementsOf(whole.slice(0, third))).damages).toMatchObject([{ why: 'unfinished' }]);
  });

  it('that swallows the rest is noticed after two pieces, not at the end of the file', async () => {
    const many = Array.from({ length: 60 }, (_, id) => conversation(id, 'long '.repeat(20_000)));
    const text = `[${many.map((one, id) => JSON.stringify(one).replace('"name":"', id % 7 === 3 ? '"name":' : '"name":"')).join(',')}]`;
    const broken = text.split('"name":long').length - 1;
    const { values, damages } = await elementsOf(text, { beginnings: BEGINNINGS });
    expect(broken).toBeGreaterThan(5);
    expect(values.length).toBe(60 - broken);
    expect(damages.length).toBeGreaterThanOrEqual(1);
  });

  it('over the limit is passed over by name', async () => {
    const list = [conversation(0), conversation(1, 'y'.repeat(3_000_000)), conversation(2)];
    const { values, damages } = await elementsOf(JSON.stringify(list), {
      beginnings: BEGINNINGS,
      maxElement: 1_500_000,
    });
    expect(values).toEqual([list[0], list[2]]);
    expect(damages).toHaveLength(1);
  });

  it('never stops the reading, wherever bytes are changed or cut', async () => {
    const list = Array.from({ length: 6 }, (_, id) => conversation(id, 'a "quoted" \\ {text}, [list]'));
    const text = JSON.stringify(list);
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.nat(60), fc.string({ maxLength: 5 }), async (at, length, insert) => {
        const damaged = `${text.slice(0, at)}${insert}${text.slice(at + length)}`;
        const { values } = await elementsOf(damaged, { beginnings: BEGINNINGS });
        // Elements that the damage does not touch are there, and in order.
        const touched = list.filter((_, id) => {
          const from = text.indexOf(`{"uuid":"c${id}"`);
          const to = id + 1 < list.length ? text.indexOf(`{"uuid":"c${id + 1}"`) : text.length;
          return at < to + 1 && at + length >= from - 1;
        });
        const kept = values.map((value) => JSON.stringify(value));
        let last = -1;
        for (const one of list.filter((element) => !touched.includes(element))) {
          const place = kept.indexOf(JSON.stringify(one));
          expect(place).toBeGreaterThan(last);
          last = place;
        }
      }),
      { numRuns: longRun(200, 5000) },
    );
  });
});
