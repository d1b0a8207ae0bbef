import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { tempDir } from '../support/temp.js';

interface Loader {
  load(file: string): unknown;
  keep(): void;
}
const { ProgramLoader } = createRequire(import.meta.url)('../../bin/loader.js') as {
  ProgramLoader: new (root: string, word: string | undefined, env: Record<string, string>) => Loader;
};

let root = '';
let home = '';
/** A program of two modules; `answer` is one digit, so that other sources are as long. */
function program(answer: number): void {
  mkdirSync(join(root, 'dist', 'part'), { recursive: true });
  writeFileSync(
    join(root, 'dist', 'main.js'),
    "const { answer } = require('./part/answer.js'); exports.ask = () => answer(); exports.here = __filename;",
  );
  writeFileSync(
    join(root, 'dist', 'part', 'answer.js'),
    `exports.answer = () => [${answer}, require('node:os').EOL, require('../main.js').here];`,
  );
}
const cache = (): string => join(home, '.cache', 'palace', 'code');
const kept = (): string[] => (existsSync(cache()) ? readdirSync(cache()) : []);
const keptFile = (): string => join(cache(), kept()[0] ?? '');

/** A run of the program: what it answers, having kept its code. */
function run(env: Record<string, string> = { HOME: home }, word = 'ask'): unknown[] {
  const loader = new ProgramLoader(root, word, env);
  const { ask } = loader.load('main.js') as { ask(): unknown[] };
  const answer = ask();
  loader.keep();
  return answer;
}

beforeEach(() => {
  root = tempDir('palace-loader');
  home = tempDir('palace-loader-home');
  program(1);
});

describe('the loader', () => {
  it('runs modules that need each other, with the code kept and without', () => {
    const expected = [1, '\n', join(root, 'dist', 'main.js')];
    expect(run({})).toEqual(expected);
    expect(kept()).toEqual([]);
    for (let round = 0; round < 3; round++) expect(run()).toEqual(expected);
    expect(kept()).toHaveLength(1);
    expect(statSync(keptFile()).mode & 0o777).toBe(0o600);
  });

  it('writes the code once', () => {
    run();
    const first = statSync(keptFile());
    run();
    expect(statSync(keptFile()).ino).toBe(first.ino);
  });

  it('never runs the code of another source, though it is as long', () => {
    run();
    const before = readFileSync(keptFile());
    program(2);
    expect(run()[0]).toBe(2);
    expect(readFileSync(keptFile()).equals(before)).toBe(false);
    expect(run()[0]).toBe(2);
    program(1);
    expect(run()[0]).toBe(1);
  });

  it('heals a damaged file', () => {
    run();
    const right = readFileSync(keptFile());
    const damages: [string, Buffer][] = [
      ['empty', Buffer.alloc(0)],
      ['cut short', right.subarray(0, right.length - 9)],
      ['something else', Buffer.from('not compiled code at all')],
      ...[0, 5, 9, 20, right.length >> 1, right.length - 3].map((at): [string, Buffer] => {
        const flipped = Buffer.from(right);
        flipped[at] = (flipped[at] ?? 0) ^ 0x10;
        return [`byte ${at} flipped`, flipped];
      }),
    ];
    for (const [what, bytes] of damages) {
      writeFileSync(keptFile(), bytes);
      expect(run()[0], what).toBe(1);
      expect(readFileSync(keptFile()).length, what).toBe(right.length);
    }
  });

  it('trusts no file that others may write', () => {
    run();
    const file = keptFile();
    const first = statSync(file).ino;
    chmodSync(file, 0o666);
    expect(run()[0]).toBe(1);
    expect(statSync(file).ino).not.toBe(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('works where nothing can be kept', () => {
    writeFileSync(join(home, '.cache'), 'a file, not a folder');
    expect(run()[0]).toBe(1);
    expect(run({ HOME: home, XDG_CACHE_HOME: 'relative' })[0]).toBe(1);
    expect(existsSync('relative')).toBe(false);
    const elsewhere = tempDir('palace-loader-xdg');
    expect(run({ HOME: home, XDG_CACHE_HOME: elsewhere, NODE_DISABLE_COMPILE_CACHE: '1' })[0]).toBe(1);
    expect(readdirSync(elsewhere)).toEqual([]);
    symlinkSync(join(elsewhere, 'nowhere', 'deep'), join(elsewhere, 'palace'));
    expect(run({ XDG_CACHE_HOME: elsewhere })[0]).toBe(1);
  });

  it('keeps the code of each command apart, and of words that name none together', () => {
    for (const word of ['ask', 'tell', '../../x', '--flag']) run({ HOME: home }, word);
    expect(kept().map((name) => name.split('-')[0])).toEqual(['ask', 'other', 'tell']);
  });

  it('keeps what an earlier run of the command needed and this one does not', () => {
    run();
    const size = statSync(keptFile()).size;
    const loader = new ProgramLoader(root, 'ask', { HOME: home });
    writeFileSync(join(root, 'dist', 'more.js'), 'exports.more = () => 1;');
    loader.load('more.js');
    loader.keep();
    expect(statSync(keptFile()).size).toBeGreaterThan(size);
    run();
    expect(statSync(keptFile()).size).toBeGreaterThan(size);
  });
});
