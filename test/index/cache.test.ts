import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTreeIndex } from '../../src/index/as-of.js';
import { MOST_TREE_VIEWS } from '../../src/index/cache-store.js';
import { type LiveIndex, openLiveIndex } from '../../src/index/live.js';
import { refreshIndex } from '../../src/index/refresh.js';
import { ENGINES } from '../support/engines.js';
import { type Bench, bench, plainSearch } from './support.js';

async function ask(place: Bench, query: string): Promise<{ found: string[]; warnings: string[]; passages: number }> {
  const palace = await place.reopen();
  const index = await openLiveIndex(palace);
  const hits = await index.query({ text: query, pool: 1000 });
  index.close();
  await palace.close();
  const passages = palace.runtime.phases.filter(({ phase }) => phase === 'passages').length;
  return { found: [...new Set(hits.map((hit) => hit.row.path))].sort(), warnings: palace.runtime.warnings, passages };
}

const cacheOf = (place: Bench): string => join(place.palace.root, '.palace/cache/index');
const cacheFiles = (place: Bench, start: string): string[] =>
  readdirSync(cacheOf(place)).filter((name) => name.startsWith(start));

async function withDrawers(count = 30): Promise<Bench> {
  const place = await bench();
  for (let at = 0; at < count; at++)
    place.write(`wings/w/r/${at}.md`, `---\nid: d-${String(at).padStart(16, '0')}\n---\nnumber${at} common words\n`);
  place.commit();
  return place;
}

describe('the cache', () => {
  it.each(['manifest', 'segment', 'view'])(
    'a damaged %s is built again with one warning, and the answer is right',
    async (kind) => {
      const place = await withDrawers();
      await ask(place, 'common');
      const [name] = cacheFiles(place, kind);
      const file = join(cacheOf(place), name ?? '');
      const whole = readFileSync(file);
      // Every place of the file: header, table, sections.
      for (const at of [0, 5, 13, 20, Math.floor(whole.length / 2), whole.length - 9]) {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ 0xff;
        writeFileSync(file, bytes);
        const { found, warnings } = await ask(place, 'number7 common');
        expect(found).toHaveLength(30);
        expect(warnings.length).toBeLessThanOrEqual(1);
        rmSync(join(cacheOf(place), '..'), { recursive: true });
        await ask(place, 'common');
      }
      truncateSync(file, Math.floor(whole.length / 2));
      const cut = await ask(place, 'number7');
      expect(cut).toMatchObject({ found: ['wings/w/r/7.md'] });
      expect(cut.warnings).toHaveLength(1);
      expect((await ask(place, 'number7')).warnings).toEqual([]);
    },
  );

  it('a segment that is missing is built again', async () => {
    const place = await withDrawers();
    await ask(place, 'common');
    for (const name of cacheFiles(place, 'segment')) rmSync(join(cacheOf(place), name));
    const { found, warnings } = await ask(place, 'common');
    expect(found).toHaveLength(30);
    expect(warnings).toHaveLength(1);
  });

  it('reads no drawer twice: moved, checked out again, or committed after it was indexed unsaved', async () => {
    const place = await withDrawers();
    place.write('wings/w/r/new.md', 'fresh words\n');
    expect((await ask(place, 'fresh')).passages).toBeGreaterThan(0);
    place.commit();
    expect(await ask(place, 'fresh')).toMatchObject({ found: ['wings/w/r/new.md'], passages: 0 });
    mkdirSync(join(place.palace.root, 'wings/w/s'));
    place.git('mv', 'wings/w/r/new.md', 'wings/w/s/new.md');
    expect(await ask(place, 'fresh')).toMatchObject({ found: ['wings/w/s/new.md'], passages: 0 });
    place.git('checkout', '-q', '-f', 'HEAD~1');
    expect(await ask(place, 'fresh')).toMatchObject({ found: [], passages: 0 });
    place.git('checkout', '-q', 'main');
    expect(await ask(place, 'fresh')).toMatchObject({ found: ['wings/w/r/new.md'], passages: 0 });
  });

  it('writes nothing when nothing changed', async () => {
    const place = await withDrawers();
    await ask(place, 'common');
    const before = cacheFiles(place, '').map((name) => [
      name,
      readFileSync(join(cacheOf(place), name)).toString('hex'),
    ]);
    const old = new Date('2020-01-01T00:00:00Z');
    for (const [name] of before) utimesSync(join(cacheOf(place), name ?? ''), old, old);
    await ask(place, 'common');
    rmSync(join(cacheOf(place), 'nothing'), { force: true });
    expect(
      cacheFiles(place, '').map((name) => [name, readFileSync(join(cacheOf(place), name)).toString('hex')]),
    ).toEqual(before);
  });

  it('stays small through many edits: deltas are rolled together, dead versions are dropped', async () => {
    const place = await withDrawers(40);
    for (let at = 0; at < 25; at++) {
      place.write('wings/w/r/edited.md', `version${at} words\n`);
      if (at % 3 === 0) place.commit();
      expect((await ask(place, `version${at}`)).found).toEqual(['wings/w/r/edited.md']);
      expect(cacheFiles(place, 'segment').length).toBeLessThanOrEqual(2);
    }
    expect((await ask(place, 'version3')).found).toEqual([]);
    const state = await refreshIndex(place.palace);
    expect(state).toMatchObject({ drawers: 41, passages: 41, segments: 1, problems: [] });
    expect(state.bytes).toBeLessThan(100_000);
  });

  it('answers from memory while another process writes the cache, and takes a dead one’s lock', async () => {
    const place = await withDrawers();
    await ask(place, 'common');
    const lock = join(cacheOf(place), 'lock');
    const holder = { host: 'test-host', boot: 'test-boot', pid: process.pid, started: '', token: 'x' };
    writeFileSync(lock, JSON.stringify(holder));
    place.write('wings/w/r/new.md', 'fresh words\n');
    expect(await ask(place, 'fresh')).toMatchObject({ found: ['wings/w/r/new.md'], warnings: [] });
    expect((await ask(place, 'fresh')).passages).toBeGreaterThan(0);
    writeFileSync(lock, JSON.stringify({ ...holder, boot: 'an earlier boot' }));
    await ask(place, 'fresh');
    expect(await ask(place, 'fresh')).toMatchObject({ found: ['wings/w/r/new.md'], passages: 0 });
    expect(cacheFiles(place, 'lock')).toEqual([]);
  });

  it('many processes at once all answer right', async () => {
    const place = await withDrawers();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(place, 'number3')));
    for (const answer of answers) expect(answer).toMatchObject({ found: ['wings/w/r/3.md'], warnings: [] });
    expect((await ask(place, 'number3')).passages).toBe(0);
  });

  it('keeps the last few trees of the past, and a rebuild starts from nothing', async () => {
    const place = await withDrawers(3);
    for (let at = 0; at < MOST_TREE_VIEWS + 3; at++) {
      place.write('wings/w/r/more.md', `time${at} words\n`);
      place.commit();
    }
    for (let back = 1; back <= MOST_TREE_VIEWS + 2; back++) {
      const commit = await place.palace.git.resolveCommit(`HEAD~${back}`);
      const index = await openTreeIndex(place.palace, commit ? [commit] : []);
      expect(await index.query({ text: `time${MOST_TREE_VIEWS + 2 - back}`, pool: 9 })).toHaveLength(1);
      index.close();
    }
    await ask(place, 'words');
    expect(cacheFiles(place, 'view').length).toBe(MOST_TREE_VIEWS + 1);
    const rebuilt = await refreshIndex(place.palace, { rebuild: true });
    expect(rebuilt).toMatchObject({ drawers: 4, added: 4 });
    expect(cacheFiles(place, 'view')).toHaveLength(1);
  });
});

describe.each(ENGINES)('the live index (%s)', (engine) => {
  it('works before the first commit, and says what it cannot read', async () => {
    const place = await bench(engine);
    place.write('wings/w/r/a.md', 'plain words\n');
    place.write('wings/w/r/picture.md', Buffer.from([0x89, 0x50, 0, 1, 2, 3]));
    place.write('wings/w/r/huge.md', Buffer.alloc(9 * 1024 * 1024, 'words \n'));
    place.write('wings/w/r/bad.md', Buffer.from([0xff, 0xfe, 0x20, ...Buffer.from('odd words')]));
    symlinkSync('/etc/passwd', join(place.palace.root, 'wings/w/r/link.md'));
    execFileSync('mkfifo', [join(place.palace.root, 'wings/w/r/fifo.md')]);
    for (const saved of [false, true]) {
      const palace = await place.reopen();
      const index = await openLiveIndex(palace);
      expect(index.commit === null).toBe(!saved);
      expect((await index.query({ text: 'words', pool: 9 })).map((hit) => hit.row.path).sort()).toEqual([
        'wings/w/r/a.md',
        'wings/w/r/bad.md',
      ]);
      expect(index.rows.map((row) => row.path)).toEqual(
        ['a', 'bad', 'huge', 'picture'].map((name) => `wings/w/r/${name}.md`),
      );
      expect(index.state().problems.map(({ path }) => path)).toEqual(['wings/w/r/huge.md', 'wings/w/r/picture.md']);
      expect(index.notes.join()).toContain('2 files');
      index.close();
      await palace.close();
      place.commit();
    }
  });

  it('gives the union of several heads, the newest date winning', async () => {
    const place = await bench(engine);
    place.write('wings/w/r/both.md', 'base words\n');
    place.commit();
    const at = (date: string, message: string): string => {
      place.git('add', '-A');
      execFileSync(
        'git',
        ['-C', place.palace.root, '-c', 'user.name=T', '-c', 'user.email=t@e', 'commit', '-qm', message],
        {
          env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
        },
      );
      return place.git('rev-parse', 'HEAD').trim();
    };
    place.git('checkout', '-q', '-b', 'side');
    place.write('wings/w/r/both.md', 'side words\n');
    place.write('wings/w/r/side.md', 'only side words\n');
    const side = at('2030-01-02T00:00:00Z', 'side');
    place.git('checkout', '-q', 'main');
    place.write('wings/w/r/both.md', 'main words\n');
    place.write('wings/w/r/main.md', 'only main words\n');
    const main = at('2030-01-01T00:00:00Z', 'main');
    const palace = await place.reopen();
    const ids = await Promise.all([side, main].map((id) => palace.git.resolveCommit(id)));
    const index: LiveIndex = await openTreeIndex(
      palace,
      ids.filter((id) => id !== undefined),
    );
    expect(index.commit).toBe(side);
    const files = new Map([
      ['wings/w/r/both.md', 'side words\n'],
      ['wings/w/r/main.md', 'only main words\n'],
      ['wings/w/r/side.md', 'only side words\n'],
    ]);
    const hits = await index.query({ text: 'words side main', pool: 9 });
    expect(hits.map((hit) => hit.score)).toEqual(
      (await plainSearch(files, 'words side main')).map(([, score]) => score),
    );
    index.close();
    await palace.close();
  });

  it('looks again when a file is saved while it is being indexed', async () => {
    const place = await bench(engine);
    place.write('wings/w/r/a.md', 'first words\n');
    let saves = 0;
    place.palace.runtime.onProgress = () => {
      if (saves++ === 0) place.write('wings/w/r/a.md', 'second words\n');
    };
    const index = await openLiveIndex(place.palace);
    expect(await index.query({ text: 'first', pool: 1 })).toEqual([]);
    expect(await index.query({ text: 'second', pool: 1 })).toHaveLength(1);
    index.close();
  });

  it('an unsaved edit that changes again is read as it stands', async () => {
    const place = await bench(engine);
    place.write('wings/w/r/a.md', 'first words\n');
    const index = await openLiveIndex(place.palace);
    const [hit] = await index.query({ text: 'first', pool: 1 });
    appendFileSync(join(place.palace.root, 'wings/w/r/a.md'), 'second words\n');
    expect(hit && (await index.passagesOf(hit.row))[0]?.text).toBe('first words\nsecond words\n');
    index.close();
  });
});
