// npm run check: types, linter, formatter, and that what is generated and documented is up to date. Says all that is wrong.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensure, ROOT } from './ensure.mjs';

const failures = [];

function step(name, work) {
  const problem = work();
  process.stdout.write(`${problem === undefined ? 'ok  ' : 'FAIL'} ${name}${problem ? `\n${problem}` : ''}\n`);
  if (problem !== undefined) failures.push(name);
}

function node(script, ...args) {
  const ran = spawnSync(process.execPath, [join(ROOT, ...script), ...args], { cwd: ROOT, encoding: 'utf8' });
  return ran.status === 0 ? undefined : `${ran.stdout}${ran.stderr}`.trimEnd();
}

/** Commands of the built program must be in README.md or in the help that it points at; a command nobody can find does not exist. */
function manifestIsFresh() {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'oclif.manifest.json'), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  if (manifest.version !== version) return `oclif.manifest.json is of ${manifest.version}, package.json of ${version}`;
  const undescribed = Object.values(manifest.commands).filter(
    (command) => !command.summary || (command.examples ?? []).length === 0,
  );
  if (undescribed.length > 0) return `no summary or no example: ${undescribed.map(({ id }) => id).join(', ')}`;
  return undefined;
}

function trackedFilesAreClean() {
  if (!existsSync(join(ROOT, '.git'))) return undefined;
  const ran = spawnSync('git', ['ls-files', 'dist', 'oclif.manifest.json', 'node_modules'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return ran.status === 0 && ran.stdout.trim() !== '' ? `generated files are committed:\n${ran.stdout}` : undefined;
}

if (!ensure()) process.exit(1);
step('types', () =>
  node(['node_modules', 'typescript', 'bin', 'tsc'], '-p', 'tsconfig.check.json', '--noEmit', '--incremental', 'false'),
);
step('linter and formatter', () =>
  node(['node_modules', '@biomejs', 'biome', 'bin', 'biome'], 'check', '--error-on-warnings'),
);
step('manifest', manifestIsFresh);
step('no generated file is committed', trackedFilesAreClean);
if (failures.length > 0) process.exit(1);
