import type { Authority } from '../text/entities/types.js';
import { isObject } from './json.js';

type Parser = (text: string, source: string) => Authority[] | Promise<Authority[]>;

/** Files that say what a project is called, who makes it and what it needs, by name in lower case. */
const PARSERS: ReadonlyMap<string, Parser> = new Map<string, Parser>([
  ['package.json', packageJson],
  ['composer.json', composerJson],
  ['pyproject.toml', pyproject],
  ['cargo.toml', cargo],
  ['go.mod', goMod],
  ['citation.cff', citation],
  ['authors', people],
  ['authors.md', people],
  ['authors.txt', people],
  ['contributors', people],
  ['contributors.md', people],
  ['contributors.txt', people],
  ['maintainers', people],
  ['maintainers.md', people],
]);

/** True for a path (with `/`) whose file {@link readManifest} understands: at the top of a project or one folder below. */
export function isManifest(path: string): boolean {
  const parts = path.split('/');
  return parts.length <= 3 && PARSERS.has((parts.at(-1) ?? '').toLowerCase());
}

/**
 * What a manifest says of its project: its name, its people, and the packages it needs (these count only where the texts speak of
 * them). A broken manifest says nothing.
 */
export async function readManifest(path: string, text: string): Promise<Authority[]> {
  const parse = PARSERS.get((path.split('/').at(-1) ?? '').toLowerCase());
  try {
    return (await parse?.(text.replace(/^\ufeff/, ''), path)) ?? [];
  } catch {
    // Somebody's half-written file is no reason to stop; it is not ours to report either.
    return [];
  }
}

function named(name: unknown, kind: Authority['kind'], source: string, optional = false): Authority[] {
  if (typeof name !== 'string') return [];
  const text = name.normalize('NFC').replace(/\s+/g, ' ').trim();
  if ([...text].length < 2 || text.length > 60 || !/\p{L}/u.test(text)) return [];
  const signal = optional ? 'dependency' : (source.split('/').at(-1) ?? source);
  return [{ name: text, kind, signal, count: 1, source, ...(optional && { onlyIfMentioned: true }) }];
}

/** "Nadia Berg <nadia@example.org> (https://…)", or an object with `name`. */
function person(value: unknown, source: string): Authority[] {
  const text = isObject(value) ? value.name : value;
  if (typeof text !== 'string') return [];
  const name = text.replace(/\s*[<(].*$/s, '');
  return isBot(name) || isGroup(name) ? [] : named(name, 'person', source);
}

function peopleOf(value: unknown, source: string): Authority[] {
  return Array.isArray(value) ? value.flatMap((one) => person(one, source)) : person(value, source);
}

/** The last part of a name with a scope, owner or path: `@acme/tides` is `tides`. */
function lastPart(name: unknown): unknown {
  return typeof name === 'string' ? name.slice(name.lastIndexOf('/') + 1) : name;
}

function packageJson(text: string, source: string): Authority[] {
  const data: unknown = JSON.parse(text);
  if (!isObject(data)) return [];
  const needed = [data.dependencies, data.devDependencies, data.peerDependencies].flatMap((list) =>
    isObject(list) ? Object.keys(list) : [],
  );
  return [
    ...named(lastPart(data.name), 'project', source),
    ...peopleOf(data.author, source),
    ...peopleOf(data.contributors, source),
    ...peopleOf(data.maintainers, source),
    ...needed.flatMap((name) => named(lastPart(name), 'tool', source, true)),
  ];
}

function composerJson(text: string, source: string): Authority[] {
  const data: unknown = JSON.parse(text);
  if (!isObject(data)) return [];
  const needed = isObject(data.require) ? Object.keys(data.require) : [];
  return [
    ...named(lastPart(data.name), 'project', source),
    ...peopleOf(data.authors, source),
    ...needed.flatMap((name) => named(lastPart(name), 'tool', source, true)),
  ];
}

async function pyproject(text: string, source: string): Promise<Authority[]> {
  const { parse } = await import('smol-toml');
  const data: Record<string, unknown> = parse(text);
  const tool = isObject(data.tool) ? data.tool : {};
  return [data.project, tool.poetry].filter(isObject).flatMap((project) => {
    const { dependencies } = project;
    const needed: unknown[] = Array.isArray(dependencies)
      ? dependencies
      : isObject(dependencies)
        ? Object.keys(dependencies)
        : [];
    return [
      ...named(project.name, 'project', source),
      ...peopleOf(project.authors, source),
      ...peopleOf(project.maintainers, source),
      ...needed.flatMap((one) => named(/^[\w.-]+/.exec(String(one))?.[0], 'tool', source, true)),
    ];
  });
}

async function cargo(text: string, source: string): Promise<Authority[]> {
  const { parse } = await import('smol-toml');
  const data: Record<string, unknown> = parse(text);
  const project = isObject(data.package) ? data.package : {};
  const needed = isObject(data.dependencies) ? Object.keys(data.dependencies) : [];
  return [
    ...named(project.name, 'project', source),
    ...peopleOf(project.authors, source),
    ...needed.flatMap((name) => named(name, 'tool', source, true)),
  ];
}

function goMod(text: string, source: string): Authority[] {
  const name = /^module\s+(\S+)/m.exec(text)?.[1]?.replace(/\/v\d+$/, '');
  const needed = Array.from(text.matchAll(/^(?:require\s+|\t)([\w.-]+\/\S+)\s+v/gm), ([, path = '']) =>
    path.replace(/\/v\d+$/, ''),
  );
  return [
    ...named(lastPart(name), 'project', source),
    ...needed.flatMap((path) => named(lastPart(path), 'tool', source, true)),
  ];
}

async function citation(text: string, source: string): Promise<Authority[]> {
  const { parse } = await import('yaml');
  const data: unknown = parse(text, { maxAliasCount: 20 });
  if (!isObject(data)) return [];
  const authors = Array.isArray(data.authors) ? data.authors.filter(isObject) : [];
  return [
    ...named(data.title, 'project', source),
    ...authors.flatMap((one) =>
      named(
        [one['given-names'], one['family-names']].filter((part) => typeof part === 'string').join(' '),
        'person',
        source,
      ),
    ),
  ];
}

/** Lists of people: a name before an address, one a line. */
function people(text: string, source: string): Authority[] {
  const lines = text.matchAll(
    /^\s*(?:[-*]\s+)?(\p{L}[\p{L}\p{M}'’. -]{1,58}?)\s*(?:<[^>\s]+@[^>\s]+>|\([^)]*@[^)]*\))/gmu,
  );
  return Array.from(lines, ([, name = '']) => name).flatMap((name) => person(name, source));
}

/** Programs that commit: their names say so. */
export function isBot(name: string): boolean {
  return /\[bot\]|(?:^|[\s_-])(?:bot|ci)$|^(?:github|gitlab|dependabot|renovate|greenkeeper|snyk|travis|jenkins)\b|actions$|^root$|^unknown$/iu.test(
    name.trim(),
  );
}

/** "The Tidewatch Authors" is no person. */
function isGroup(name: string): boolean {
  return /\b(?:authors|contributors|developers|team|community|inc|llc|gmbh|ltd|foundation|project)\b\.?$/iu.test(
    name.trim(),
  );
}
