import { isAbsolute } from 'node:path';

/** A model's name on the hub: `owner/name`, which is a path of two plain parts on every system. */
export function isHubName(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,95}\/[A-Za-z0-9][\w.-]{0,95}$/.test(text) && !/\.\.|\.(?:git|ipc)?(?:$|\/)/.test(text);
}

/**
 * What the setting `model` can say. A relative path would mean another folder in every directory.
 * @throws {TypeError} saying what is accepted.
 */
export function asModelChoice(raw: unknown): string {
  if (typeof raw === 'string' && !raw.includes('\0')) {
    if (raw === 'bundled' || raw === 'none' || isHubName(raw)) return raw;
    if (isAbsolute(raw) || raw === '~' || /^~[/\\]/.test(raw)) return raw;
  }
  throw new TypeError(
    'expected bundled, none, the name of a fetched model (owner/name) or the absolute path of a folder',
  );
}
