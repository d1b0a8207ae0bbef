import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBlame } from '../../src/history/blame.js';
import { readDiff } from '../../src/history/diff.js';
import { editDrawer } from '../../src/services/edit/edit.js';
import { mine } from '../../src/services/mine/mine.js';
import { moveDrawers } from '../../src/services/move/move.js';
import { removeDrawers } from '../../src/services/remove/remove.js';
import { restoreDrawers } from '../../src/services/restore/restore.js';
import { showDrawer } from '../../src/services/show/show.js';
import { undoOperation } from '../../src/services/undo/undo.js';
import { sourceFolder } from '../services/mine/support.js';
import { remember } from '../services/support.js';
import { longRun } from '../support/counts.js';
import { ENGINES } from '../support/engines.js';
import { gitIn, type TestPalace, testPalace } from '../support/palace.js';

type Step =
  | { do: 'add' | 'move' | 'remove' | 'restore' | 'undo'; which: number }
  | { do: 'mine'; which: number; at: number }
  | { do: 'edit'; which: number; at: number; how: 'insert' | 'replace' | 'delete' };

const which = fc.nat({ max: 5 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), which }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('move', 'remove', 'restore', 'undo'), which }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('mine' as const), which, at: fc.nat({ max: 6 }) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('edit' as const),
        which,
        at: fc.nat({ max: 6 }),
        how: fc.constantFrom('insert', 'replace', 'delete'),
      }),
    },
  ),
  { minLength: 5, maxLength: longRun(7, 25) },
);

/** A line and the commit that brought it; every line ever written is a different one. */
interface Line {
  text: string;
  commit: string;
}

interface Drawer {
  id: string;
  /** Undefined while it is removed: then what it was. */
  lines: Line[] | undefined;
  last: Line[];
  /** Name of the source file that it is mined from, and the lines of that. */
  source?: { name: string; lines: string[] };
}

const textOf = (lines: readonly Line[]) => lines.map(({ text }) => `${text}\n`).join('');
const head = (palace: TestPalace) => gitIn(palace, 'rev-parse', 'HEAD').trim();
/** Of the memories. What mining must not file again is a log, which only grows. */
const tree = (palace: TestPalace) => gitIn(palace, 'ls-tree', 'HEAD', 'wings').trim();

describe.each(ENGINES)('a random history (%s git)', (engine) => {
  test('show --at, diff and blame agree with a plain model; undo of an undo is what was', {
    timeout: 300_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const palace = await testPalace(engine);
        let serial = 0;
        const drawers: Drawer[] = [];
        const notes = sourceFolder('notes', {});
        /** The lines that the last operation wrote. */
        let newest: Line[] = [];
        /** One of two source files grows by a line, and the folder is mined. */
        const mineNotes = async (which: number, at: number): Promise<Line[] | undefined> => {
          const name = `note-${which % 2}.md`;
          const known = drawers.find(({ source }) => source?.name === name);
          const lines = known?.source?.lines ?? [];
          lines.splice(at % (lines.length + 1), 0, `line ${serial++}`);
          notes.write(name, lines.map((text) => `${text}\n`).join(''));
          const { files, commits } = await mine(palace, { paths: [notes.path], wing: 'mined' });
          if (commits.length === 0) return undefined;
          const commit = head(palace);
          if (!known) {
            const id = files.find(({ path }) => path === name)?.ids[0] ?? '';
            const fresh = lines.map((text) => ({ text, commit }));
            drawers.push({ id, lines: fresh, last: fresh, source: { name, lines } });
            // Taken back and done again, it is a drawer that came back: its lines are as old as they were.
            return [];
          }
          const were = new Map(known.lines?.map((line) => [line.text, line]));
          if (!known.lines) return [];
          known.lines = lines.map((text) => were.get(text) ?? { text, commit });
          known.last = known.lines;
          return known.lines.filter((line) => line.commit === commit);
        };
        const moments: { commit: string; drawers: Map<string, string> }[] = [];
        for (const step of script) {
          const known = drawers[step.which % Math.max(1, drawers.length)];
          let written: Line[] = [];
          if (step.do === 'mine') {
            const lines = await mineNotes(step.which, step.at);
            if (!lines) continue;
            written = lines;
          } else if (step.do === 'add' || !known) {
            const texts = [0, 1, 2].map(() => `line ${serial++}`);
            const { id } = await remember(palace, `${texts.join('\n')}\n`);
            const lines = texts.map((text) => ({ text, commit: head(palace) }));
            drawers.push({ id, lines, last: lines });
          } else if (step.do === 'undo') {
            const before = tree(palace);
            await undoOperation(palace, {});
            await undoOperation(palace, {});
            expect(tree(palace)).toBe(before);
            // It was taken out, and written again.
            for (const line of newest) line.commit = head(palace);
            continue;
          } else if (step.do === 'restore') {
            if (known.lines) continue;
            await restoreDrawers(palace, { drawer: known.id });
            known.lines = known.last;
          } else if (!known.lines) continue;
          else if (step.do === 'edit' && known.source) continue;
          else if (step.do === 'move') await moveDrawers(palace, { ids: [known.id], to: `w${serial++}/r` });
          else if (step.do === 'remove') {
            await removeDrawers(palace, { ids: [known.id] });
            known.lines = undefined;
          } else if (step.do === 'edit' && !known.source) {
            const at = step.at % (known.lines.length + 1);
            const fresh = { text: `line ${serial++}`, commit: '' };
            const lines = known.lines.toSpliced(
              at,
              step.how === 'insert' ? 0 : 1,
              ...(step.how === 'delete' ? [] : [fresh]),
            );
            if (lines.length === 0 || textOf(lines) === textOf(known.lines)) continue;
            await editDrawer(palace, { drawer: known.id, content: { kind: 'text', text: textOf(lines) } });
            fresh.commit = head(palace);
            written = [fresh];
            known.lines = lines;
            known.last = lines;
          }
          newest = written;
          const standing = drawers.flatMap(({ id, lines }): [string, string][] => (lines ? [[id, textOf(lines)]] : []));
          moments.push({ commit: head(palace), drawers: new Map(standing) });
        }

        for (const { id, lines } of drawers) {
          if (!lines) continue;
          const blamed = (await readBlame(palace, { drawer: id })).lines.map(({ text, commit }) => ({ text, commit }));
          expect(blamed).toEqual(lines);
        }
        const [first, last] = [moments[0], moments.at(-1)];
        for (const { commit, drawers: then } of moments)
          for (const [id, text] of then)
            expect((await showDrawer(palace, { drawer: id, at: commit })).body.toString()).toBe(text);
        if (!first || !last) return;
        const diff = await readDiff(palace, { from: first.commit, to: last.commit });
        const ids = (of: { id: string }[]) => of.map(({ id }) => id).sort();
        const [a, b] = [first.drawers, last.drawers];
        expect(ids(diff.added)).toEqual([...b.keys()].filter((id) => !a.has(id)).sort());
        expect(ids(diff.removed)).toEqual([...a.keys()].filter((id) => !b.has(id)).sort());
        const touched = [...diff.changed, ...diff.moved].filter(({ hunks }) => hunks.length > 0);
        expect(ids(touched)).toEqual([...b.keys()].filter((id) => a.has(id) && a.get(id) !== b.get(id)).sort());
      }),
      { numRuns: longRun(3, 60) },
    );
  });
});
