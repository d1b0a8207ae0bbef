// TypeScript to dist/, then oclif.manifest.json, so that a start reads one file instead of importing every command.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensure, isBuilt, markBuilt, ROOT, wantedBuild } from './ensure.mjs';

const DIST = join(ROOT, 'dist');
const BUILD_INFO = join(ROOT, 'node_modules', '.cache', 'tsc', 'build.tsbuildinfo');

/** Removes what an older build left of sources that are gone: a removed command must not stay in the manifest. */
function dropOrphans(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      dropOrphans(path);
      if (readdirSync(path).length === 0) rmdirSync(path);
    } else if (entry.name.endsWith('.js')) {
      const source = join(ROOT, relative(DIST, path)).replace(/\.js$/, '.ts');
      if (!existsSync(source)) rmSync(path);
    }
  }
}

function compile() {
  // The compiler's own notes say "done" even when somebody removed dist/.
  if (!existsSync(join(DIST, '.built'))) rmSync(BUILD_INFO, { force: true });
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const done = spawnSync(process.execPath, [tsc, '-p', ROOT], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  return done.status === 0;
}

async function writeManifest() {
  // In a development environment oclif would look for TypeScript sources instead of dist/.
  process.env.NODE_ENV = 'production';
  const { Plugin } = await import('@oclif/core/config');
  const pjson = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const plugin = new Plugin({
    root: ROOT,
    pjson,
    isRoot: true,
    type: 'core',
    ignoreManifest: true,
    errorOnManifestCreate: true,
  });
  await plugin.load();
  const commands = Object.fromEntries(Object.entries(plugin.manifest.commands).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(ROOT, 'oclif.manifest.json'), `${JSON.stringify({ ...plugin.manifest, commands })}\n`);
}

if (!ensure({ build: false })) process.exit(1);
const wanted = wantedBuild();
if (!isBuilt(wanted)) {
  const compiled = compile();
  dropOrphans(DIST);
  await writeManifest();
  // Not marked when the types are wrong: the next call tries again.
  if (!compiled) process.exit(1);
  markBuilt(wanted);
}
