// npm run test:clients [-- <vitest arguments>]: programs of others against the server (test/clients): the MCP inspector, and the
// conformance suite under Node 22. They are large, so they are installed in a folder of their own and only here; the tests in
// test/clients are skipped where that folder is absent.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensure, ROOT } from './ensure.mjs';

const WANTED = join(ROOT, 'test', 'clients');
/** `PALACE_TEST_CLIENTS` names another folder, to share one between checkouts. */
const folder = process.env.PALACE_TEST_CLIENTS ?? join(ROOT, 'node_modules', '.cache', 'palace-clients');

/** Without a lock: that of these programs names packages that no registry has. @returns false when it failed, and has said why. */
function install() {
  const wanted = readFileSync(join(WANTED, 'package.json'), 'utf8');
  const marker = join(folder, '.installed');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return true;
  process.stderr.write(`installing the clients in ${folder} (400 MB, once) …\n`);
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(WANTED, 'package.json'), join(folder, 'package.json'));
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const done = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (done.status !== 0) return false;
  writeFileSync(marker, wanted);
  return true;
}

if (!ensure() || !install()) process.exit(1);
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const run = spawnSync(process.execPath, [vitest, 'run', 'test/clients', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, PALACE_TEST_CLIENTS: folder },
});
process.exit(run.status ?? 1);
