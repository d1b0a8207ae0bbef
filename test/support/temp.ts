import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty directory (real path). Removed when the test that asked for it ends; call it inside a test or hook. */
export function tempDir(name = 'palace'): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
