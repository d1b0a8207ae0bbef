import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDrawer } from '../../../src/palace/codec.js';
import type { Palace } from '../../../src/palace/types.js';
import type { TestPalace } from '../../support/palace.js';
import { type PlantedSecret, plantedSecrets } from '../../support/secrets.js';

/** Everything in the object database, reachable or not, and every other file of `.git` but the quarantine. */
function allOfGit(palace: TestPalace): Buffer[] {
  const env = { ...palace.runtime.env };
  const objects = execFileSync('git', ['cat-file', '--batch-all-objects', '--unordered', '--batch'], {
    cwd: palace.root,
    env,
    maxBuffer: 1 << 28,
  });
  const names = execFileSync('find', ['.git', '-type', 'f', '-not', '-path', '.git/palace/*'], {
    cwd: palace.root,
    encoding: 'utf8',
  });
  const files = names.split('\n').filter(Boolean);
  return [objects, ...files.map((name) => readFileSync(join(palace.root, name)))];
}

/** Kinds of those secrets that are anywhere in `.git`. */
export function leaked(palace: TestPalace, secrets: readonly PlantedSecret[]): string[] {
  const places = allOfGit(palace);
  return secrets.filter(({ secret }) => places.some((place) => place.includes(secret))).map(({ kind }) => kind);
}

/** A session of Claude Code in which a person says these texts. */
export function session(id: string, texts: readonly string[]): string {
  return texts
    .map((text, index) => {
      const minute = String(index).padStart(2, '0');
      return `${JSON.stringify({
        type: 'user',
        uuid: `${id}-${index}`,
        parentUuid: index === 0 ? null : `${id}-${index - 1}`,
        sessionId: id,
        cwd: '/home/ada/driftwood',
        timestamp: `2026-03-04T10:${minute}:00.000Z`,
        message: { role: 'user', content: text },
      })}\n`;
    })
    .join('');
}

export const SESSION = '0f3a9c51-1111-4222-8333-444455556666';

/** So many made-up tokens of one kind. */
export function tokens(count: number): PlantedSecret[] {
  return plantedSecrets(count).filter(({ kind }) => kind === 'github-token');
}

/** The words of the drawer at a path of the work tree. */
export function bodyAt(palace: Palace, path: string): string {
  return parseDrawer(readFileSync(join(palace.root, path))).body.toString();
}
