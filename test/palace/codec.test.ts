import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseDrawer, renderDrawer, withFront } from '../../src/palace/codec.js';
import { FRONT_MATTER_KEYS, typedFrontMatter } from '../../src/palace/front-matter.js';
import { readAnyYaml, readOwnLines } from '../../src/palace/front-matter-yaml.js';
import { bodyHash, mintDrawerId } from '../../src/palace/ids.js';
import { wingName } from '../../src/palace/names.js';
import { type FrontMatter, HALLS } from '../../src/palace/types.js';
import { longRun } from '../support/counts.js';

const id = mintDrawerId({ kind: 'note', wing: wingName('w'), source: 's', unit: '', n: 0 });
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).map((value) => Buffer.from(value).toString()),
  fc.constantFrom(
    '2026-03-04',
    '0123',
    '1:30',
    'yes',
    'null',
    '~',
    '',
    'a\n\n',
    '---',
    '\u2028\u0085\ufeff',
    '#x',
    '__proto__',
  ),
);
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const known = fc.record(
  {
    id: fc.constant(id),
    title: text,
    date: text,
    source: text,
    unit: text,
    body: text,
    encoding: text,
    part: fc.integer({ min: 1 }),
    sha256: fc.constant(bodyHash(Buffer.from('x'))),
    filed: text,
    by: text,
    hall: fc.constantFrom(...HALLS),
    entities: fc.array(text),
    tags: fc.array(text),
    importance: fc.integer({ min: 1, max: 5 }),
  },
  { requiredKeys: [] },
);
const unknownKey = text.filter((key) => key !== '__proto__' && !FRONT_MATTER_KEYS.some((name) => name === key));
const front: fc.Arbitrary<FrontMatter> = fc
  .tuple(fc.dictionary(unknownKey, fc.oneof(scalar, fc.array(scalar)), { noNullPrototype: true }), known)
  .map(([others, mine]) => noNegativeZero({ ...others, ...mine }));
const body = fc.oneof(
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'grapheme' }).map((value) => Buffer.from(value)),
  fc.constantFrom(
    ...[
      '---\nid: "x"\n---\n',
      '---js\nprocess.exit(3)\n---\n',
      '\ufeffBOM',
      'a\r\nb\r\n',
      '\0',
      '',
      'no newline',
      '\n\n',
      '---',
      '----\n',
      '猫😀\n',
    ].map((value) => Buffer.from(value)),
    Buffer.from('x'.repeat(1_000_000)),
    Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
  ),
);

/** JSON has no -0. */
function noNegativeZero(value: FrontMatter): FrontMatter {
  return JSON.parse(JSON.stringify(value));
}

// A body of 1 MB in every dozen: the full counts take minutes on a busy machine.
vi.setConfig({ testTimeout: longRun(120_000, 900_000) });

describe('round trip', () => {
  test('front-matter reads back the same and the body byte for byte, whatever they are', () => {
    fc.assert(
      fc.property(front, body, (front, body) => {
        const file = renderDrawer(front, body);
        const back = parseDrawer(file);
        expect(back.problem).toBeUndefined();
        expect(back.front).toEqual(front);
        expect(back.body.equals(body)).toBe(true);
        expect(
          file
            .toString('latin1')
            .split('\n')
            .slice(back.bodyLine - 1)
            .join('\n'),
        ).toBe(body.toString('latin1'));
      }),
      { numRuns: longRun(500, 4000) },
    );
  });

  test('the quick way and gray-matter read what we write alike', () => {
    fc.assert(
      fc.property(front, (front) => {
        const lines = renderDrawer(front, Buffer.alloc(0)).toString().slice(4, -4);
        const careful = readAnyYaml(lines.replace(/\n$/, ''));
        expect(careful).toEqual({ data: front });
        const quick = readOwnLines(lines);
        if (quick) expect(quick).toEqual(careful);
      }),
      { numRuns: longRun(500, 4000) },
    );
  });

  test('the quick way never reads a hand-written file differently', () => {
    const value = fc.constantFrom(
      '"a"',
      '"a\\/b"',
      '1.10',
      '1',
      '-0',
      '1e21',
      'true',
      'yes',
      'null',
      '~',
      '[]',
      '["a", "b"]',
      '[1, 2]',
      '["a" ]',
      '{"a": 1}',
      '""',
      "'x'",
      '"x" # c',
      '"a" "b"',
      '"\\u0000"',
      '[null]',
      '"a',
      '0x1F',
      '"\\ud800"',
    );
    const line = fc
      .tuple(fc.constantFrom('a', 'b', 'title', 'null', 'constructor', 'a b', '"q"', '1'), value)
      .map(([key, v]) => `${key}: ${v}`);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
        const quick = readOwnLines(lines.join('\n'));
        if (quick) expect(readAnyYaml(lines.join('\n'))).toEqual(quick);
      }),
      { numRuns: longRun(2000, 50_000) },
    );
  });

  test('keys stand in the order of the table, others after them, undefined and NaN nowhere', () => {
    const file = renderDrawer(
      { zebra: Number.NaN, custom: [1, 'a'], tags: ['x'], title: 'T', id, hall: undefined },
      Buffer.from('B'),
    );
    expect(file.toString()).toBe(`---\nid: "${id}"\ntitle: "T"\ntags: ["x"]\ncustom: [1, "a"]\n---\nB`);
  });

  test('a lone surrogate is stored as U+FFFD, emoji stay', () => {
    const file = renderDrawer({ title: 'a\ud800b 😀', tags: ['\udc00'] }, Buffer.from(''));
    expect(parseDrawer(file).front).toEqual({ title: 'a\ufffdb 😀', tags: ['\ufffd'] });
  });
});

describe('files that people write', () => {
  const read = (file: string) => parseDrawer(Buffer.from(file));

  test('a note without front-matter is all body and no problem', () => {
    for (const file of [
      '',
      'hello\n',
      '---',
      '----\nx\n---\n',
      '--- \nx: 1\n---\n',
      '---js\nmodule.exports = 1\n---\nx',
      '# T\n---\na: 1\n---\n',
    ]) {
      const drawer = read(file);
      expect(drawer).toMatchObject({ front: {}, bodyLine: 1 });
      expect(drawer.problem).toBeUndefined();
      expect(drawer.body.toString()).toBe(file);
    }
  });

  test('CRLF and a byte order mark around the front-matter are accepted, the body stays', () => {
    const drawer = read('\ufeff---\r\ntitle: Hi\r\n---\r\nbody\r\n');
    expect(drawer.front).toEqual({ title: 'Hi' });
    expect(drawer.body.toString()).toBe('body\r\n');
    expect(drawer.bodyLine).toBe(4);
  });

  test('an ending line without a newline ends an empty body', () => {
    expect(read('---\ntitle: x\n---')).toMatchObject({ front: { title: 'x' }, body: Buffer.alloc(0) });
  });

  test('what looks like a number or a date stays what was written', () => {
    const drawer = read(
      '---\ndate: 2026-03-04\ncode: 0123\nhex: 0x1F\nclock: 1:30\nversion: 1.10\nbig: 12345678901234567890\nexp: 12e03\nunder: 1_000\nbin: 0b11\nyes: yes\nn: 5\nf: 1.5\nempty:\nt: true\n---\n',
    );
    expect(drawer.front).toEqual({
      date: '2026-03-04',
      code: '0123',
      hex: '0x1F',
      clock: '1:30',
      version: '1.10',
      big: '12345678901234567890',
      exp: '12e03',
      under: '1_000',
      bin: '0b11',
      yes: 'yes',
      n: 5,
      f: 1.5,
      empty: null,
      t: true,
    });
  });

  test('known keys are what they claim or absent', () => {
    expect(
      read(
        '---\nid: d-123\nsha256: abc\ntitle: 2024\ntags: one\nentities: [Ann, 7]\nhall: cellar\nimportance: 9\npart: x\ndate:\nby: {a: 1}\n---\n',
      ).front,
    ).toEqual({ title: '2024', tags: ['one'], entities: ['Ann', '7'] });
  });

  test.each([
    ['---\ntitle: x\nbody without an end', 1, /no line --- ends it/],
    ['---\ntitle: "x\n---\nbody', 3, /front-matter/],
    ['---\na: 1\nb: [1, 2\n---\nbody', 4, /front-matter/],
    ['---\na: 1\nb: 2\na: 3\n---\nbody', 4, /duplicated mapping key/],
    ['---\na:\n  b: 1\n\tc: 2\n---\nbody', 4, /front-matter/],
    ['---\njust prose\n---\nbody', 2, /key: value/],
    ['---\n- a\n- b\n---\nbody', 2, /key: value/],
    ['---\nok: 1\na: &x [1]\nb: *x\n---\n', 3, /anchors/],
    ['---\nok: 1\na: &x text\n---\n', 3, /anchors/],
    ['---\na: 1\n----\nb: 1\n---\nbody', 3, /begins with ---/],
    ['---\na: !!js/function "function () { return 1 }"\n---\n', 2, /front-matter/],
    ['---\na: \x07\n---\nbody', 2, /front-matter/],
  ])('%j is reported with its line, and stays whole', (file, line, message) => {
    const drawer = read(file);
    expect(drawer.problem?.message).toMatch(message);
    expect(Math.abs((drawer.problem?.line ?? 0) - line)).toBeLessThanOrEqual(1);
    expect(drawer.front).toEqual({});
    expect(drawer.bodyLine).toBe(1);
    expect(drawer.body.toString()).toBe(file);
  });

  test('front-matter that is not UTF-8 is reported by line', () => {
    const file = Buffer.concat([Buffer.from('---\na: 1\nb: '), Buffer.from([0xff]), Buffer.from('\n---\nbody')]);
    expect(parseDrawer(file)).toMatchObject({ front: {}, problem: { line: 3 } });
  });

  test('hostile keys change nothing but their own object', () => {
    const drawer = read('---\n__proto__: {polluted: 1}\nconstructor: 1\ntoString: x\n---\nb');
    expect(drawer.problem).toBeUndefined();
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Object.getPrototypeOf(drawer.front)).toBe(Object.prototype);
    expect(Object.entries(drawer.front)).toEqual([
      ['constructor', 1],
      ['toString', 'x'],
    ]);
  });

  test('bombs are answered at once and never thrown', () => {
    const bombs = [
      `---\n${'a: &a ["lol","lol"]\n'}${Array.from({ length: 30 }, (_, n) => `b${n}: &b${n} [*a, *a]`).join('\n')}\n---\n`,
      `---\na: ${'['.repeat(100_000)}\n---\n`,
      `---\na: ${'{a: '.repeat(50_000)}\n---\n`,
      `---\n${'\n'.repeat(200_000)}a: 1\n---\n`,
      `---\na: ${' '.repeat(200_000)}\n---\n`,
      `---\n${'x'.repeat(2_000_000)}\n---\n`,
      `---\n${'a: 1\n'.repeat(500_000)}`,
      `---\n${'? '.repeat(60_000)}\n---\n`,
      `---\n${'- '.repeat(60_000)}\n---\n`,
      `---\n${'# c\n'.repeat(60_000)}---\n`,
    ];
    for (const bomb of bombs) {
      const started = performance.now();
      const drawer = read(bomb);
      expect(drawer.body.length + drawer.bodyLine).toBeGreaterThan(1);
      expect(performance.now() - started).toBeLessThan(5000);
    }
  });

  test('one reading never sees what was done to another', () => {
    const file = '---\ntags: [a, b] # list\n---\n';
    const first = read(file);
    first.front.title = 'mine';
    expect(read(file).front).toEqual({ tags: ['a', 'b'] });
  });

  test('any bytes at all parse without a throw, and no byte of a body is lost', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.constantFrom('---\n', '---\r\n', 'a: 1\n', 'a: [\n', '\ufeff', '---', 'x\n'), fc.string()),
        ),
        (parts) => {
          const bytes = Buffer.from(parts.join(''));
          const drawer = parseDrawer(bytes);
          expect(bytes.subarray(bytes.length - drawer.body.length).equals(drawer.body)).toBe(true);
          if (drawer.problem) expect(drawer.body.equals(bytes)).toBe(true);
        },
      ),
      { numRuns: longRun(1000, 20_000) },
    );
  });
});

describe('changing some keys', () => {
  const hand = [
    '---',
    '# who wrote this: Ann',
    "title: 'It''s ours'   # keep the quotes",
    'nested:',
    '  deep: {a: [1, 2]}',
    '  # inside',
    '  list:',
    '  - x',
    'items:',
    '- one',
    '- two',
    'text: |',
    '  line 1',
    '',
    '  line 3',
    '"odd key": 1.10',
    '# last word',
    '---',
    'body\r\n',
  ].join('\n');

  test('only their lines change: comments, nesting, quoting and the body stay', () => {
    const after = withFront(Buffer.from(hand), { id, tags: ['a'] }).toString();
    const expected = hand
      .replace("title: 'It", `id: "${id}"\ntitle: 'It`)
      .replace('# keep the quotes\n', '# keep the quotes\ntags: ["a"]\n');
    expect(after.split('\n').filter((line) => !hand.includes(line))).toEqual([`id: "${id}"`, 'tags: ["a"]']);
    expect(after.split('\n').sort()).toEqual(expected.split('\n').sort());
    expect(parseDrawer(Buffer.from(after)).body.toString()).toBe('body\r\n');
  });

  test('a key is replaced in place, a nested one and a list too, and undefined removes', () => {
    const file = Buffer.from(hand);
    expect(withFront(file, { title: 'New' }).toString()).toBe(hand.replace(/title: .*/, 'title: "New"'));
    expect(withFront(file, { items: ['three'] }).toString()).toBe(
      hand.replace('items:\n- one\n- two\n', 'items: ["three"]\n'),
    );
    expect(withFront(file, { text: 'short' }).toString()).toBe(
      hand.replace('text: |\n  line 1\n\n  line 3\n', 'text: "short"\n'),
    );
    expect(withFront(file, { 'odd key': undefined }).toString()).toBe(hand.replace('"odd key": 1.10\n', ''));
    expect(withFront(file, { nested: 1 }).toString()).toBe(hand.replace(/nested:[\s\S]*?- x\n/, 'nested: 1\n'));
  });

  test('nothing to change is nothing changed', () => {
    expect(withFront(Buffer.from(hand), {}).toString()).toBe(hand);
    expect(withFront(Buffer.from(hand), { title: "It's ours" }).toString()).toBe(hand);
    expect(withFront(Buffer.from('plain'), {}).toString()).toBe('plain');
  });

  test('a note without front-matter gets some, its bytes untouched', () => {
    const note = Buffer.from('\ufeffnote\r\n');
    const file = withFront(note, { id });
    expect(file.toString()).toBe(`---\nid: "${id}"\n---\n\ufeffnote\r\n`);
    expect(parseDrawer(file).body.equals(note)).toBe(true);
  });

  test('CRLF files get CRLF lines', () => {
    expect(withFront(Buffer.from('---\r\ntitle: a\r\n---\r\nb'), { id }).toString()).toBe(
      `---\r\nid: "${id}"\r\ntitle: a\r\n---\r\nb`,
    );
  });

  test('what cannot be read or told apart is refused, never rewritten', () => {
    for (const file of ['---\na: [1\n---\nb', '---\n{title: a, x: {y: 1}}\n---\nb'])
      expect(() => withFront(Buffer.from(file), { title: 'b' })).toThrow(
        expect.objectContaining({ code: 'broken-front-matter' }),
      );
  });

  test('changes to a file of ours equal writing it anew', () => {
    fc.assert(
      fc.property(front, front, body, (before, changes, body) => {
        const after = parseDrawer(withFront(renderDrawer(before, body), changes));
        expect(after.front).toEqual({ ...before, ...changes });
        expect(after.body.equals(body)).toBe(true);
      }),
      { numRuns: longRun(300, 3000) },
    );
  });

  test('the typed view drops what it cannot hold, not what it can', () => {
    expect(typedFrontMatter({ a: { b: 1 }, c: [1, 'x', null], d: [[1]], e: null })).toEqual({
      c: [1, 'x', null],
      e: null,
    });
  });
});
