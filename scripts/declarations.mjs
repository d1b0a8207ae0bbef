// Types of the library for those who import it: the declarations of src/library and of every module that these name, each made from its file
// alone. Nothing is inferred: a constant whose type is not written down has none here, and interfaces, of which the library is made, always have.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ROOT } from './ensure.mjs';

/** Writes below `folder` the declarations of `entry` (`src/…ts`) and of what they import. */
export async function writeDeclarations(entry, folder) {
  const { default: ts } = await import('typescript');
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    declaration: true,
    isolatedDeclarations: true,
    strict: true,
    stripInternal: true,
  };
  const waiting = [entry];
  const known = new Set(waiting);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const fileName = join(ROOT, path);
    const { outputText } = ts.transpileDeclaration(readFileSync(fileName, 'utf8'), { fileName, compilerOptions });
    const target = join(folder, path.replace(/\.ts$/, '.d.ts'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputText);
    for (const [, specifier] of outputText.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.js['"]/g)) {
      const other = `${posix.join(posix.dirname(path), specifier)}.ts`;
      if (known.has(other)) continue;
      known.add(other);
      waiting.push(other);
    }
  }
  return known.size;
}
