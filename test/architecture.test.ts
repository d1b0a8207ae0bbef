import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Layers from the ground up (docs/design.md). A module may import from layers below its own and from its own folder;
 * folders of one layer do not know each other.
 */
const LAYERS: readonly (readonly string[])[] = [
  ['src/base'],
  ['src/text'],
  ['src/git'],
  ['src/palace'],
  ['src/index'],
  ['src/facts', 'src/aaak', 'src/agents'],
  ['src/search', 'src/graph', 'src/history', 'src/sources'],
  ['src/services', 'src/clients'],
  ['src/cli', 'src/tui', 'src/mcp', 'src/hooks'],
  ['commands', 'src/library'],
];

/** Imported inside the function that needs them, so that a start does not pay for them (measured: dependencies.md 8). */
const HEAVY = [
  'isomorphic-git',
  'chrono-node',
  '@secretlint/',
  'minisearch',
  'diff',
  'chardet',
  'yaml',
  'node-diff3',
  '@oclif/core',
  'ink',
  'react',
  'gpt-tokenizer',
  '@inquirer/',
  'smol-toml',
  'jsonc-parser',
  'smol-toml',
];
/** Where a heavy package is the very point of the module, which itself is imported lazily or runs at every start anyway. */
const HEAVY_ALLOWED: Readonly<Record<string, readonly string[]>> = {
  '@oclif/core': ['src/cli/'],
  ink: ['src/tui/app/'],
  react: ['src/tui/app/'],
};

interface Import {
  specifier: string;
  /** Runs when the module is loaded; neither `import()` nor `import type`. */
  eager: boolean;
  dynamic: boolean;
}

const files = ['src', 'commands'].flatMap((folder) => below(join(ROOT, folder))).sort();
const imports = new Map(files.map((file) => [file, importsOf(join(ROOT, file))]));

function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? below(path) : /\.tsx?$/.test(path) ? [relative(ROOT, path)] : [];
  });
}

function importsOf(path: string): Import[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023, false);
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
      if (ts.isStringLiteral(node.moduleSpecifier)) {
        const typeOnly = ts.isImportDeclaration(node) ? node.importClause?.isTypeOnly === true : node.isTypeOnly;
        found.push({ specifier: node.moduleSpecifier.text, eager: !typeOnly, dynamic: false });
      }
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier !== undefined && ts.isStringLiteral(specifier))
        found.push({ specifier: specifier.text, eager: false, dynamic: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** File that a relative specifier names, relative to the root. */
function target(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const file = join(dirname(from), specifier).replace(/\.js$/, '.ts');
  return existsSync(join(ROOT, file)) ? file : file.replace(/\.ts$/, '.tsx');
}

function layerOf(file: string): { level: number; folder: string } | undefined {
  for (const [level, folders] of LAYERS.entries())
    for (const folder of folders) if (file.startsWith(`${folder}/`)) return { level, folder };
  return undefined;
}

describe('the modules', () => {
  it('all stand in a known layer', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => layerOf(file) === undefined)).toEqual([]);
  });

  it('depend downwards only, and not on their neighbours', () => {
    const wrong: string[] = [];
    for (const [file, found] of imports)
      for (const { specifier } of found) {
        const other = target(file, specifier);
        const mine = layerOf(file);
        const theirs = other === undefined ? undefined : layerOf(other);
        if (other === undefined || mine === undefined) continue;
        // `text` is a leaf that anyone may use; it uses base only.
        if (theirs === undefined) wrong.push(`${file} imports ${other}, which is in no layer`);
        else if (mine.folder !== theirs.folder && theirs.level >= mine.level) wrong.push(`${file} imports ${other}`);
      }
    expect(wrong).toEqual([]);
  });

  it('hold no circle', () => {
    const state = new Map<string, 'open' | 'done'>();
    const circles: string[] = [];
    const walk = (file: string, trail: readonly string[]): void => {
      if (state.get(file) === 'done') return;
      if (state.get(file) === 'open') {
        circles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '));
        return;
      }
      state.set(file, 'open');
      for (const { specifier, eager, dynamic } of imports.get(file) ?? []) {
        const other = eager || dynamic ? target(file, specifier) : undefined;
        if (other !== undefined && imports.has(other)) walk(other, [...trail, file]);
      }
      state.set(file, 'done');
    };
    for (const file of files) walk(file, []);
    expect(circles).toEqual([]);
  });

  it('import heavy packages only where they are used', () => {
    const eager: string[] = [];
    for (const [file, found] of imports)
      for (const { specifier, eager: loads } of found) {
        const heavy = HEAVY.find(
          (name) => specifier === name || specifier.startsWith(name.endsWith('/') ? name : `${name}/`),
        );
        if (!loads || heavy === undefined) continue;
        if ((HEAVY_ALLOWED[heavy] ?? []).some((folder) => file.startsWith(folder))) continue;
        eager.push(`${file} imports ${specifier}`);
      }
    expect(eager).toEqual([]);
  });

  it('name existing files with their .js ending', () => {
    const wrong: string[] = [];
    for (const [file, found] of imports)
      for (const { specifier } of found) {
        const other = target(file, specifier);
        if (other !== undefined && (!specifier.endsWith('.js') || !imports.has(other)))
          wrong.push(`${file}: ${specifier}`);
      }
    expect(wrong).toEqual([]);
  });

  it('look at files of a source only where it is taken down what was looked at', () => {
    const places = 'agents/siblings archive candidate ignore-rules root siblings sqlite stat-key walk'.split(' ');
    const allowed = new Set(places.map((name) => `src/sources/${name}.ts`));
    const looking = [...imports]
      .filter(([file, found]) => {
        const isReader = file.startsWith('src/sources/') && !allowed.has(file);
        // A type opens nothing.
        const isUsed = ({ specifier, eager, dynamic }: Import): boolean =>
          (eager || dynamic) && specifier.startsWith('node:fs');
        return isReader && found.some(isUsed);
      })
      .map(([file]) => file);
    expect(looking).toEqual([]);
  });

  it('are small enough to be read at once', () => {
    const large = files.filter((file) => statSync(join(ROOT, file)).size > 15_000);
    expect(large).toEqual([]);
  });

  it('read the clock, the environment and the working directory only in the command line', () => {
    const reading: string[] = [];
    for (const file of files) {
      if (file.startsWith('src/cli/') || file.startsWith('commands/')) continue;
      const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.ES2023, false);
      const visit = (node: ts.Node): void => {
        if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
          const read = `${node.expression.text}.${node.name.text}`;
          if (['process.cwd', 'process.env', 'Date.now'].includes(read)) reading.push(`${file}: ${read}`);
        }
        if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Date')
          if ((node.arguments ?? []).length === 0) reading.push(`${file}: new Date()`);
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
    expect(reading).toEqual([]);
  });

  it('keep commands small: parse, call a service, hand on the result', () => {
    const long = files.filter((file) => file.startsWith('commands/'));
    expect(long.length).toBeGreaterThan(0);
    const lines = long.filter((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length > 100);
    expect(lines).toEqual([]);
  });
});
