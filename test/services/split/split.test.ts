import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SplitRequest, type SplitResult, splitTranscripts } from '../../../src/services/split/split.js';
import { SessionFinder } from '../../../src/sources/split/sessions.js';
import { longRun } from '../../support/counts.js';
import { testRuntime } from '../../support/runtime.js';
import { tempDir } from '../../support/temp.js';

const BANNER = '╭─── Claude Code v2.0.1 ───────╮\n';
const RESTORED = `${BANNER}│ Welcome back │\n… +40 previous messages (Ctrl+E to show)\n`;

const session = (subject: string, clock = ''): string =>
  `${BANNER}│ Welcome back │\n\n${clock}> ls\n> ${subject}\n\n⏺ An answer.\n  With two lines.\n\n`;

interface Place {
  folder: string;
  file: string;
  content: Buffer;
  split(more?: Partial<SplitRequest>): Promise<SplitResult>;
}

function transcript(content: string | Buffer, name = 'march.txt'): Place {
  const folder = join(tempDir(), 'transcripts');
  mkdirSync(folder);
  const file = join(folder, name);
  const bytes = Buffer.from(content);
  writeFileSync(file, bytes);
  const runtime = testRuntime({ home: folder, cwd: folder });
  return {
    folder,
    file,
    content: bytes,
    split: (more = {}) => splitTranscripts(runtime, { paths: [name], ...more }),
  };
}

/** The parts of the one file, joined in order. */
function joined({ files: [file] }: SplitResult): Buffer {
  return Buffer.concat((file?.parts ?? []).map(({ path }) => readFileSync(path)));
}

describe('splitting a transcript', () => {
  it('gives one file a session, named by time and subject; joined they are the file, which stays', async () => {
    const place = transcript(
      session('Why do the tests fail?', '⏺ 10:05 AM Wednesday, March 4, 2026\n') +
        session('把缓存清掉再试一次好吗') +
        session('ok'),
    );
    const result = await place.split();
    const [file] = result.files;
    expect(result).toMatchObject({ dry_run: false, parts: 3, skipped: [] });
    expect(file).toMatchObject({ path: 'march.txt', sessions: 3, folder: join(place.folder, 'march-sessions') });
    expect(readdirSync(file?.folder ?? '')).toEqual([
      'march__2026-03-04_1005_why-do-the-tests-fail.txt',
      'march__part02_把缓存清掉再试一次好吗.txt',
      'march__part03_session.txt',
    ]);
    expect(file?.parts[0]).toMatchObject({
      started_at: '2026-03-04T10:05',
      subject: 'Why do the tests fail?',
      status: 'written',
      lines: 10,
    });
    expect(joined(result)).toEqual(place.content);
    expect(readFileSync(place.file)).toEqual(place.content);
  });

  it('does not cut where an earlier session is opened again, nor where somebody speaks of the program', async () => {
    const first = `${session('the first question')}${RESTORED}> going on here\n\nI use Claude Code v2 every day.\n`;
    const place = transcript(first + session('the second question'));
    const result = await place.split();
    expect(result.files[0]?.parts.map(({ bytes }) => bytes)).toEqual([
      Buffer.byteLength(first),
      Buffer.byteLength(session('the second question')),
    ]);
  });

  it('keeps what stands before the first session, and short sessions', async () => {
    const place = transcript(`the end of an older session\n${BANNER}${session('a real question')}${BANNER}`);
    const result = await place.split();
    expect(result.files[0]).toMatchObject({ sessions: 3 });
    expect(result.parts).toBe(4);
    expect(joined(result)).toEqual(place.content);
    const blank = transcript(`\n\n${session('one question')}${session('two questions')}`);
    expect((await blank.split()).parts).toBe(2);
  });

  it('writes nothing the second time, and never over another file', async () => {
    const place = transcript(session('first question') + session('second question'));
    mkdirSync(join(place.folder, 'march-sessions'));
    const other = join(place.folder, 'march-sessions', 'march__part01_first-question.txt');
    writeFileSync(other, 'mine');
    const first = await place.split();
    expect(readFileSync(other, 'utf8')).toBe('mine');
    expect(first.files[0]?.parts.map(({ path, status }) => [path.slice(place.folder.length + 1), status])).toEqual([
      ['march-sessions/march__part01_first-question~2.txt', 'written'],
      ['march-sessions/march__part02_second-question.txt', 'written'],
    ]);
    const again = await place.split();
    expect(again.files[0]?.parts.map(({ status }) => status)).toEqual(['exists', 'exists']);
    expect(readdirSync(join(place.folder, 'march-sessions'))).toHaveLength(3);
    expect(joined(again)).toEqual(place.content);
  });

  it('two sessions of one minute and subject are two files', async () => {
    const place = transcript(session('same question').repeat(3));
    const result = await place.split();
    expect(joined(result)).toEqual(place.content);
    const clocked = session('same question', '⏺ 1:05 PM Wednesday, March 4, 2026\n').repeat(2);
    const names = (await transcript(clocked).split()).files[0]?.parts.map(({ path }) => path.split('/').at(-1));
    expect(names).toEqual(['march__2026-03-04_1305_same-question.txt', 'march__2026-03-04_1305_same-question_2.txt']);
  });

  it('shows with --dry-run what it would write, and writes nothing', async () => {
    const place = transcript(session('first question') + session('second question'));
    const dry = await place.split({ dryRun: true });
    expect(readdirSync(place.folder)).toEqual(['march.txt']);
    const real = await place.split();
    expect(dry.files.flatMap(({ parts }) => parts.map(({ path, bytes }) => [path, bytes]))).toEqual(
      real.files.flatMap(({ parts }) => parts.map(({ path, bytes }) => [path, bytes])),
    );
    expect(dry.files[0]?.parts.every(({ status }) => status === 'planned')).toBe(true);
  });

  it('leaves files with fewer sessions alone and says so; --min-sessions decides', async () => {
    const place = transcript(session('only one question'));
    expect(await place.split()).toMatchObject({
      files: [],
      skipped: [{ path: 'march.txt', sessions: 1, reason: 'too-few-sessions' }],
    });
    expect((await place.split({ minSessions: 1 })).parts).toBe(1);
    expect((await transcript('').split()).skipped[0]).toMatchObject({ sessions: 0 });
  });

  it('takes the transcripts of a folder, not its links, and puts parts where --output-dir says', async () => {
    const place = transcript(session('first question') + session('second question'));
    writeFileSync(join(place.folder, 'b.md'), session('third question').repeat(2));
    writeFileSync(join(place.folder, 'c.json'), session('x').repeat(2));
    symlinkSync(place.file, join(place.folder, 'd.txt'));
    const result = await place.split({ paths: ['.'], outputDir: 'out/parts' });
    expect(result.files.map(({ path }) => path)).toEqual(['b.md', 'march.txt']);
    expect(readdirSync(join(place.folder, 'out/parts'))).toHaveLength(4);
  });

  it('refuses what is missing or no file', async () => {
    const place = transcript('x');
    await expect(place.split({ paths: ['gone.txt'] })).rejects.toMatchObject({ code: 'no-such-source', exit: 4 });
    await expect(place.split({ paths: [] })).rejects.toMatchObject({ code: 'nothing-to-split', exit: 2 });
    await expect(place.split({ paths: ['/dev/null'] })).rejects.toMatchObject({ code: 'source-not-a-file' });
  });

  it('leaves nothing behind when the folder cannot be written', async () => {
    const place = transcript(session('first question') + session('second question'));
    writeFileSync(join(place.folder, 'taken'), 'a file');
    await expect(place.split({ outputDir: 'taken' })).rejects.toThrow();
    expect(readdirSync(place.folder).sort()).toEqual(['march.txt', 'taken']);
    expect(existsSync(join(place.folder, 'march-sessions'))).toBe(false);
  });

  it('property: whatever the bytes, the parts follow each other and are the whole', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        BANNER,
        RESTORED,
        '\u001b[1m▐▛███▜▌ Claude Code v2.1.20\u001b[0m\r\n',
        '\n',
        '> a question here\n',
        '⏺ 1:00 AM Mon, May 4, 2026\n',
        'Ctrl+E\n',
      ),
      fc.string({ maxLength: 20 }).map((text) => `${text.replaceAll('\n', ' ')}\n`),
      fc.uint8Array({ maxLength: 10 }).map((bytes) => Buffer.from(bytes).toString('latin1').replaceAll('\n', ' ')),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const whole = Buffer.from(pieces.join(''), 'utf8');
        const finder = new SessionFinder();
        for (let at = 0; at < whole.length; ) {
          const end = whole.indexOf(0x0a, at);
          const next = end === -1 ? whole.length : end + 1;
          finder.line(whole.subarray(at, next));
          at = next;
        }
        let expected = 0;
        for (const { start, bytes } of finder.finish()) {
          expect(start).toBe(expected);
          expect(bytes).toBeGreaterThan(0);
          expected += bytes;
        }
        expect(expected).toBe(whole.length);
      }),
      { numRuns: longRun(100, 2_000) },
    );
  });
});
