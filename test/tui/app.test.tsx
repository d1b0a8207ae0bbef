import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { render } from 'ink-testing-library';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPalace } from '../../src/palace/open.js';
import type { Palace } from '../../src/palace/types.js';
import { addMemory } from '../../src/services/add/add.js';
import { WarmSearch } from '../../src/services/find/warm-search.js';
import { initPalace } from '../../src/services/init/init.js';
import { addFact } from '../../src/services/kg/add.js';
import { App } from '../../src/tui/app/app.js';
import type { Hands } from '../../src/tui/data/jobs.js';
import { painter } from '../../src/tui/draw/theme.js';
import type { Start } from '../../src/tui/state/start.js';
import { startState } from '../../src/tui/state/start.js';
import { Store } from '../../src/tui/store.js';
import { gitIn } from '../support/palace.js';
import { testRuntime } from '../support/runtime.js';
import { tempDir } from '../support/temp.js';
import { actionsOf } from './support.js';

interface Shown {
  store: Store;
  copied: string[];
  left: (readonly string[])[];
  frame(): string;
  /** Bytes as a terminal sends them. */
  type(bytes: string): void;
  /** The frame as soon as it has this. */
  shows(text: string | RegExp): Promise<string>;
}

/** The program on a palace, without a terminal. */
function show(palace: Palace, start: Partial<Start> = {}, hands: Partial<Hands> = {}, spoken = false): Shown {
  const store = new Store(
    startState({ size: { columns: 100, rows: 30 }, query: '', filters: { mode: 'keyword' }, print: false, ...start }),
  );
  const sources = { palace, words: new WarmSearch(palace), meaning: new WarmSearch(palace) };
  const copied: string[] = [];
  const left: (readonly string[])[] = [];
  const allHands: Hands = {
    palace,
    openEditor: async () => 1,
    copy: (text) => void copied.push(text),
    suspend: async () => {},
    ...hands,
  };
  const { lastFrame, unmount } = render(
    <App
      store={store}
      sources={sources}
      hands={allHands}
      paint={painter(false)}
      spoken={spoken}
      onCursor={() => {}}
      onLeave={(chosen) => void left.push(chosen)}
    />,
  );
  onTestFinished(async () => {
    unmount();
    await Promise.all([sources.words.close(), sources.meaning.close()]);
  });
  const frame = (): string => lastFrame() ?? '';
  return {
    store,
    copied,
    left,
    frame,
    type: (bytes) => store.dispatch(...actionsOf(bytes)),
    shows: async (text) => {
      await expect
        .poll(frame, { timeout: 20_000, interval: 20 })
        .toMatch(text instanceof RegExp ? text : literally(text));
      return frame();
    },
  };
}

function literally(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}

/** A palace of three drawers that tests only look at: made once, because each drawer is a commit. */
let looked: Palace;
let root: string;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'palace-tui-')));
  looked = await harbour(root);
});

afterAll(async () => {
  await looked.close();
  rmSync(root, { recursive: true, force: true });
});

async function harbour(home: string): Promise<Palace> {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
    EDITOR: 'none',
  };
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ada Tester\n\temail = ada@example.org\n');
  const runtime = testRuntime({ home, env });
  await initPalace({ root: join(home, 'palace'), runtime, git: 'system' });
  const palace = await openPalace(join(home, 'palace'), runtime, { git: 'system' });
  const add = (text: string, wing: string, room: string, date: string) =>
    addMemory(palace, { content: { kind: 'text', text }, wing, room, date });
  await add('# Beacon\n\nThe lamp turns westward at dusk.\n\nNobody is on watch.\n', 'tide', 'lights', '2026-03-04');
  await add('# Moorings\n\nShips lie at the quay.\n', 'tide', 'harbour', '2026-03-05');
  await add('# Evil\n\nIt says \u001b[2J\u001b]0;gone\u0007 and more.\n', 'drift', 'lights', '2026-03-06');
  const ben = { subject: 'Ben', predicate: 'works_at' };
  await addFact(palace, { ...ben, object: 'Harbor', valid_from: '2022-01', valid_to: '2023-12' });
  await addFact(palace, { ...ben, object: 'Lighthouse', valid_from: '2024-01' });
  return palace;
}

const ESC = '\u001b';

describe('search', () => {
  it('finds while one types, marks what matches, opens, goes back and leaves', async () => {
    const { type, shows, left } = show(looked);
    expect(await shows('3/3 drawers')).toContain('newest first');
    type('westward');
    const frame = await shows('1/1 drawer');
    expect(frame).toContain('tide/lights');
    expect(frame).toMatch(/┃ The lamp turns westward/);
    type('\r');
    await shows('[text]');
    type(ESC);
    await shows('› westward');
    type(ESC);
    await shows('3/3 drawers');
    type(ESC);
    await expect.poll(() => left).toEqual([[]]);
  });

  it('filters by what there is, with counts, and says when nothing is left', async () => {
    const { type, shows } = show(looked);
    await shows('3/3 drawers');
    type('\u0006wing\r');
    await shows(/tide +2/);
    type('tide\r');
    expect(await shows('2/2 drawers')).toContain('[wing tide]');
    type('nowhere');
    await shows('ctrl-f takes filters away');
  });

  it('shows what a memory says, never does it', async () => {
    const { type, shows, frame } = show(looked);
    type('gone');
    await shows('It says');
    expect(frame()).not.toContain(ESC);
    expect(frame()).toContain('�[2J');
  });

  it('copies ids, and with --print gives the marked drawers', async () => {
    const { type, shows, copied, left } = show(looked, { print: true });
    await shows('3/3 drawers');
    type('\u0019');
    await expect.poll(() => copied).toEqual([expect.stringMatching(/^d-[0-9a-f]{16}$/)]);
    type('\t\t');
    await shows('2 marked');
    type('\r');
    await expect.poll(() => left).toHaveLength(1);
    expect(left[0]).toEqual([
      expect.stringMatching(/^wings\/drift\/lights\//),
      expect.stringMatching(/^wings\/tide\/harbour\//),
    ]);
  });

  it('says what is wrong and what to do', async () => {
    const { type, shows } = show(looked, { filters: { mode: 'keyword', asOf: 'no-such-revision' } });
    type('lamp');
    expect(await shows('neither a revision')).toContain('palace log');
  });
});

describe('walking', () => {
  it('through the tree to a drawer, with what the room is about beside it', async () => {
    const { type, shows } = show(looked);
    type(`${ESC}2`);
    await shows(/▸ tide/);
    type(`j${ESC}[C`);
    await shows(/▸ lights/);
    type('jj\r');
    await shows(/tide\/lights {2}1 drawer/);
    // The room of the same name in the other wing.
    await shows(/⇄ drift\/lights/);
    type('j\r');
    await shows(/▾ drift/);
    expect(await shows(/· Evil/)).toMatch(/› +▾ lights/);
    type('/');
    await shows('[wing drift]  [room lights]');
  });
});

describe('a drawer', () => {
  it('is edited, restored, moved, removed and brought back, one commit each', async () => {
    const palace = await harbour(tempDir());
    onTestFinished(() => palace.close());
    const openEditor: Hands['openEditor'] = async (_, file) => {
      await writeFile(file, (await readFile(file, 'utf8')).replace('westward', 'eastward'));
      return 0;
    };
    const { type, shows } = show(palace, {}, { openEditor });
    type('lamp');
    await shows('1/1 drawer');
    type('\r');
    await shows('[text]');
    type('e');
    await shows('edited Beacon');
    await shows('eastward');
    type('R');
    await shows('choose a commit');
    const log = await shows(/[0-9a-f]{7} added add/);
    expect(log).toMatch(/› [0-9a-f]{7} changed edit/);
    type('jR');
    await shows('Restore Beacon as it was after');
    type('y');
    await shows('restored Beacon');
    type('m');
    await shows('Move to');
    type('drift/harbour\r');
    await shows('moved Beacon to drift/harbour');
    await shows(/^Beacon +drift\/harbour/);
    type('d');
    await shows('Remove Beacon?');
    type('n');
    await shows('[history]');
    type('dy');
    await shows('removed Beacon');
    type(`${ESC}u`);
    await shows('took back: remove Beacon');
    expect(gitIn(palace, 'log', '--format=%s', '-5').trim().split('\n').reverse()).toEqual([
      'edit Beacon',
      expect.stringMatching(/^restore Beacon as of /),
      expect.stringMatching(/^move Beacon/),
      'remove Beacon',
      expect.stringMatching(/^undo /),
    ]);
    expect(gitIn(palace, 'status', '--porcelain')).toBe('');
  });

  it('shows who wrote each line', async () => {
    const { type, shows } = show(looked);
    type('quay');
    await shows('1/1 drawer');
    type('\r');
    await shows('[text]');
    type(`${ESC}[D`);
    expect(await shows('Ships lie at the quay.')).toContain('Ada Tester');
  });
});

describe('for a screen reader', () => {
  it('says where one is, what is chosen and as which of how many', async () => {
    const { type, shows } = show(looked, {}, {}, true);
    await shows('1 of 3:');
    type(`${ESC}[B`);
    const frame = await shows('2 of 3:');
    expect(frame).toContain('Moorings, 2026-03-05');
    expect(frame).not.toMatch(/[│─›]/);
  });
});

/** Ids of commits and of facts are others each time; their length is what a reader sees. */
function withoutIds(frame: string): string {
  return frame
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\be-[0-9a-f]{12}-[0-9a-f]{12}\b/g, 'e-0123456789ab-0123456789ab')
    .replace(/\b([dt])-[0-9a-f]{16}\b/g, '$1-0123456789abcdef')
    .replace(/-[0-9a-f]{8}\.md/g, '-01234567.md')
    .replace(/facts\/[0-9a-f]{12}/g, 'facts/0123456789ab')
    .replace(/06-01 \d\d:\d\d/g, '06-01 12:00')
    .replace(' · no model', '')
    .replace(/\b[0-9a-f]{40}\b/g, '0123456789abcdef0123456789abcdef01234567')
    .replace(/(?<![-\w])(?=[0-9a-f]*\d)[0-9a-f]{7}(?![-\w])/g, '0123abc');
}

it('docs/tui shows the screens as they are', async () => {
  const matches = (name: string, frame: string): Promise<void> =>
    expect(`${withoutIds(frame)}\n`).toMatchFileSnapshot(join(import.meta.dirname, '..', '..', 'docs', 'tui', name));
  const { type, shows, store } = show(looked, { size: { columns: 100, rows: 24 } });
  await shows('3/3 drawers');
  type('lamp');
  await shows(/1\/1 drawer · by words · [0-9a-f]{7}/);
  // Everything that the screen asks for has been answered.
  await expect.poll(() => store.state().data.status !== undefined, { timeout: 20_000 }).toBe(true);
  await matches('search.txt', await shows(/filed 2026-06-01[\s\S]*┃ The lamp turns/));
  type('\r');
  await shows(/^Beacon +tide\/lights/);
  type(`${ESC}[C${ESC}[C`);
  await matches('drawer-history.txt', await shows(/added add[\s\S]*\+ Beacon/));
  type(`${ESC}2`);
  await shows(/▸ tide/);
  type('j\r');
  await shows(/▸ lights/);
  type('jj\r');
  await shows('⇄ drift/lights');
  await matches('palace.txt', await shows(/tide\/lights {2}1 drawer/));
  type(`${ESC}3`);
  await matches('history.txt', await shows(/fact: add Ben works_at Lighthouse[\s\S]*6\/6 operations/));
  type(`${ESC}4`);
  await shows(/› Ben/);
  type('Ben\r');
  await shows('1 of 2 facts hold');
  type(`${ESC}[D${ESC}[D${ESC}[D`);
  await matches('facts.txt', await shows(/as of 2022-01[\s\S]*1 of 2 facts hold/));
  type(`${ESC}5`);
  await shows('nothing waits for you');
  store.dispatch({ type: 'resized', size: { columns: 40, rows: 10 } });
  type(`${ESC}1`);
  await matches('narrow.txt', await shows(/^› lamp/));
});
