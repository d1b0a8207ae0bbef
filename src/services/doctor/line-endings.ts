import { join } from 'node:path';
import { PalaceError } from '../../base/errors.js';
import { readIfExists } from '../../base/files.js';
import { change } from '../../palace/change.js';
import { isPalacePath } from '../../palace/change-paths.js';
import { GITATTRIBUTES, GITIGNORE, PATHS } from '../../palace/layout.js';
import type { Palace } from '../../palace/types.js';
import { type Check, check, type Examination } from './types.js';

/** What keeps git from changing bytes, and caches out of commits. */
export async function checkLineEndings({ palace, fix }: Examination): Promise<Check[]> {
  const shared = await hasOtherFiles(palace);
  return [await attributes(palace, fix, shared), await autocrlf(palace, fix, shared), await ignore(palace, fix)];
}

async function attributes(palace: Palace, fix: boolean, shared: boolean): Promise<Check> {
  const text = await textOf(palace, PATHS.attributes);
  const lines = linesOf(text);
  // A repository with other files names the palace's own folders only.
  if (lines.has(`/${PATHS.wings}/** -text`)) return check('attributes', 'ok', `${PATHS.attributes} covers the palace`);
  const missing = [...linesOf(GITATTRIBUTES)].filter((line) => !lines.has(line));
  if (missing.length === 0) return check('attributes', 'ok', `${PATHS.attributes} is right`);
  const message = `${PATHS.attributes} lacks ${missing.map((line) => `"${line}"`).join(', ')}: git could change line ends or fail to join logs`;
  if (shared)
    return check('attributes', 'warning', message, {
      places: [PATHS.attributes],
      next: [`add "/${PATHS.wings}/** -text" to ${PATHS.attributes} (there are other files in this repository)`],
    });
  const found = check('attributes', 'problem', message, { places: [PATHS.attributes], next: ['palace doctor --fix'] });
  return fix ? append(palace, found, PATHS.attributes, text, missing) : found;
}

async function autocrlf(palace: Palace, fix: boolean, shared: boolean): Promise<Check> {
  const value = await palace.git.config('core.autocrlf');
  if (value === undefined || value === 'false' || shared)
    return check('autocrlf', 'ok', value === undefined ? 'core.autocrlf is not set' : `core.autocrlf is ${value}`);
  const found = check('autocrlf', 'warning', `core.autocrlf is ${value}: other git clients could change line ends`, {
    next: ['palace doctor --fix', 'git config core.autocrlf false'],
  });
  if (!fix) return found;
  await palace.git.setLocalConfig('core.autocrlf', 'false');
  return repaired(found, 'core.autocrlf is false for this repository now');
}

async function ignore(palace: Palace, fix: boolean): Promise<Check> {
  const text = await textOf(palace, PATHS.ignore);
  const excluded = await readIfExists(join(palace.git.commonDir, 'info', 'exclude'));
  const lines = new Set([...linesOf(text), ...linesOf(excluded?.toString('utf8') ?? '')]);
  if ([...lines].some((line) => /^\/?\.palace\/?$/.test(line)))
    return check('ignore', 'ok', 'caches stay out of commits');
  const found = check(
    'ignore',
    'problem',
    `${PATHS.ignore} lacks "${GITIGNORE.trim()}": a plain git add would commit the caches`,
    {
      places: [PATHS.ignore],
      next: ['palace doctor --fix'],
    },
  );
  return fix ? append(palace, found, PATHS.ignore, text, [...linesOf(GITIGNORE)]) : found;
}

/** Adds lines to one of our files and commits it; an edit of it that is not saved is not touched. */
async function append(palace: Palace, found: Check, path: string, text: string, lines: string[]): Promise<Check> {
  const content = Buffer.from(`${text === '' || text.endsWith('\n') ? text : `${text}\n`}${lines.join('\n')}\n`);
  try {
    await change(palace, {
      op: 'doctor',
      subject: `doctor: complete ${path}`,
      writes: [{ kind: 'put', path, content }],
    });
  } catch (error) {
    if (!(error instanceof PalaceError)) throw error;
    return { ...found, message: `${found.message}. Not repaired: ${error.message}`, next: [...error.next] };
  }
  return repaired(found, `${path} is complete now`);
}

export function repaired(found: Check, message: string): Check {
  return { ...found, status: 'ok', message, next: [], fixed: true };
}

/** True when HEAD has files at its top that are not a palace's: an adopted repository. */
async function hasOtherFiles(palace: Palace): Promise<boolean> {
  const { commit } = await palace.git.head();
  if (commit === undefined) return false;
  const entries = await palace.git.readTree((await palace.git.readCommit(commit)).tree);
  return entries.some(({ name, mode }) => !isPalacePath(mode === '040000' ? `${name}/x` : name));
}

async function textOf(palace: Palace, path: string): Promise<string> {
  return (await readIfExists(join(palace.root, path)))?.toString('utf8') ?? '';
}

function linesOf(text: string): Set<string> {
  const lines = text.split(/\r?\n/).map((line) => line.trim().replace(/\s+/g, ' '));
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
}
