import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { JsoncDocument } from '../../src/clients/jsonc-edit.js';

const open = (text: string) => JsoncDocument.open(text, 'settings.json');

async function edited(text: string, edit: (document: JsoncDocument) => void): Promise<string> {
  const document = await open(text);
  edit(document);
  return document.text;
}

const COMMENTED = `// of Mira
{
\t"theme": "dark", // not light
\t/* servers */
\t"mcpServers": {
\t\t// the first
\t\t"one": { "command": "one" } // ends the line
\t}, // after the servers
\t"last": [1, 2,], // a comma too many
}
`;

describe('a JSON file with comments', () => {
  it('takes a value at the end of an object, behind the comments of the line', async () => {
    const after = await edited(COMMENTED, (document) => document.set(['mcpServers', 'palace'], { command: 'palace' }));
    expect(after).toBe(
      COMMENTED.replace(
        '{ "command": "one" } // ends the line\n',
        '{ "command": "one" }, // ends the line\n\t\t"palace": {\n\t\t\t"command": "palace"\n\t\t}\n',
      ),
    );
    expect(await edited(after, (document) => document.remove(['mcpServers', 'palace']))).toBe(COMMENTED);
  });

  it('keeps a comma behind the last value where the file has one', async () => {
    const after = await edited(COMMENTED, (document) => document.set(['hooks'], {}));
    expect(after).toBe(COMMENTED.replace('a comma too many\n', 'a comma too many\n\t"hooks": {},\n'));
    expect(await edited(after, (document) => document.remove(['hooks']))).toBe(COMMENTED);
  });

  it('loses a value in the middle, and no comment beside it', async () => {
    const after = await edited(COMMENTED, (document) => document.remove(['mcpServers']));
    expect(after).toBe(
      '// of Mira\n{\n\t"theme": "dark", // not light\n\t/* servers */\n\t// after the servers\n\t"last": [1, 2,], // a comma too many\n}\n',
    );
  });

  it.each([
    ['nothing', '', '{\n  "a": {\n    "b": 1\n  }\n}\n'],
    ['an empty object', '{}', '{\n  "a": {\n    "b": 1\n  }\n}'],
    ['an empty object over lines', '{\n}\n', '{\n  "a": {\n    "b": 1\n  }\n}\n'],
    ['an object with a comment only', '{\n  // none yet\n}\n', '{\n  // none yet\n  "a": {\n    "b": 1\n  }\n}\n'],
    ['all on one line', '{"x": [1], "y": 2}', '{"x": [1], "y": 2, "a": {"b":1}}'],
    [
      'line ends of Windows',
      '{\r\n    "x": 1\r\n}\r\n',
      '{\r\n    "x": 1,\r\n    "a": {\r\n        "b": 1\r\n    }\r\n}\r\n',
    ],
    ['a value on the way', '{\n  "a": { "c": 1 }\n}', '{\n  "a": { "c": 1,\n    "b": 1\n  }\n}'],
  ])('takes a value into %s', async (_, before, after) => {
    expect(await edited(before, (document) => document.set(['a', 'b'], 1))).toBe(after);
    expect(await edited(after, (document) => document.set(['a', 'b'], 1))).toBe(after);
  });

  it('is refused when it is broken, or something else stands on the way', async () => {
    for (const text of ['{', '[]', '{"a": 1,, "b": 2}', 'nonsense'])
      await expect(open(text)).rejects.toMatchObject({ code: 'bad-json' });
    const document = await open('{"mcpServers": [1], "hooks": {"Stop": {}}}');
    expect(() => document.set(['mcpServers', 'palace'], 1)).toThrow(/not what it should be/);
    expect(() => document.push(['hooks', 'Stop'], 1)).toThrow(/not what it should be/);
    expect(document.text).toBe('{"mcpServers": [1], "hooks": {"Stop": {}}}');
  });

  it('is pruned of what is empty, but for comments', async () => {
    expect(await edited('{"a": {"b": [ ]}, "c": 1}', (document) => document.prune(['a', 'b']))).toBe('{"c": 1}');
    expect(await edited('{"a": {"b": [ /* x */ ]}}', (document) => document.prune(['a', 'b']))).toBe(
      '{"a": {"b": [ /* x */ ]}}',
    );
  });
});

/** A file as somebody may have written it: each value with comments and blanks around it. */
const blank = fc.constantFrom('', ' ', '\n  ', ' // one\n', '/* two */', '\n\n    /* three\n */ ');
const value: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('1', 'true', 'null', '"x, y"', '"// no comment"', '"\\"}"'),
    fc
      .tuple(fc.array(fc.tuple(blank, tie('value'), blank), { maxLength: 3 }), blank)
      .map(([items, end]) => `[${items.map((item) => item.join('')).join(',')}${end}]`),
    fc
      .tuple(
        fc.uniqueArray(fc.constantFrom('a', 'b', 'c d'), { maxLength: 3 }),
        fc.array(fc.tuple(blank, tie('value'), blank), { minLength: 3, maxLength: 3 }),
        blank,
        fc.boolean(),
      )
      .map(([keys, items, end, comma]) => {
        const inner = keys.map(
          (key, at) => `${items[at]?.[0]}${JSON.stringify(key)}:${items[at]?.[1]}${items[at]?.[2]}`,
        );
        return `{${inner.join(',')}${comma && inner.length > 0 ? ',' : ''}${end}}`;
      }),
  ),
})).value;
const file = value.filter((text) => text.startsWith('{'));
const commentsOf = (text: string): string[] => text.match(/\/\/ one|\/\* two \*\/|\/\* three/g) ?? [];
const contentOf = (text: string): Record<string, unknown> => {
  const errors: never[] = [];
  const root = parse(text, errors, { allowTrailingComma: true }) as Record<string, unknown>;
  expect(errors).toEqual([]);
  return root;
};

describe('any JSON file', () => {
  it('is what it was and the new value, with all its comments; and without it, what it was', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.constantFrom(['p'], ['p', 'q'], ['a', 'p']), async (text, path) => {
        const before = contentOf(text);
        const inner = before.a;
        const isFree =
          path[0] === 'p' || (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) || !('a' in before);
        fc.pre(isFree);
        const put = await edited(text, (document) => document.set(path, { x: [1] }));
        const wanted = structuredClone(before);
        const [first = ''] = path;
        wanted[first] ??= {};
        const holder = path.length === 1 ? wanted : (wanted[first] as Record<string, unknown>);
        holder[path.at(-1) ?? ''] = { x: [1] };
        expect(contentOf(put)).toEqual(wanted);
        expect(commentsOf(put)).toEqual(commentsOf(text));
        const again = await edited(put, (document) => document.set(path, { x: [1] }));
        expect(again).toBe(put);
        const gone = await edited(put, (document) => {
          document.remove(path);
          if (path.length === 2 && !('a' in before && path[0] === 'a')) document.prune(path.slice(0, 1));
        });
        expect(contentOf(gone)).toEqual(before);
        expect(commentsOf(gone)).toEqual(commentsOf(text));
      }),
      { numRuns: 300 },
    );
  });

  it('loses each of its values alone', async () => {
    await fc.assert(
      fc.asyncProperty(file, async (text) => {
        const before = contentOf(text);
        for (const key of Object.keys(before)) {
          const { [key]: _gone, ...others } = before;
          expect(contentOf(await edited(text, (document) => document.remove([key])))).toEqual(others);
        }
      }),
      { numRuns: 200 },
    );
  });
});
