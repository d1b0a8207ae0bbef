import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ensureDir,
  isInside,
  readIfExists,
  readRegularFile,
  removeIfExists,
  writeFileAtomic,
} from '../../src/base/files.js';
import { tempDir } from '../support/temp.js';

test('an atomic write replaces a file and leaves no temporary one', async () => {
  const root = tempDir();
  const path = join(root, 'f');
  const tmpDir = join(root, 'tmp/deep');
  await writeFileAtomic(path, Buffer.from('one'), { tmpDir });
  await writeFileAtomic(path, Buffer.from('two\0'), { tmpDir, mode: 0o600, sync: true });
  expect(readFileSync(path, 'latin1')).toBe('two\0');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(tmpDir)).toEqual([]);
});

test('a write that fails leaves the old file and no temporary one', async () => {
  const root = tempDir();
  const tmpDir = join(root, 'tmp');
  mkdirSync(join(root, 'folder/in'), { recursive: true });
  await expect(writeFileAtomic(join(root, 'folder'), Buffer.from('x'), { tmpDir })).rejects.toThrow();
  await expect(writeFileAtomic(join(root, 'none/x'), Buffer.from('x'), { tmpDir })).rejects.toMatchObject({
    code: 'ENOENT',
  });
  expect(readdirSync(tmpDir)).toEqual([]);
  expect(readdirSync(join(root, 'folder'))).toEqual(['in']);
});

test('a pipe or a device in the place of a file is refused at once, not waited for', async () => {
  const pipe = join(tempDir(), 'palace.yaml');
  execFileSync('mkfifo', [pipe]);
  await expect(readRegularFile(pipe)).rejects.toMatchObject({ code: 'not-a-file' });
  await expect(readIfExists(pipe)).rejects.toMatchObject({ code: 'not-a-file' });
  await expect(readRegularFile('/dev/zero')).rejects.toMatchObject({ code: 'not-a-file' });
});

test('reading and removing what may not be there', async () => {
  const root = tempDir();
  writeFileSync(join(root, 'f'), 'x');
  expect(await readIfExists(join(root, 'f'))).toEqual(Buffer.from('x'));
  expect(await readIfExists(join(root, 'none'))).toBeUndefined();
  expect(await readIfExists(join(root, 'f/below'))).toBeUndefined();
  await expect(readIfExists(root)).rejects.toMatchObject({ code: 'EISDIR' });
  expect(await removeIfExists(join(root, 'f'))).toBe(true);
  expect(await removeIfExists(join(root, 'f'))).toBe(false);
  await ensureDir(join(root, 'a/b'));
  await ensureDir(join(root, 'a/b'));
  expect(statSync(join(root, 'a/b')).isDirectory()).toBe(true);
});

test('inside is judged by whole names', () => {
  expect(isInside('/a/b', '/a/b')).toBe(true);
  expect(isInside('/a/b', '/a/b/c')).toBe(true);
  expect(isInside('/a/b', '/a/b/..c')).toBe(true);
  expect(isInside('/a/b', '/a/bc')).toBe(false);
  expect(isInside('/a/b', '/a')).toBe(false);
  expect(isInside('/a/b', '/a/b/../c')).toBe(false);
});
