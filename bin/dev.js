#!/usr/bin/env node
// Builds what is stale, then runs: for working on the program itself.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const built = spawnSync(process.execPath, [join(root, 'scripts', 'ensure.mjs')], { stdio: ['ignore', 2, 2] });
if (built.status !== 0) process.exit(built.status ?? 1);
process.argv[1] = join(root, 'bin', 'run.js');
await import('./run.js');
