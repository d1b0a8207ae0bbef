import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutChance } from './pages.js';
import { builtBeforeAll, Machine, ROOT } from './support.js';

builtBeforeAll();

const PAGE = join(ROOT, 'docs', 'library.md');
const MARK = '-- the next example --';

/** A machine on which the package is installed in the folder of a program. */
function machineWithPackage(): Machine {
  const machine = new Machine();
  mkdirSync(join(machine.work, 'node_modules'));
  symlinkSync(ROOT, join(machine.work, 'node_modules', 'gitpalace'));
  return machine;
}

it('docs/library.md prints what it says (WRITE_DOCS=1 writes it anew)', { timeout: 120_000 }, async () => {
  const machine = machineWithPackage();
  const page = readFileSync(PAGE, 'utf8');
  const examples = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);
  expect(examples.length).toBeGreaterThan(5);
  const program = join(machine.work, 'example.mjs');
  writeFileSync(program, examples.join(`console.log(${JSON.stringify(MARK)});\n`));
  const ran = await machine.run(process.execPath, [program]);
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  const printed = ran.stdout.split(`${MARK}\n`);
  let at = -1;
  const fresh = page.replace(/```js\n.*?```\n(?:\n```text\n.*?```\n)?/gs, (block) => {
    at += 1;
    const code = block.slice(0, block.indexOf('```\n', 6) + 4);
    return printed[at] === '' ? code : `${code}\n\`\`\`text\n${printed[at]}\`\`\`\n`;
  });
  if (process.env.WRITE_DOCS === '1') writeFileSync(PAGE, fresh);
  expect(withoutChance(fresh)).toBe(withoutChance(process.env.WRITE_DOCS === '1' ? fresh : page));
});

it('the library: required, with a palace that is not there, opened twice, closed', { timeout: 120_000 }, async () => {
  const machine = machineWithPackage();
  const program = join(machine.work, 'example.cjs');
  writeFileSync(
    program,
    `const { openPalace, PalaceError } = require('gitpalace');
const told = async (work) => { try { await work(); return 'none'; } catch (error) { return error instanceof PalaceError ? error.code : String(error); } };
(async () => {
  const codes = [await told(() => openPalace())];
  const [one, two] = [await openPalace({ create: true }), await openPalace({ create: true })];
  await one.add('The lamp turns westward.', { wing: 'lamp' });
  const { hits } = await two.search('westward');
  codes.push(await told(() => two.search('')), await told(() => two.list({ wing: 'nowhere' })));
  await Promise.all([one.close(), two.close(), two.close()]);
  codes.push(await told(() => two.search('lamp')));
  console.log(JSON.stringify({ codes, root: one.root, title: hits[0].title }));
})();
`,
  );
  const ran = await machine.run(process.execPath, [program]);
  expect(ran.stderr).toBe('');
  expect(ran.json()).toMatchObject({ root: machine.palace, title: 'The lamp turns westward.' });
  const { codes } = ran.json<{ codes: string[] }>();
  expect([codes[0], codes[2], codes[3]]).toEqual(['no-palace', 'not-found', 'closed']);
  expect(codes[1]).toMatch(/^[a-z-]+$/);
  expect((await machine.git('log', '-1', '--format=%s')).trim()).toContain('add lamp');
});
