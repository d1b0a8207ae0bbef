#!/usr/bin/env node
// Builds what is stale, then runs: for working on the program itself.
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

const root = join(__dirname, '..');
const built = spawnSync(process.execPath, [join(root, 'scripts', 'ensure.mjs')], { stdio: ['ignore', 2, 2] });
if (built.status !== 0) process.exit(built.status ?? 1);
process.argv[1] = join(root, 'bin', 'run.js');
require('./run.js');
