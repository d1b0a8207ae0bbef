import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { chooseAdapter, readSource } from '../../src/sources/registry.js';
import { describeRoot } from '../../src/sources/root.js';
import type { SourceUnit } from '../../src/sources/types.js';
import { walkSources } from '../../src/sources/walk.js';
import { testRuntime } from '../support/runtime.js';
import { OPTIONS } from './support.js';

const VAULT = join(dirname(fileURLToPath(import.meta.url)), '../../../shared/fixtures/chats/obsidian/vault');

describe.skipIf(!existsSync(VAULT))('the shared Obsidian vault (skipped where ../shared is absent)', () => {
  it('gives its notes with titles and dates, byte for byte, without settings and bin', async () => {
    const wanted: { documents: { path: string; title: string; date?: string; body_sha256: string }[] } = JSON.parse(
      readFileSync(join(VAULT, '../vault.expect.json'), 'utf8'),
    );
    const runtime = testRuntime({ home: VAULT });
    const { root, project } = await describeRoot(VAULT, runtime, 'system');
    const units: SourceUnit[] = [];
    const skipped: string[] = [];
    for await (const entry of walkSources(root, project, { maxBytes: OPTIONS.maxBytes })) {
      if ('skipped' in entry) skipped.push(entry.skipped.path);
      else {
        const adapter = chooseAdapter(entry.candidate, undefined, 'auto');
        expect(adapter?.name).toBe('note');
        if (adapter === undefined) continue;
        const result = await readSource(adapter, entry.candidate, root, OPTIONS, runtime);
        if ('units' in result) units.push(...result.units);
      }
    }
    expect(skipped).toEqual(['.obsidian/', '.trash/']);
    expect(units.map(({ routePath, title }) => [`vault/${routePath}`, title])).toEqual(
      wanted.documents.map(({ path, title }) => [path, title]),
    );
    for (const [index, unit] of units.entries()) {
      expect(unit.body.equals(readFileSync(join(VAULT, unit.routePath)))).toBe(true);
      const document = wanted.documents[index];
      if (document?.date !== undefined) expect(unit.date).toBe(document.date);
      // The expectation is of the text below the front-matter, which is the end of the exact body.
      const text = unit.body.toString('utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
      const hashes = [text, unit.body.toString('utf8'), text.replace(/^\n/, '')].map((one) =>
        createHash('sha256').update(one).digest('hex'),
      );
      expect(hashes).toContain(document?.body_sha256);
    }
  });
});
