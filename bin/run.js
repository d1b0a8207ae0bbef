#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  // Answered before anything is imported: scripts ask this often.
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  process.stdout.write(`${name}/${version} node-${process.versions.node}\n`);
} else {
  const main = join(root, 'dist', 'src', 'cli', 'main.js');
  if (!existsSync(main)) {
    process.stderr.write(`error: the program has not been built\n  next: npm run build (in ${root})\n`);
    process.exit(1);
  }
  const program = await import('../dist/src/cli/main.js');
  // Ends the process whatever handles a library still holds open; main() has flushed the answer.
  process.exit(await program.main(argv, root, process.argv[1] ?? 'palace'));
}
