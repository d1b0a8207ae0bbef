import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { vectraParts } from '../../scripts/vectra-parts.mjs';

/**
 * Bundles a TypeScript file of the tests for another Node process and gives the path of the script. Independent of dist/, so that a
 * test with many processes runs the sources as they are.
 */
export async function bundleWorker(entry: string, outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: vectraParts },
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'worker.mjs', chunkFileNames: 'worker-[name]-[hash].mjs' } },
    },
  });
  // What a program finds of its own package: its version.
  copyFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), join(outDir, 'package.json'));
  mkdirSync(join(outDir, 'templates'), { recursive: true });
  return join(outDir, 'worker.mjs');
}
