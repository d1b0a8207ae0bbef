import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appendEvents, type PalaceEvent } from '../../src/palace/events.js';
import { bodyHash } from '../../src/palace/ids.js';
import {
  allowEvent,
  forgetEvent,
  ignoreEvent,
  keyedHash,
  readSourcesState,
  revokeEvent,
  sourcesLogPath,
  sourcesState,
} from '../../src/palace/sources-log.js';
import { testRuntime } from '../support/runtime.js';
import { tempDir } from '../support/temp.js';

const runtime = testRuntime({ home: '/nowhere' });
const stamp = () => ({ now: runtime.now(), randomBytes: runtime.randomBytes });
const state = (...events: PalaceEvent[]) =>
  sourcesState([{ path: sourcesLogPath('w'), text: appendEvents('', events) }]);
const memory = { source: 'git:example.org/a/b#x.md', unit: '', wing: 'driftwood' };

describe('what mining must not file again', () => {
  test('nothing, without a log', async () => {
    const empty = await readSourcesState({ root: tempDir() });
    expect(empty.isIgnored(memory)).toBe(false);
    expect(empty).toMatchObject({ ignored: 0, forgotten: 0, damaged: [], newestAt: undefined });
  });

  test('a removed unit, in its wing only; a removed source with all its units', () => {
    const unit = state(ignoreEvent({ ...memory, unit: 'part-1' }, 'codex', stamp()));
    expect(unit.isIgnored({ ...memory, unit: 'part-1' })).toBe(true);
    expect(unit.isIgnored(memory)).toBe(false);
    expect(unit.isIgnored({ ...memory, unit: 'part-1', wing: 'other' })).toBe(false);
    const whole = state(ignoreEvent({ source: memory.source, wing: memory.wing }, undefined, stamp()));
    expect(whole.isIgnored({ ...memory, unit: 'part-7' })).toBe(true);
    expect(whole.isIgnored({ ...memory, source: `${memory.source}2` })).toBe(false);
  });

  test('restoring revokes the event that covers it', () => {
    const ignore = ignoreEvent(memory, undefined, stamp());
    expect(state(ignore).ignoreEvents(memory)).toEqual([ignore.event]);
    const restored = state(ignore, revokeEvent(ignore.event, 'Ann', stamp()));
    expect(restored.isIgnored(memory)).toBe(false);
    expect(restored.ignored).toBe(0);
  });

  test('allow takes back what came before it, not what comes after', () => {
    const before = ignoreEvent(memory, undefined, stamp());
    const allow = allowEvent({ source: memory.source, wing: memory.wing }, undefined, stamp());
    const after = ignoreEvent(memory, undefined, stamp());
    expect(state(before, allow).isIgnored(memory)).toBe(false);
    expect(state(after, allow, before).ignoreEvents(memory)).toEqual([after.event]);
    const one = ignoreEvent({ ...memory, unit: 'part-1' }, undefined, stamp());
    const two = ignoreEvent({ ...memory, unit: 'part-2' }, undefined, stamp());
    const mixed = state(one, two, allowEvent({ ...memory, unit: 'part-1' }, undefined, stamp()));
    expect(mixed.isIgnored({ ...memory, unit: 'part-1' })).toBe(false);
    expect(mixed.isIgnored({ ...memory, unit: 'part-2' })).toBe(true);
  });

  test('a purged text is known by its keyed hash, not by the hash itself', () => {
    const hash = bodyHash(Buffer.from('secret'));
    const key = Buffer.from('palace key');
    const forgotten = state(forgetEvent(keyedHash(key, hash), undefined, stamp()));
    expect(forgotten.isForgotten(keyedHash(key, hash))).toBe(true);
    expect(forgotten.isForgotten(keyedHash(Buffer.from('other'), hash))).toBe(false);
    expect(forgotten.isForgotten(hash)).toBe(false);
  });

  test('the logs of all writers of the work tree count; damage is reported, links and other files are not read', async () => {
    const root = tempDir();
    mkdirSync(join(root, 'sources'));
    const mine = ignoreEvent(memory, undefined, stamp());
    writeFileSync(join(root, sourcesLogPath('a')), appendEvents('garbage\n', [mine]));
    writeFileSync(
      join(root, sourcesLogPath('b')),
      appendEvents('', [ignoreEvent({ ...memory, source: 'x' }, undefined, stamp())]),
    );
    writeFileSync(join(root, 'sources/notes.txt'), 'not a log');
    symlinkSync('/etc/passwd', join(root, 'sources/link.jsonl'));
    const read = await readSourcesState({ root });
    expect(read.ignored).toBe(2);
    expect(read.isIgnored(memory)).toBe(true);
    expect(read.damaged).toEqual([{ file: 'sources/a.jsonl', line: 1, message: 'not JSON' }]);
    expect(read.newestAt && read.newestAt > mine.at).toBe(true);
  });
});
