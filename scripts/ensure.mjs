// Makes a bare checkout ready: installs what package-lock.json says, builds what the sources say, and does nothing when
// both are done already. Node built-ins only: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const INSTALLED = join(ROOT, 'node_modules', '.palace-installed');
const BUILT = join(ROOT, 'dist', '.built');
const LOCK = join(ROOT, 'node_modules', '.cache', 'palace-build.lock');

/** What is installed, as a hash of the lock file's content. */
function wantedInstall() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
}

function isInstalled() {
  const marker = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(marker)) return false;
  const wanted = wantedInstall();
  if (existsSync(INSTALLED)) {
    if (readFileSync(INSTALLED, 'utf8') === wanted) return true;
    // `npm install` by hand brings both up to date without telling us.
  }
  if (statSync(marker).mtimeMs < statSync(join(ROOT, 'package-lock.json')).mtimeMs) return false;
  writeFileSync(INSTALLED, wanted);
  return true;
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

/** What dist/ would be made from: names, sizes and times of every source of the build. */
export function wantedBuild() {
  const hash = createHash('sha256').update(process.versions.node);
  const sources = [
    ...filesBelow(join(ROOT, 'src')),
    ...filesBelow(join(ROOT, 'commands')),
    join(ROOT, 'package.json'),
    join(ROOT, 'tsconfig.json'),
    ...[
      'build.mjs',
      'build-model.mjs',
      'declarations.mjs',
      'onnx-writer.mjs',
      'vectra-parts.mjs',
      'ink-parts.mjs',
      'absent.cjs',
    ].map((name) => join(ROOT, 'scripts', name)),
  ];
  for (const path of sources.sort()) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest('hex');
}

export function isBuilt(wanted = wantedBuild()) {
  return (
    existsSync(join(ROOT, 'oclif.manifest.json')) && existsSync(BUILT) && readFileSync(BUILT, 'utf8').startsWith(wanted)
  );
}

export function markBuilt(wanted) {
  writeFileSync(BUILT, wanted);
}

/** Runs a program with its output on stderr: stdout belongs to the answer of whoever called us. */
function run(program, args) {
  const done = spawnSync(program, args, { cwd: ROOT, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  return done.status === 0;
}

/** Two test workers that find dist/ stale must not build at once. The lock of a dead process is taken over. */
function underBuildLock(work) {
  mkdirSync(dirname(LOCK), { recursive: true });
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (holderIsGone()) rmSync(LOCK, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  try {
    return work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function holderIsGone() {
  try {
    process.kill(Number(readFileSync(LOCK, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH' || error.code === 'ENOENT';
  }
}

/** @returns false when installing or building failed (it has said why on stderr). */
export function ensure({ build = true } = {}) {
  if (!isInstalled()) {
    process.stderr.write('installing what package-lock.json names (npm ci) …\n');
    if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])) return false;
    writeFileSync(INSTALLED, wantedInstall());
  }
  if (!build || isBuilt()) return true;
  return underBuildLock(() => {
    if (isBuilt()) return true;
    process.stderr.write('building dist/ …\n');
    return run(process.execPath, [join(ROOT, 'scripts', 'build.mjs')]);
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!ensure({ build: !process.argv.includes('--install-only') })) process.exit(1);
}
