import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Palace } from '../../../src/palace/types.js';
import type { MineResult } from '../../../src/services/mine/types.js';
import { longRun } from '../../support/counts.js';
import { gitIn, type TestPalace, testPalace } from '../../support/palace.js';
import { drawers, editBody, mineInto, type SourceFolder, sourceFolder, wingTree } from './support.js';

const line = (say: object): string => `${JSON.stringify(say)}\n`;
const turn = (number: number): string =>
  line({
    type: number % 2 === 0 ? 'user' : 'assistant',
    uuid: `u${number}`,
    parentUuid: number === 0 ? null : `u${number - 1}`,
    sessionId: 's',
    timestamp: `2026-03-04T10:00:${String(number % 60).padStart(2, '0')}Z`,
    message: { role: number % 2 === 0 ? 'user' : 'assistant', content: `turn ${number}` },
  });

/** A graph of notes with a session in it; what the pages are taken for depends on a file beside them. */
const graph = (): SourceFolder =>
  sourceFolder('graph', {
    'pages/one.md': 'title:: One\n- one\n',
    'pages/two.md': '- two\n',
    'plain.md': '# plain\n',
    'empty.md': '',
    'session.jsonl': turn(0) + turn(1),
  });

/** A palace that counts the files that its last mine read. */
async function counting(): Promise<{ palace: TestPalace; read(): number; isSettled(): boolean }> {
  const said: string[] = [];
  const palace = await testPalace('system');
  palace.runtime.logger.debug = (text) => void said.push(text);
  const read = (): number =>
    Number(/^mine: (\d+) of/.exec(said.findLast((text) => text.startsWith('mine:')) ?? '')?.[1]);
  const isSettled = (): boolean =>
    said.findLast((text) => text.startsWith('mine:'))?.endsWith('no drawer looked at') ?? false;
  return { palace, read, isSettled };
}

/** Mines until all is old enough to be remembered: what was written in the tick of the look is read once more. */
async function remembered(palace: Palace, folder: SourceFolder, read: () => number): Promise<MineResult> {
  for (;;) {
    const result = await mineInto(palace, folder);
    if (read() === 0) return result;
  }
}

describe('what is known of files', () => {
  it('opens none that did not change, and reads the one that did', async () => {
    const { palace, read } = await counting();
    const folder = graph();
    await mineInto(palace, folder);
    expect(read()).toBe(5);
    const again = await remembered(palace, folder, read);
    expect(again).toMatchObject({ commits: [], sources: { read: 4, skipped: 1 }, drawers: { unchanged: 4 } });
    expect(again.files.map(({ adapter, ids }) => [adapter, ids.length])).toHaveLength(4);

    const path = join(folder.path, 'plain.md');
    const { atime, mtime } = statSync(path);
    writeFileSync(path, '# plaim\n');
    utimesSync(path, atime, mtime);
    expect(await mineInto(palace, folder)).toMatchObject({ drawers: { changed: 1, unchanged: 3 } });
    expect(read()).toBe(1);
  });

  it('goes by the files that a reading looked at, too', async () => {
    const { palace, read } = await counting();
    const folder = graph();
    await mineInto(palace, folder);
    await remembered(palace, folder, read);
    folder.write('logseq/config.edn', '{}');
    const { files } = await mineInto(palace, folder);
    expect(files.filter(({ adapter }) => adapter === 'logseq').map(({ path }) => path)).toEqual([
      'pages/one.md',
      'pages/two.md',
    ]);
  });

  it('reads a file again whose drawer was edited, removed or lost, or that is asked for in another way', async () => {
    const { palace, read } = await counting();
    const folder = graph();
    await mineInto(palace, folder);
    await remembered(palace, folder, read);
    const [first] = drawers(palace);
    editBody(palace, first?.path ?? '', (text) => `${text}by hand\n`);
    await mineInto(palace, folder);
    expect(read()).toBe(1);
    await remembered(palace, folder, read);
    gitIn(palace, 'rm', '-q', first?.path ?? '');
    gitIn(palace, 'commit', '-qm', 'gone');
    expect(await mineInto(palace, folder)).toMatchObject({ drawers: { added: 1, unchanged: 3 } });
    expect(read()).toBe(1);
    await mineInto(palace, folder, { tools: 'none' });
    expect(read()).toBe(5);
  });

  it('looks at no drawer when nothing at all changed, and says the same', async () => {
    const { palace, read, isSettled } = await counting();
    const folder = graph();
    await mineInto(palace, folder);
    await remembered(palace, folder, read);
    const looked = await mineInto(palace, folder, { extract: 'general' });
    const settled = await mineInto(palace, folder);
    expect(isSettled()).toBe(true);
    expect(settled).toEqual({ ...looked, labels: null, took_ms: expect.any(Number) });
    const [first] = drawers(palace);
    const changes: (() => void)[] = [
      () => editBody(palace, first?.path ?? '', (text) => `${text}by hand\n`),
      () => folder.write('more.md', '# more\n'),
      () => folder.remove('more.md'),
      () => folder.write('picture.png', Buffer.from([0x89, 0x50, 0, 0])),
    ];
    for (const change of changes) {
      change();
      await mineInto(palace, folder, { allowVanished: true });
      expect(isSettled(), String(change)).toBe(false);
      await remembered(palace, folder, read);
    }
    for (const request of [{ limit: 1 }, { reroute: true }, { dryRun: true }, { wing: 'other' }]) {
      await mineInto(palace, folder, request);
      expect(isSettled(), JSON.stringify(request)).toBe(false);
    }
  });

  it.each(['a mine that wrote nothing', 'a mine that wrote'])(
    'does not answer with what somebody took away while %s was planned',
    async (which) => {
      const { palace, read } = await counting();
      const folder = graph();
      await mineInto(palace, folder);
      await remembered(palace, folder, read);
      rmSync(join(palace.cacheDir, 'mine'), { recursive: true });
      const [gone] = drawers(palace);
      if (which === 'a mine that wrote') folder.write('more.md', '# more\n');
      palace.runtime.onProgress = ({ phase, done, total }) => {
        if (phase !== 'scan' || done !== total) return; // not yet planned to the end
        palace.runtime.onProgress = () => {};
        gitIn(palace, 'rm', '-q', gone?.path ?? '');
        gitIn(palace, 'commit', '-q', '-m', 'gone by hand');
      };
      await mineInto(palace, folder);
      expect(await mineInto(palace, folder)).toMatchObject({ drawers: { added: 1 } });
      expect(drawers(palace).map(({ path }) => path)).toContain(gone?.path);
    },
  );

  it('a damaged or missing cache costs time only, and a dry run writes none', async () => {
    const { palace, read } = await counting();
    const folder = graph();
    await mineInto(palace, folder, { dryRun: true });
    const cache = join(palace.cacheDir, 'mine');
    expect(existsSync(cache)).toBe(false);
    await mineInto(palace, folder);
    const whole = await remembered(palace, folder, read);
    for (const name of readdirSync(cache)) {
      const bytes = readFileSync(join(cache, name));
      writeFileSync(join(cache, name), bytes.subarray(0, bytes.length - 3));
    }
    const same = { ...whole, took_ms: expect.any(Number) };
    expect(await mineInto(palace, folder)).toEqual(same);
    expect(read()).toBe(5);
    rmSync(cache, { recursive: true });
    expect(await mineInto(palace, folder)).toEqual(same);
  });
});

type Edit = { what: string; at: number };
const WHAT = ['write', 'same size', 'delete', 'rename', 'grow', 'config', 'ignore', 'drawer', 'drop', 'nothing'];
const edit: fc.Arbitrary<Edit> = fc.record({ what: fc.constantFrom(...WHAT), at: fc.nat(99) });

function apply(folder: SourceFolder, palaces: readonly Palace[], { what, at }: Edit, count: number): void {
  const pages = readdirSync(join(folder.path, 'pages')).sort();
  const page = `pages/${pages[at % Math.max(1, pages.length)] ?? 'new.md'}`;
  const has = existsSync(join(folder.path, page));
  if (what === 'write') folder.write(page, `- text ${count}\n`);
  if (what === 'same size' && has)
    folder.write(
      page,
      folder
        .read(page)
        .toString()
        .replace(/\w(?=\n$)/, String(count % 10)),
    );
  if (what === 'delete' && has && pages.length > 1) folder.remove(page);
  if (what === 'rename' && has) folder.rename(page, `pages/renamed-${count}.md`);
  if (what === 'grow')
    folder.write('session.jsonl', Array.from({ length: count + 3 }, (_, number) => turn(number)).join(''));
  if (what === 'config')
    existsSync(join(folder.path, 'logseq')) ? folder.remove('logseq') : folder.write('logseq/config.edn', '{}');
  if (what === 'ignore')
    existsSync(join(folder.path, '.gitignore'))
      ? folder.remove('.gitignore')
      : folder.write('.gitignore', 'plain.md\n');
  for (const palace of palaces) {
    const all = drawers(palace);
    const drawer = all[at % all.length]?.path;
    if (drawer === undefined) continue;
    if (what === 'drawer') editBody(palace, drawer, (text) => `${text}hand ${count}\n`);
    if (what === 'drop') {
      gitIn(palace, 'rm', '-q', drawer);
      gitIn(palace, 'commit', '-qm', 'dropped');
    }
  }
}

const told = ({ took_ms: _, commits, op_id: __, ...rest }: MineResult): object => ({
  ...rest,
  commits: commits.length,
});

it('with it and without it, a mine does and says the same, whatever happens in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 3, maxLength: 6 }), async (edits) => {
      const folder = graph();
      const [knowing, fresh] = [await testPalace('system'), await testPalace('system')];
      let count = 0;
      for (const one of [{ what: 'nothing', at: 0 }, { what: 'nothing', at: 0 }, ...edits]) {
        apply(folder, [knowing, fresh], one, ++count);
        rmSync(join(fresh.cacheDir, 'mine'), { recursive: true, force: true });
        const without = told(await mineInto(fresh, folder, { allowVanished: true }));
        expect(told(await mineInto(knowing, folder, { allowVanished: true }))).toEqual(without);
        expect(wingTree(knowing)).toBe(wingTree(fresh));
      }
    }),
    { numRuns: longRun(3, 60), interruptAfterTimeLimit: longRun(60_000, 900_000), markInterruptAsFailure: false },
  );
}, 1_000_000);
