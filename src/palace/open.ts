import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, PalaceError } from '../base/errors.js';
import { readRegularFile } from '../base/files.js';
import type { Runtime } from '../base/runtime.js';
import { locateRepository, openGit } from '../git/open.js';
import type { GitChoice } from '../git/types.js';
import { loadSettings } from './config.js';
import { assertPalaceAt } from './discovery.js';
import { PALACE_FORMAT, PATHS } from './layout.js';
import { shellQuoted } from './paths.js';
import type { SettingKey } from './settings.js';
import { stateDirOf } from './state-dir.js';
import { assertTrusted } from './trust.js';
import type { Palace, SharedSettings } from './types.js';
import { readYamlMap, type YamlMap } from './yaml-map.js';

export interface OpenOptions {
  /** Engine; default the setting `git.engine`. */
  git?: GitChoice;
  /** Refuse a palace that came from elsewhere. Default true; only `init` and `trust` say false. */
  requireTrust?: boolean;
  /** Settings given as flags, by key. */
  flags?: Partial<Record<SettingKey, unknown>>;
}

/**
 * Opens the palace whose work tree is exactly `root`. Starts no process before the palace is known to be trusted. Close it.
 * @throws PalaceError `no-palace` (exit 3), `bad-yaml` or `bad-palace-file` (palace.yaml), `newer-format`, `untrusted`, `not-a-folder`, and
 * what {@link openGit} throws.
 */
export async function openPalace(root: string, runtime: Runtime, options: OpenOptions = {}): Promise<Palace> {
  assertPalaceAt(root, 'the given path');
  const real = await realpath(root);
  const file = join(real, PATHS.palaceFile);
  const [data, place] = await Promise.all([readPalaceFile(file), locateRepository(real, false)]);
  if (!place || place.bare || (await realpath(place.workTree)) !== real)
    throw new PalaceError('no-palace', `${real} has a palace.yaml but is not the top of a git repository`, {
      exit: EXIT.noPalace,
      next: [`palace init --adopt --palace ${shellQuoted(real)}`],
      details: { path: real },
    });
  const shared = sharedSettings(data, file);
  if (options.requireTrust ?? true) assertTrusted(runtime, place.commonDir, real);
  await assertOwnFolders(real);
  const { settings, git: choice } = await loadSettings({ runtime, shared: { data, file }, flags: options.flags });
  const cacheDir = join(real, PATHS.cache);
  const git = await openGit(real, options.git ?? choice, runtime, {
    binaryNote: join(cacheDir, 'git-binary'),
    commitIndex: join(cacheDir, 'history', 'commits'),
  });
  return {
    root: real,
    cacheDir,
    stateDir: stateDirOf(git.commonDir),
    git,
    runtime,
    shared,
    settings,
    close: () => git.close(),
  };
}

/**
 * Caches and temporary files are written and cleared without asking. A repository may bring a link in their place, which would
 * turn that on a folder somewhere else.
 */
async function assertOwnFolders(root: string): Promise<void> {
  for (const path of [PATHS.local, PATHS.cache, PATHS.temporary]) {
    const stats = await lstat(join(root, path)).catch(() => undefined);
    if (stats?.isSymbolicLink())
      throw new PalaceError('not-a-folder', `${path} is a symbolic link, and nothing is written through it`, {
        exit: EXIT.conflict,
        next: [`remove the link ${join(root, path)}: what belongs there is made anew`],
        details: { path },
      });
  }
}

/** The mapping in palace.yaml. @throws PalaceError `bad-yaml`. */
export async function readPalaceFile(file: string): Promise<YamlMap> {
  return readYamlMap((await readRegularFile(file)).toString('utf8'), file);
}

function sharedSettings(data: YamlMap, file: string): SharedSettings {
  const { format, name } = data;
  if (typeof format !== 'number' || !Number.isInteger(format) || format < 1)
    throw new PalaceError('bad-palace-file', `${file} does not say "format: ${PALACE_FORMAT}"`, {
      next: [`add the line "format: ${PALACE_FORMAT}" to ${file}`],
      details: { path: file },
    });
  if (format > PALACE_FORMAT)
    throw new PalaceError(
      'newer-format',
      `${file} has format ${format}, and this program knows formats up to ${PALACE_FORMAT}`,
      { next: ['npm install --global gitpalace@latest'], details: { format, known: PALACE_FORMAT } },
    );
  return { format, ...(typeof name === 'string' && { name }) };
}
