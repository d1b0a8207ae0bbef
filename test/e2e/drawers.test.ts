import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { builtBeforeAll, Machine, shapeOf } from './support.js';

builtBeforeAll();

interface Written {
  id: string;
  path: string;
  commit: string | null;
  status: string;
  changes: { kind: string; id: string | null; path: string }[];
}

async function machineWithPalace(engine: 'system' | 'isomorphic' = 'system'): Promise<Machine> {
  const machine = new Machine(engine);
  const made = await machine.cli(['init', '--json']);
  if (made.code !== 0) throw new Error(made.stderr);
  return machine;
}

async function json<Shape = Written>(machine: Machine, args: string[], input?: string): Promise<Shape> {
  const ran = await machine.cli([...args, '--json'], { input });
  if (ran.code !== 0) throw new Error(`palace ${args.join(' ')}: ${ran.code}\n${ran.stdout}${ran.stderr}`);
  return ran.json<Shape>();
}

async function assertClean(machine: Machine): Promise<void> {
  expect(await machine.git('status', '--porcelain')).toBe('');
  await machine.git('fsck', '--strict', '--no-dangling');
}

describe.each(ENGINES)('a drawer from the command line (%s git)', (engine) => {
  it('is filed, shown byte for byte, edited, moved, removed and brought back', async () => {
    const machine = await machineWithPalace(engine);
    const text = '\uFEFF---\r\ntitle: no front-matter\r\n---\r\nwords 为什么 👍, no end';
    const added = await json(machine, ['add', '-', '--wing', 'W', '--room', 'R'], text);
    expect(added).toMatchObject({ status: 'added', path: expect.stringMatching(/^wings\/w\/r\//) });
    expect((await machine.cli(['show', added.id, '--raw'])).bytes).toEqual(Buffer.from(text));
    expect(await json(machine, ['add', '-', '--wing', 'w', '--room', 'r'], text)).toMatchObject({
      status: 'exists',
      id: added.id,
      commit: null,
    });

    await json(machine, ['edit', added.id, '--text', 'other words']);
    expect((await machine.cli(['show', added.id, '--raw'])).stdout).toBe('other words');
    expect((await machine.cli(['show', added.id, '--at', added.commit ?? '', '--raw'])).bytes).toEqual(
      Buffer.from(text),
    );

    await json(machine, ['move', added.id, '--to', 'x/y']);
    await json(machine, ['remove', added.id]);
    const missing = await machine.cli(['show', added.id, '--json']);
    expect(missing.code).toBe(4);
    expect(missing.json<{ error: { code: string } }>().error.code).toBe('not-found');

    const restored = await json(machine, ['restore', added.id.slice(0, 8)]);
    expect(restored.changes).toMatchObject([
      { kind: 'added', id: added.id, path: expect.stringMatching(/^wings\/x\/y\//) },
    ]);
    await json(machine, ['undo']);
    expect((await machine.cli(['show', added.id])).code).toBe(4);
    await json(machine, ['undo']);
    expect((await machine.cli(['show', added.id, '--raw'])).stdout).toBe('other words');
    const { entries } = await json<{ entries: { op: string }[] }>(machine, ['log', added.id]);
    expect(entries.map((entry) => entry.op)).toEqual(['undo', 'undo', 'restore', 'remove', 'move', 'edit', 'add']);
    await assertClean(machine);
  });

  it('what a person edits by hand is seen by diff and status and saved by save', async () => {
    const machine = await machineWithPalace(engine);
    const { path } = await json(machine, ['add', 'We use REST here.', '--wing', 'w']);
    const file = join(machine.palace, path);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/REST here\.$/, 'GraphQL here.'));
    machine.write(machine.palace, { 'wings/w/general/dropped.md': '# Dropped in\n\nwords\n' });
    const diff = await machine.cli(['diff']);
    expect(diff.stdout).toContain('We use [-REST-]{+GraphQL+} here.');
    expect(diff.stdout).toContain('+ Dropped in');
    expect((await machine.cli(['status'])).stdout).toContain('2 unsaved edits: palace save');
    const saved = await json(machine, ['save', '-m', 'Sunday']);
    expect(saved.changes.map(({ kind }) => kind).sort()).toEqual(['added', 'changed']);
    expect(await machine.git('log', '-1', '--format=%an: %s')).toBe('Ada Tester: Sunday\n');
    expect((await machine.cli(['save'])).stdout).toBe('nothing to save\n');
    await assertClean(machine);
  });
});

describe('commands for drawers', () => {
  it('the JSON of each has these keys', async () => {
    const machine = await machineWithPalace();
    const shapes: Record<string, string[]> = {};
    const run = async (name: string, args: string[]): Promise<Written> => {
      const result = await json(machine, args);
      shapes[name] = shapeOf(result);
      return result;
    };
    const one = await run('add', ['add', 'first words', '--wing', 'w', '--hall', 'facts', '--date', '2026-03-04']);
    await run('show', ['show', one.id]);
    await run('list', ['list']);
    await run('tree', ['tree']);
    await run('edit', ['edit', one.id, '--text', 'second words']);
    await run('move', ['move', one.id, '--to', 'x/y']);
    await run('remove', ['remove', one.id]);
    await run('restore', ['restore', one.id]);
    await run('undo', ['undo']);
    machine.write(machine.palace, { 'wings/w/r/new.md': 'dropped in', 'other.txt': 'mine' });
    await run('diff', ['diff', 'HEAD~3']);
    await run('status', ['status']);
    await run('save', ['save']);
    await run('log', ['log']);
    const duplicate = await machine.cli(['add', 'dropped in', '--wing', 'w', '--room', 'other', '--json']);
    expect(duplicate.code).toBe(5);
    shapes.duplicate = shapeOf(duplicate.json());
    // Wings, rooms and halls are keys of their own.
    expect(shapes).toMatchSnapshot();
  });

  it('what is wrong is said with its exit code, also as JSON, and nothing is written', async () => {
    const machine = await machineWithPalace();
    const cases: [string[], number, string][] = [
      [['add'], 2, 'give either a text'],
      [['add', ''], 2, 'empty'],
      [['add', 'x', '--wing', '../y'], 2, 'wing'],
      [['add', 'x', '--hall', 'fact'], 2, 'did you mean "facts"?'],
      [['show', 'd-0123456789abcdef'], 4, 'd-0123456789abcdef'],
      [['list', '--wing', 'nowhere'], 4, 'nowhere'],
      [['move', 'd-0123456789abcdef'], 2, 'where to?'],
      [['remove'], 2, 'no drawer was named'],
      [['undo', 'nonsense'], 4, 'nonsense'],
      [['undo'], 2, 'there is nothing before it'],
      [['diff', 'nonsense'], 4, 'neither a revision'],
      [['restore', 'd-0123456789abcdef'], 4, 'd-0123456789abcdef'],
      [['log', 'd-0123456789abcdef'], 4, 'd-0123456789abcdef'],
      [['log', '--since', 'soon'], 2, '--since 2026-03'],
    ];
    for (const [args, code, words] of cases) {
      const ran = await machine.cli(args);
      expect({ args, code: ran.code, stdout: ran.stdout }).toEqual({ args, code, stdout: '' });
      expect(ran.stderr).toContain(words);
      expect(ran.stderr).not.toContain('    at ');
      const asJson = await machine.cli([...args, '--json']);
      expect({ args, code: asJson.code }).toEqual({ args, code });
      expect(asJson.json<{ error: object }>().error).toMatchObject({
        code: expect.any(String),
        next: expect.any(Array),
      });
    }
    expect(await machine.git('rev-list', '--count', 'HEAD')).toBe('1\n');
    await assertClean(machine);
  });

  it('without a palace no command writes anything', async () => {
    const machine = new Machine();
    for (const args of [['add', 'x'], ['list'], ['tree'], ['status'], ['log'], ['diff'], ['save'], ['undo']]) {
      const ran = await machine.cli(args);
      expect(ran.code).toBe(3);
      expect(ran.stderr).toContain('palace init');
    }
  });
});
