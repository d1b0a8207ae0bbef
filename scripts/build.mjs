// TypeScript to dist/ in two steps, then oclif.manifest.json. A start of the program is a bar (search at most 5 x `node -e 0`)
// and finding and reading 250 small files was half of it, so our modules and oclif's are joined into a few files: one for each
// command, one for what all share, and the lazily imported parts apart.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildModel } from './build-model.mjs';
import { writeDeclarations } from './declarations.mjs';
import { ensure, isBuilt, markBuilt, ROOT, wantedBuild } from './ensure.mjs';
import { inkParts } from './ink-parts.mjs';
import { vectraParts } from './vectra-parts.mjs';

const DIST = join(ROOT, 'dist');
/** What the compiler emits, file by file. */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'palace-build');
const BUILD_INFO = join(ROOT, 'node_modules', '.cache', 'tsc', 'build.tsbuildinfo');

const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/** Packages that every start or every search needs, and what these need. */
const BUNDLED = ['@oclif/core', 'minisearch', 'picomatch', 'stemmer'];
/** All others stay where npm puts them: they are loaded lazily. */
const EXTERNAL = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !BUNDLED.includes(name));

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

function compile() {
  // The compiler's own notes say "done" even when somebody removed what it emitted.
  if (!existsSync(COMPILED)) rmSync(BUILD_INFO, { force: true });
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '-p', ROOT, '--outDir', COMPILED];
  const done = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  // A removed command must not stay in the program.
  for (const path of filesBelow(COMPILED))
    if (!['.ts', '.tsx'].some((ending) => existsSync(join(ROOT, relative(COMPILED, path)).replace(/\.js$/, ending))))
      rmSync(path);
  return done.status === 0;
}

/** The package in whose folder of node_modules a module lies. */
function packageOf(path) {
  return /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path);
}

/**
 * oclif's modules load each other when they are loaded themselves, most of them for what most starts never do. Here each is
 * loaded at its first use instead: `const a_1 = require("./a")` becomes a function, as its compiler names no other thing `…_1`.
 */
const loadedLate = {
  name: 'loaded-late',
  transform(code, id) {
    if (!/[\\/]@oclif[\\/]core[\\/]lib[\\/]/.test(id)) return undefined;
    const names = [];
    const declaration = /^const (\w+_\d+) = ((?:__importDefault|__importStar)?\(?require\("[^"]+"\)\)?);$/gm;
    let late = code.replace(declaration, (_, name, value) => {
      names.push(name);
      return `let ${name}$loaded; const ${name}$ = () => ${name}$loaded ??= ${value};`;
    });
    for (const name of names) late = late.replace(new RegExp(`\\b${name}\\b(?!\\$)`, 'g'), `(${name}$())`);
    return { code: late, map: null };
  },
};

/**
 * Scripts that Node's own loader has not loaded have no `import()`: bin/loader.js gives them a function in its place. A worker is
 * loaded by Node. Modules are strict, and scripts only when they say so.
 */
const asScript = {
  name: 'as-script',
  renderChunk(code) {
    const late = code.replace(/(?<![\w$.])import\(/g, 'importLate(');
    const either = 'var importLate=typeof importModule==="function"?importModule:(name)=>import(name);';
    return { code: `"use strict";${late === code ? '' : either}${late}`, map: null };
  },
};

async function bundle(into) {
  const commands = filesBelow(join(COMPILED, 'commands'));
  // Workers are started by their paths.
  const workers = [
    join(COMPILED, 'src', 'index', 'embedding', 'worker.js'),
    join(COMPILED, 'src', 'sources', 'apart', 'worker.js'),
  ];
  const entries = [...commands, join(COMPILED, 'src', 'cli', 'main.js'), ...workers];
  const input = Object.fromEntries(entries.map((path) => [relative(COMPILED, path).replace(/\.js$/, ''), path]));
  const modules = await bundleInto(into, input);
  writeFileSync(join(into, 'package.json'), '{ "type": "commonjs" }\n');
  // Apart from the program, whose files are cut for its starts.
  const library = join(into, 'library');
  const own = await bundleInto(library, { index: join(COMPILED, 'src', 'library', 'index.js') });
  writeLicences(into, new Set([...modules, ...own]));
  await writeLibraryDoors(library);
}

/** What `import` and `require` of the package find, and its types. */
async function writeLibraryDoors(library) {
  const names = ['openPalace', 'PalaceError'];
  writeFileSync(
    join(library, 'index.mjs'),
    `import library from './index.js';\n${names.map((name) => `export const ${name} = library.${name};\n`).join('')}`,
  );
  for (const ending of ['d.ts', 'd.mts'])
    writeFileSync(join(library, `index.${ending}`), "export * from './types/src/library/index.js';\n");
  await writeDeclarations('src/library/index.ts', join(library, 'types'));
}

/** Joins modules into files; gives the paths of those that went in. */
async function bundleInto(into, input) {
  const { rolldown } = await import('rolldown');
  const program = await rolldown({
    input,
    platform: 'node',
    cwd: ROOT,
    external: (id) =>
      id.startsWith('node:') ||
      EXTERNAL.some((name) => id === name || id.startsWith(`${name}/`)) ||
      // oclif would use these to run TypeScript, which is not there.
      ['typescript', 'ts-node', 'tsx'].includes(id.split('/')[0] ?? ''),
    resolve: { alias: vectraParts },
    plugins: [loadedLate, inkParts, asScript],
    logLevel: 'warn',
  });
  const { output } = await program.write({
    dir: into,
    // CommonJS, so that bin/loader.js can keep the compiled code.
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // Names stay, so that a stack trace says something; comments and blanks cost reading.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await program.close();
  for (const { fileName, type } of output) if (type === 'chunk') writeInAscii(join(into, fileName));
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
}

/** With escapes for all other characters: they stand in texts and patterns only, where an escape means the same. */
function writeInAscii(path) {
  const escaped = readFileSync(path, 'utf8').replace(/(\\*)([^\0-\x7f])/g, (_, before, unit) => {
    // A backslash that escapes the character has done its work.
    const slashes = before.length % 2 === 1 ? before.slice(1) : before;
    return `${slashes}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  writeFileSync(path, escaped);
}

/** The notices of everything that was joined in. */
function writeLicences(into, modules) {
  const folders = new Map();
  for (const path of modules) {
    const found = packageOf(path);
    // What the compiler emitted lies in node_modules/.cache.
    if (found !== null && !found[1].startsWith('.')) folders.set(found[1].replaceAll('\\', '/'), found[0]);
  }
  const notices = [...folders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, folder]) => {
      const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
      return `${name} ${version} (${license})${text}\n`;
    });
  writeFileSync(join(into, 'THIRD-PARTY-LICENCES.txt'), notices.join(`\n${'-'.repeat(80)}\n\n`));
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

/** Puts the new dist/ in place at once, so that a process that starts meanwhile finds the old or the new one. */
function swap(fresh) {
  const old = join(dirname(fresh), 'dist-old');
  rmSync(old, { recursive: true, force: true });
  if (existsSync(DIST)) renameSync(DIST, old);
  renameSync(fresh, DIST);
  rmSync(old, { recursive: true, force: true });
}

if (!ensure({ build: false })) process.exit(1);
const wanted = wantedBuild();
if (!isBuilt(wanted)) {
  const compiled = compile();
  const fresh = join(ROOT, 'node_modules', '.cache', 'dist-new');
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  await bundle(fresh);
  buildModel(fresh);
  swap(fresh);
  await writeManifest();
  // Not marked when the types are wrong: the next call tries again.
  if (!compiled) process.exit(1);
  markBuilt(wanted);
}
