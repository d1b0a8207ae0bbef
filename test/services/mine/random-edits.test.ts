import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longRun } from '../../support/counts.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, gitIn, testPalace } from '../../support/palace.js';
import { drawers, editBody, mineInto, sourceFolder } from './support.js';

/** One step of a life: what happens to the source, what a person does to a drawer; then the project is mined. */
interface Step {
  source: { what: 'insert' | 'replace' | 'delete' | 'rename' | 'nothing' | 'grow'; at: number };
  hand: { what: 'insert' | 'replace' | 'delete' | 'nothing' | 'drop beside'; at: number };
}

const step: fc.Arbitrary<Step> = fc.record({
  source: fc.record({
    what: fc.constantFrom('insert', 'replace', 'delete', 'rename', 'nothing', 'grow'),
    at: fc.nat(1000),
  }),
  hand: fc.record({ what: fc.constantFrom('insert', 'replace', 'delete', 'nothing', 'drop beside'), at: fc.nat(1000) }),
});

/**
 * Every line of the newest source is in some current drawer, except one that a person took out of a drawer themselves; every
 * line that a drawer or the source ever had when it was mined is in history.
 */
async function live(engine: 'system' | 'isomorphic', start: number, steps: readonly Step[]): Promise<void> {
  const palace = await testPalace(engine);
  let count = 0;
  const fresh = (who: string) => `${who} ${count++} ${'lorem '.repeat(count % 5)}`;
  let lines = Array.from({ length: start }, () => fresh('source'));
  let name = 'story.txt';
  const project = sourceFolder('driftwood', { [name]: `${lines.join('\n')}\n`, 'other.txt': 'other\n' });
  const ever = new Set(lines);
  const takenOut = new Set<string>();
  await mineInto(palace, project, { mode: 'files' });

  for (const { source, hand } of steps) {
    const all = drawers(palace).filter(({ text }) => text !== 'other\n');
    const beside = all.filter(({ front }) => front.unit?.endsWith('~source'));
    const own = all.filter((drawer) => !beside.includes(drawer));
    const target = own[hand.at % own.length];
    if (target && hand.what !== 'nothing' && hand.what !== 'drop beside') {
      editBody(palace, target.path, (text) => {
        const old = text.split('\n').slice(0, -1);
        const at = hand.at % Math.max(1, old.length);
        const added = hand.what === 'delete' ? [] : [fresh('hand')];
        const gone = old.splice(at, hand.what === 'insert' ? 0 : 1, ...added);
        for (const line of gone) takenOut.add(line);
        for (const line of added) ever.add(line);
        return old.length === 0 ? '' : `${old.join('\n')}\n`;
      });
    }
    if (hand.what === 'drop beside' && beside[0]) {
      for (const line of beside[0].text.split('\n')) takenOut.add(line);
      gitIn(palace, 'rm', '-q', beside[0].path);
      gitIn(palace, 'commit', '-qm', 'settled');
    }
    const at = source.at % Math.max(1, lines.length);
    if (source.what === 'insert') lines.splice(at, 0, fresh('source'));
    if (source.what === 'replace') lines[at] = fresh('source');
    if (source.what === 'delete' && lines.length > 1) lines.splice(at, 1);
    if (source.what === 'grow') lines = [...lines, ...Array.from({ length: 1200 }, () => fresh('source'))];
    if (source.what === 'rename') {
      project.remove(name);
      name = `story${count++}.txt`;
    }
    for (const line of lines) ever.add(line);
    project.write(name, `${lines.join('\n')}\n`);

    await mineInto(palace, project, { mode: 'files', allowVanished: true });

    const current = new Set(drawers(palace).flatMap(({ text }) => text.split('\n')));
    for (const line of lines) if (!takenOut.has(line)) expect(current).toContain(line);
    expect((await mineInto(palace, project, { mode: 'files' })).commits).toEqual([]);
    assertClean(palace);
  }
  const blobs = gitIn(palace, 'log', '-p', '--format=', '--no-renames', '--', 'wings');
  const history = new Set(blobs.split('\n').map((line) => line.slice(1)));
  for (const line of ever) expect(history).toContain(line);
}

describe.each(ENGINES)('random edits and re-mines (%s)', (engine) => {
  it('lose no line of the newest source, and none that was ever saved', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.array(step, { minLength: 2, maxLength: 6 }),
        (start, steps) => live(engine, start, steps),
      ),
      { numRuns: longRun(2, 60), interruptAfterTimeLimit: longRun(60_000, 900_000), markInterruptAsFailure: false },
    );
  }, 1_000_000);

  it('lose none of a source in parts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 5 }), (steps) => live(engine, 5000, steps)),
      { numRuns: longRun(1, 20), interruptAfterTimeLimit: longRun(60_000, 900_000), markInterruptAsFailure: false },
    );
  }, 1_000_000);
});
