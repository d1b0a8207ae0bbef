#!/usr/bin/env node
// CommonJS, as dist/ is: an entry that is an ES module costs an eighth of `node -e 0` before its first line runs.
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  // Answered before anything is loaded: scripts ask this often.
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  process.stdout.write(`${name}/${version} node-${process.versions.node}\n`);
} else if (!existsSync(join(root, 'dist', 'src', 'cli', 'main.js'))) {
  process.stderr.write(`error: the program has not been built\n  next: npm run build (in ${root})\n`);
  process.exit(1);
} else {
  const { ProgramLoader } = require('./loader.js');
  const loader = new ProgramLoader(root, argv[0] ?? 'tui', process.env);
  const { main } = loader.load('src/cli/main.js');
  main(argv, { root, path: process.argv[1] ?? 'palace', load: (file) => loader.load(file) }).then((code) => {
    // A command that failed leaves nothing behind, not even in the cache.
    if (code === 0) loader.keep();
    // Ends the process whatever handles a library still holds open; main() has flushed the answer.
    process.exit(code);
  });
}
