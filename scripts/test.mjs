// npm test [-- <vitest arguments>]: makes the checkout ready, runs the tests, and ends with one line: `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensure, ROOT } from './ensure.mjs';

const args = process.argv.slice(2);
const long = args.includes('--long');
const passed = args.filter((word) => word !== '--long');

if (!ensure()) {
  process.stdout.write('0 passed, 1 failed\n');
  process.exit(1);
}
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const run = spawnSync(process.execPath, [vitest, 'run', ...passed], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, ...(long ? { PALACE_TEST_LONG: '1' } : {}) },
});
process.exit(run.status ?? 1);
