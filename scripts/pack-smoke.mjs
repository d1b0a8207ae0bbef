// Packs the package, installs the tarball into an empty folder with an empty HOME, and uses both binaries as a newcomer
// would: init, mine, search.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensure, ROOT } from './ensure.mjs';

if (!ensure()) process.exit(1);
const work = mkdtempSync(join(tmpdir(), 'palace-pack-'));
const home = join(work, 'home');
const app = join(work, 'app');
for (const folder of [home, app]) mkdirSync(folder);

function run(program, args, { cwd = app, env = {} } = {}) {
  const ran = spawnSync(program, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 1 << 26 });
  if (ran.status !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${ran.status}\n${ran.stdout}\n${ran.stderr}`);
  return ran.stdout;
}

function check(what, holds) {
  process.stdout.write(`${holds ? 'ok  ' : 'FAIL'} ${what}\n`);
  if (!holds) throw new Error(`pack smoke test: ${what}`);
}

try {
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', work], { cwd: ROOT }),
  );
  const names = packed.files.map(({ path }) => path);
  check(`packed ${names.length} files, ${packed.size} bytes`, names.includes('bin/run.js'));
  check('the manifest is in it', names.includes('oclif.manifest.json'));
  check('no sources and no tests are in it', !names.some((name) => /^(src|test|commands|node_modules)\//.test(name)));

  writeFileSync(join(app, 'package.json'), '{"private": true}\n');
  const npmEnv = {
    npm_config_cache: process.env.npm_config_cache ?? run('npm', ['config', 'get', 'cache'], { cwd: ROOT }).trim(),
  };
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', join(work, packed.filename)], { env: npmEnv });
  const bins = join(app, 'node_modules', '.bin');
  const person = {
    HOME: home,
    XDG_CONFIG_HOME: '',
    PALACE_PATH: '',
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const cli = (name, ...args) => run(join(bins, name), args, { cwd: home, env: person });

  for (const name of ['palace', 'mempalace']) {
    check(`${name} --version`, /^gitpalace\/\d/.test(cli(name, '--version')));
    check(`${name} --help names itself`, cli(name, '--help').includes(`$ ${name} COMMAND`));
  }
  check('init makes a palace in HOME', JSON.parse(cli('palace', 'init', '--json')).palace === join(home, 'palace'));
  const project = join(home, 'lantern');
  mkdirSync(join(project, 'docs'), { recursive: true });
  writeFileSync(
    join(project, 'docs', 'storage.md'),
    '# Storage\n\nWe keep the ledger in SQLite because it is one file.\n',
  );
  check('mine files it', JSON.parse(cli('palace', 'mine', project, '--json')).drawers.added === 1);
  const found = JSON.parse(cli('mempalace', 'search', 'why SQLite for the ledger', '--json'));
  check('search finds it', found.hits[0]?.text.includes('SQLite because it is one file') === true);
  // The model came with the package: it finds what shares no word, without a network where that can be cut.
  const cut = spawnSync('unshare', ['-rn', 'true']).status === 0 ? ['unshare', '-rn'] : [];
  const [program, ...before] = [...cut, join(bins, 'palace')];
  const ask = ['search', 'which database holds the accounts of the company', '--mode', 'vector', '--json'];
  const meant = JSON.parse(run(program, [...before, ...ask], { cwd: home, env: person }));
  const where = cut.length > 0 ? ' with the network cut' : '';
  check(`search by meaning finds it${where}`, meant.hits[0]?.text.includes('SQLite because it is one file') === true);
  check('everything has its vectors', meant.pending === 0);
  writeFileSync(
    join(app, 'uses.mts'),
    `import { openPalace, type OpenedPalace, PalaceError } from 'gitpalace';
const palace: OpenedPalace = await openPalace({ path: ${JSON.stringify(join(home, 'palace'))} });
const { hits } = await palace.search('SQLite', { limit: 1 });
const title: string | undefined = hits[0]?.title;
// @ts-expect-error: a number is no query.
const refused: unknown = await palace.search(1).catch((error: unknown) => error instanceof PalaceError);
await palace.close();
console.log(JSON.stringify({ title }), typeof refused);
`,
  );
  writeFileSync(
    join(app, 'uses.cts'),
    "import { openPalace } from 'gitpalace';\nexport const open: typeof openPalace = openPalace;\n",
  );
  const strict = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  const roots = ['--typeRoots', join(ROOT, 'node_modules', '@types')];
  run(process.execPath, [
    join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'),
    ...strict,
    ...roots,
    'uses.mts',
    'uses.cts',
  ]);
  check('the types of the library are whole', true);
  const used = run(process.execPath, ['uses.mjs'], { env: person });
  check('the library opens the palace', used.includes('"title":"Storage"') || used.includes('storage'));
  check('and is required', run(process.execPath, ['uses.cjs'], { env: person }) === '');
  const clean = run('git', ['status', '--porcelain'], { cwd: join(home, 'palace'), env: person });
  check('git status is clean', clean === '');
  run('git', ['fsck', '--strict'], { cwd: join(home, 'palace'), env: person });
  check('git fsck is clean', true);
} finally {
  rmSync(work, { recursive: true, force: true });
}
