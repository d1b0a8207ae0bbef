import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';
import { GITATTRIBUTES, GITIGNORE, PATHS } from '../../palace/layout.js';

/**
 * Files of a new palace by path.
 * @param adopted the repository holds other files too: the rules for line endings then name the palace's own folders only.
 */
export async function newPalaceFiles(name: string, adopted: boolean): Promise<Map<string, Buffer>> {
  const folder = join(packageRoot(), 'templates', 'palace');
  const [palaceFile, identity, entities] = await Promise.all(
    [PATHS.palaceFile, PATHS.identity, PATHS.entities].map((file) => readFile(join(folder, file), 'utf8')),
  );
  return new Map([
    [PATHS.palaceFile, Buffer.from(`${palaceFile}name: ${JSON.stringify(name)}\n`)],
    [PATHS.identity, Buffer.from(identity ?? '')],
    [PATHS.entities, Buffer.from(entities ?? '')],
    [PATHS.attributes, Buffer.from(adopted ? scopedAttributes() : GITATTRIBUTES)],
    [PATHS.ignore, Buffer.from(GITIGNORE)],
  ]);
}

/** {@link GITATTRIBUTES} for the palace's own files of a repository that has others. */
function scopedAttributes(): string {
  const folders = [PATHS.wings, PATHS.facts, PATHS.tunnels, PATHS.sources, PATHS.agents];
  return [
    ...[PATHS.palaceFile, PATHS.identity, PATHS.entities].map((file) => `/${file} -text`),
    ...folders.map((folder) => `/${folder}/** -text`),
    `/${PATHS.wings}/**/*.md diff`,
    ...[PATHS.facts, PATHS.tunnels, PATHS.sources].map((folder) => `/${folder}/**/*.jsonl merge=union`),
    '',
  ].join('\n');
}
