import { createHash } from 'node:crypto';

/** SHA-1 of the parts one after another, 40 lower-case hex digits. Git's object ids; never a secret or a signature. */
export function sha1(...parts: readonly (Buffer | string)[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** SHA-256 of the parts one after another, 64 lower-case hex digits. */
export function sha256(...parts: readonly (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
