// The program's modules one by one, as the build compiled them: dist/ is joined into a few files without their names.
import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensure, ROOT } from '../../scripts/ensure.mjs';
import { vectraName } from '../../scripts/vectra-parts.mjs';

const COMPILED = join(ROOT, 'node_modules', '.cache', 'palace-build');

/**
 * Brings the build up to date and gives a function that imports a module by its path below src/, without extension.
 * `build: false` takes what was compiled last.
 * @throws Error when nothing is compiled.
 */
export function loadProgram({ build }) {
  if (build && !ensure()) throw new Error('the program could not be built: see above');
  if (!existsSync(join(COMPILED, 'src'))) throw new Error('nothing is compiled: run npm run build');
  register(resolverOf(vectraName));
  return (path) => import(pathToFileURL(join(COMPILED, 'src', `${path}.js`)).href);
}

/** Modules that the bundler finds by another name than their package offers. */
function resolverOf(names) {
  const urls = Object.fromEntries(Object.entries(names).map(([name, path]) => [name, pathToFileURL(path).href]));
  const code = `const urls = ${JSON.stringify(urls)};
export const resolve = (name, context, next) => next(urls[name] ?? name, context);`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
