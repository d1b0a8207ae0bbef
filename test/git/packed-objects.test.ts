import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { applyDelta } from '../../src/git/objects/delta.js';
import { PackedObjects } from '../../src/git/objects/packed-objects.js';
import { asObjectId } from '../../src/git/types.js';
import { ENGINES } from '../support/engines.js';
import { cli, openScene, write } from './support.js';

/** Versions of a text that grows, a large one, one that deflates to more than it is, and an empty one. */
function history(): string {
  const root = mkdtempSync(join(tmpdir(), 'packed-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  cli(root, ['init', '-q', '-b', 'main']);
  let text = '';
  for (let version = 0; version < 24; version++) {
    text += `line ${version} ${'of a text that grows '.repeat(20)}\n`;
    write(root, 'grows.md', version % 7 === 0 ? text.slice(200) : text);
    if (version === 3) write(root, 'empty', '');
    if (version === 5) writeFileSync(join(root, 'random'), randomBytes(300_000));
    if (version === 9) write(root, 'large', 'the same words again '.repeat(40_000));
    cli(root, ['add', '.']);
    cli(root, ['commit', '-qm', `version ${version}`]);
  }
  cli(root, ['tag', '-am', 'a tag', 'v1']);
  return root;
}

/** Every object as git reads it, by id. */
function objectsOf(root: string): Map<string, { type: string; content: Buffer }> {
  const args = ['-C', root, 'cat-file', '--batch-all-objects', '--batch'];
  const listed = execFileSync('git', args, { maxBuffer: 1 << 28 });
  const objects = new Map<string, { type: string; content: Buffer }>();
  for (let at = 0; at < listed.length; ) {
    const end = listed.indexOf(10, at);
    const [id = '', type = '', size = ''] = listed.toString('latin1', at, end).split(' ');
    objects.set(id, { type, content: listed.subarray(end + 1, end + 1 + Number(size)) });
    at = end + 1 + Number(size) + 1;
  }
  return objects;
}

type Found = { type: string; content: Buffer } | undefined;

/** Comparing buffers of a megabyte by `toEqual` takes seconds. */
function isSame(found: Found, wanted: Found): boolean {
  return found !== undefined && found.type === wanted?.type && found.content.equals(wanted.content);
}

function packFiles(root: string, end: string): string[] {
  const folder = join(root, '.git/objects/pack');
  return readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));
}

describe('objects in packs', () => {
  const root = history();
  const objects = objectsOf(root);

  test.each([
    ['deltas by offset', ['repack', '-adfq', '--depth=50']],
    ['deltas by id', ['-c', 'repack.useDeltaBaseOffset=false', 'repack', '-adfq']],
    ['long chains, several packs', ['repack', '-adfq', '--depth=200', '--window=50', '--max-pack-size=1m']],
  ])('%s: as git reads them', (_name, command) => {
    cli(root, command);
    cli(root, ['prune-packed']);
    const packed = new PackedObjects(join(root, '.git'));
    for (const [id, object] of objects) expect(isSame(packed.find(asObjectId(id)), object), id).toBe(true);
    expect(packed.find(asObjectId('0'.repeat(40)))).toBeUndefined();
    expect(packed.find(asObjectId('f'.repeat(40)))).toBeUndefined();
    packed.close();
  });

  test('a pack that comes later is found; one that was removed meanwhile can still be read', () => {
    cli(root, ['repack', '-adfq']);
    const packed = new PackedObjects(join(root, '.git'));
    const [[id, object] = ['', undefined]] = objects;
    expect(isSame(packed.find(asObjectId(id)), object)).toBe(true);
    write(root, 'later', 'a file that came later');
    cli(root, ['add', '.']);
    cli(root, ['commit', '-qm', 'later']);
    const later = cli(root, ['rev-parse', 'HEAD:later']).trim();
    expect(packed.find(asObjectId(later))).toBeUndefined();
    cli(root, ['repack', '-adfq']);
    expect(packed.find(asObjectId(later))?.content.toString()).toBe('a file that came later');
    for (const [each, object] of objects) expect(isSame(packed.find(asObjectId(each)), object)).toBe(true);
    packed.close();
  });

  describe.each(ENGINES)('through %s', (engine) => {
    test('an index of version 1 is left to git, and damage is told and never made up', async () => {
      cli(root, ['repack', '-adfq']);
      const [index = ''] = packFiles(root, '.idx');
      const [pack = ''] = packFiles(root, '.pack');
      const good = readFileSync(index);
      execFileSync('git', ['-C', root, 'index-pack', '--index-version=1', '-o', `${index}.1`, pack]);
      const blob = asObjectId(cli(root, ['rev-parse', 'HEAD:grows.md']).trim());
      const wanted = objectsOf(root).get(blob)?.content;
      rmSync(index, { force: true });
      writeFileSync(index, readFileSync(`${index}.1`));
      const { git } = await openScene(root, engine);
      // isomorphic-git has no reader for an index that git has not written since 2008.
      if (engine === 'system') expect(await git.readBlob(blob)).toEqual(wanted);
      else await expect(git.readBlob(blob)).rejects.toThrow();
      await git.close();
      rmSync(index, { force: true });
      writeFileSync(index, good);
      const bytes = readFileSync(pack);
      const damaged = Buffer.from(bytes);
      damaged.fill(0x55, 40, damaged.length - 40);
      rmSync(pack, { force: true });
      writeFileSync(pack, damaged);
      const { git: broken } = await openScene(root, engine);
      await expect(broken.readBlob(blob)).rejects.toThrow();
      await broken.close();
      rmSync(pack, { force: true });
      writeFileSync(pack, bytes);
      rmSync(`${index}.1`, { force: true });
    });
  });

  test('a delta that is damaged makes nothing, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.uint8Array({ maxLength: 64 }), (base, delta) => {
        const made = applyDelta(Buffer.from(base), Buffer.from(delta), 1000);
        expect(made === undefined || Buffer.isBuffer(made)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
