// Loads the modules of dist/. To compile them anew would be a third of every start, and Node 20 keeps no compiled code, so V8's
// is kept in the user's cache folder: made after a command has run, so that it holds the functions that the command needs.
const { closeSync, existsSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } =
  require('node:fs');
const { dirname, isAbsolute, join, normalize, relative, sep } = require('node:path');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

/** What a module sees; `importModule` stands for `import()`, which scripts outside Node's own loader do not have. */
const BEFORE = '(function (exports, require, module, __filename, __dirname, importModule) {';
const AFTER = '\n})';
/** First bytes of a cache file. Raise the number with the layout: magic | crc of the rest | length of the head | head | data */
const MAGIC = 'PCC1';
const HEADER = 12;

const aligned = (size) => Math.ceil(size / 8) * 8;
const importModule = (specifier) => import(specifier);

exports.ProgramLoader = class ProgramLoader {
  #base;
  #file;
  #modules = new Map();
  #scripts = new Map();
  /** Compiled code by file, and the checksum of the source that it was made of. */
  #known = new Map();
  #changed = false;
  #requireOutside;

  /**
   * @param root folder of dist/.
   * @param word first word of the command line: each command has a cache of its own.
   */
  constructor(root, word, env) {
    this.#base = join(root, 'dist');
    this.#file = cacheFile(root, word, env);
    if (this.#file !== undefined) this.#known = readCache(this.#file);
  }

  /** Exports of a file of dist/, named with slashes, which is run at its first use. */
  load(file) {
    return this.#load(normalize(file));
  }

  #load(name) {
    const known = this.#modules.get(name);
    if (known !== undefined) return known.exports;
    const path = join(this.#base, name);
    const module = { exports: {} };
    this.#modules.set(name, module);
    const folder = dirname(path);
    const require = (id) =>
      id.startsWith('.') ? this.#load(relative(this.#base, join(folder, id))) : this.#loadOutside(id);
    this.#compile(name, path).runInThisContext()(module.exports, require, module, path, folder, importModule);
    return module.exports;
  }

  #compile(name, path) {
    // The build leaves plain ASCII, which is read in a fraction of the time.
    const bytes = readFileSync(path);
    const source = bytes.latin1Slice();
    const sum = crc32(bytes);
    const known = this.#known.get(name);
    const cachedData = known?.sum === sum ? known.data : undefined;
    const script = new Script(BEFORE + source + AFTER, { filename: path, columnOffset: -BEFORE.length, cachedData });
    // V8 refuses the code of another version of itself, or of other flags.
    if (cachedData === undefined || script.cachedDataRejected) this.#changed = true;
    this.#scripts.set(name, { script, sum });
    return script;
  }

  /** Part of Node, or a package. */
  #loadOutside(id) {
    const builtin = process.getBuiltinModule(id);
    if (builtin !== undefined) return builtin;
    this.#requireOutside ??= require('node:module').createRequire(join(this.#base, 'package.json'));
    return this.#requireOutside(id);
  }

  /** Keeps the compiled code for the next time. A folder that cannot be written is no trouble. */
  keep() {
    if (!this.#changed || this.#file === undefined) return;
    const kept = new Map();
    // What this run did not need, another of the same command may.
    for (const [name, entry] of this.#known)
      if (!this.#scripts.has(name) && existsSync(join(this.#base, name))) kept.set(name, entry);
    for (const [name, { script, sum }] of this.#scripts) kept.set(name, { sum, data: script.createCachedData() });
    const temporary = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(temporary, encode(kept), { mode: 0o600, flag: 'wx' });
      renameSync(temporary, this.#file);
    } catch {
      remove(temporary);
    }
  }
};

function remove(path) {
  try {
    rmSync(path, { force: true });
  } catch {
    // the folder is none
  }
}

/** Where the compiled code of a command is kept; undefined when nobody wants it or there is no home. */
function cacheFile(root, word, env) {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const home = env.HOME ? join(env.HOME, '.cache') : undefined;
  const folder = env.XDG_CACHE_HOME || (process.platform === 'win32' ? env.LOCALAPPDATA : home);
  if (!folder || !isAbsolute(folder)) return undefined;
  const command = /^[a-z]{1,20}$/.test(word ?? '') ? word : 'other';
  const build = crc32([root, process.version, process.arch, ...process.execArgv].join('\0')).toString(16);
  return join(folder, 'palace', 'code', `${command}-${build}`);
}

/** The entries of a cache file; none when it is missing, damaged, or not safely ours: it holds code that will run. */
function readCache(file) {
  const entries = new Map();
  let bytes;
  try {
    const descriptor = openSync(file, 'r');
    try {
      const { uid, mode } = fstatSync(descriptor);
      if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) return entries;
      bytes = readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return entries;
  }
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 4) !== MAGIC) return entries;
  if (crc32(bytes.subarray(8)) !== bytes.readUInt32LE(4)) return entries;
  const end = HEADER + bytes.readUInt32LE(8);
  let at = aligned(end);
  for (const [name, sum, length] of JSON.parse(bytes.toString('utf8', HEADER, end))) {
    entries.set(name.replaceAll('/', sep), { sum, data: bytes.subarray(at, at + length) });
    at += aligned(length);
  }
  return entries;
}

function encode(entries) {
  const rows = Array.from(entries, ([name, { sum, data }]) => [name.replaceAll(sep, '/'), sum, data.length]);
  const head = Buffer.from(JSON.stringify(rows), 'utf8');
  const start = aligned(HEADER + head.length);
  const bytes = Buffer.alloc(rows.reduce((size, [, , length]) => size + aligned(length), start));
  bytes.write(MAGIC, 0, 'latin1');
  bytes.writeUInt32LE(head.length, 8);
  head.copy(bytes, HEADER);
  let at = start;
  for (const { data } of entries.values()) {
    data.copy(bytes, at);
    at += aligned(data.length);
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4);
  return bytes;
}
