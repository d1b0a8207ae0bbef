import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { srt } from '../../src/sources/adapters/srt.js';
import { webvtt } from '../../src/sources/adapters/webvtt.js';
import { judgeName } from '../../src/sources/file-lists.js';
import { chooseAdapter } from '../../src/sources/registry.js';
import { srtCues, vttCues } from '../../src/sources/subtitles/cues.js';
import { speechOf } from '../../src/sources/subtitles/speech.js';
import { Tally } from '../../src/sources/tally.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { describeSamples } from './shared-fixtures.js';
import { candidateOf, messagesIn, notKept, plainRoot, read, unitsOf, write } from './support.js';

describeSamples('webvtt');
describeSamples('srt');

const vtt = (text: string) => speechOf(vttCues(text, new Tally()), true, new Tally()).messages;
const sub = (text: string) => speechOf(srtCues(text, new Tally()), false, new Tally()).messages;
const stamp = (ms: number, mark: string) =>
  `${[3_600_000, 60_000, 1000].map((unit, place) => String(Math.floor(ms / unit) % (place === 0 ? 1000 : 60)).padStart(2, '0')).join(':')}${mark}${String(ms % 1000).padStart(3, '0')}`;

describe('a transcript of a recording', () => {
  it('has several voices in a cue, marks and entities gone once', () => {
    const messages = vtt(
      'WEBVTT\n\n01:02:03.004 --> 01:02:04.000\n<v.loud Ann &amp; Bo>So &amp;lt;b&gt; it <00:01.000><c>is</c> 3 < 4</v> <v Cy>&#233;h</v>\n',
    );
    expect(messages).toEqual([
      {
        speaker: 'Ann & Bo',
        kind: 'text',
        text: 'So &lt;b> it is 3 < 4',
        attributes: { offset_ms: '3723004', end_ms: '3724000' },
      },
      { speaker: 'Cy', kind: 'text', text: 'éh', attributes: { offset_ms: '3723004', end_ms: '3724000' } },
    ]);
  });

  it('takes names before a colon for speakers, and sentences and labels for text', () => {
    const cue = (text: string) => `00:00:01,000 --> 00:00:02,000\n${text}\n\n`;
    expect(
      sub(['Ann de Vries: hi', 'He said: go', 'Note: so', '12:30 it is', 'Ann de Vries:'].map(cue).join('')).map(
        ({ speaker, text }) => [speaker, text],
      ),
    ).toEqual([
      ['Ann de Vries', 'hi'],
      ['', 'He said: go'],
      ['', 'Note: so'],
      ['', '12:30 it is'],
      ['', 'Ann de Vries:'],
    ]);
  });

  it('counts what is damaged and keeps the rest', async () => {
    const root = plainRoot(
      write(tempDir(), {
        'cut.vtt':
          'WEBVTT - x\nKind: y\n\n00:01.000 --> 00:02.000\nwhole\n\n00:zz --> 00:03.000\nbad\n\n00:01.000 --> 00:02.000\n\nGMT',
        'cut.srt':
          'junk\n\n1\n00:00:05,000 --> 00:00:06,000\nwhole\n\n2\n00:00:01,00 --> \nbad\n\n3\n00:00:02,000 --> 00:00:03,000\nback\n\n4\n00:00:0',
        'wide.srt': Buffer.from('\ufeff1\r\n00:00:05,000 --> 00:00:06,000\r\nhé\r\n', 'utf16le'),
        'none.vtt': 'WEBVTT\n\n',
        'GMT20260304-101112_Recording.vtt': 'WEBVTT\n\n00:01.000 --> 00:02.000\nhi\n',
      }),
      'notes',
    );
    const [cut] = await unitsOf(webvtt, root, 'cut.vtt');
    expect(messagesIn(cut).map(({ text }) => text)).toEqual(['whole']);
    expect(notKept(cut)).toEqual({ 'damaged cues': 2, 'empty cues': 1, 'header lines': 1 });
    const [sub] = await unitsOf(srt, root, 'cut.srt');
    expect(messagesIn(sub).map(({ text }) => text)).toEqual(['whole 2 00:00:01,00 --> bad', 'back 4 00:00:0']);
    expect(notKept(sub)).toEqual({ 'cue numbers and ids': 2, 'damaged cues': 1, 'header lines': 1 });
    expect(sub?.notes).toEqual([expect.stringContaining('backwards once')]);
    expect((await unitsOf(srt, root, 'wide.srt'))[0]?.encoding).toBe('utf-16le');
    expect(srt.detect(candidateOf(root, 'wide.srt'))).toBeGreaterThan(0.9);
    expect(await read(webvtt, root, 'none.vtt')).toMatchObject({ skipped: { reason: 'empty' } });
    expect((await unitsOf(webvtt, root, 'GMT20260304-101112_Recording.vtt'))[0]).toMatchObject({
      title: '',
      date: '2026-03-04T10:11:12Z',
    });
  });

  it('is found in projects and folders of notes', () => {
    expect([judgeName('a.vtt', 'auto'), judgeName('a.srt', 'chats'), judgeName('a.vtt', 'files')]).toEqual([
      'text',
      'text',
      'extension',
    ]);
    const root = plainRoot(write(tempDir(), { 'a.vtt': 'WEBVTT\n\n00:01.000 --> 00:02.000\nhi\n' }), 'project');
    expect(chooseAdapter(candidateOf(root, 'a.vtt'), undefined, 'auto')?.name).toBe('webvtt');
  });

  it('gives back all that is said, in order, however much', () => {
    const word = fc.stringMatching(/^[a-zé][a-zé,.!?]{0,8}$/);
    const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
    const cue = fc.record({
      name: fc.constantFrom('Ann', 'Dr. Bo', '王芳'),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(cue, { minLength: 1 }), (cues) => {
        const wanted = cues.map(({ name, lines }) => [name, lines.join(' ')]);
        const times = (n: number, mark: string) => `${stamp(n * 1500, mark)} --> ${stamp(n * 1500 + 1000, mark)}`;
        const asVtt = `WEBVTT\n\n${cues.map(({ name, lines }, n) => `${times(n, '.')}\n<v ${name}>${lines.join('\n')}</v>`).join('\n\n')}\n`;
        expect(vtt(asVtt).map(({ speaker, text }) => [speaker, text])).toEqual(wanted);
        const asSrt = cues
          .map(({ name, lines }, n) => `${n + 1}\n${times(n, ',')}\n${name}: ${lines.join('\n')}\n`)
          .join('\n');
        expect(sub(asSrt).map(({ speaker, text }) => [speaker, text])).toEqual(wanted);
        expect(sub(asSrt).map(({ attributes }) => attributes?.offset_ms)).toEqual(cues.map((_, n) => String(n * 1500)));
      }),
      { numRuns: longRun(100, 2000) },
    );
    const count = longRun(10_000, 100_000);
    const many = Array.from(
      { length: count },
      (_, n) => `${n}\n${stamp(n, ',')} --> ${stamp(n, ',')}\nturn ${n}\n`,
    ).join('\n');
    expect(sub(many)).toHaveLength(count);
    expect(vtt(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'x'.repeat(5_000_000)}`)[0]?.text).toHaveLength(5_000_000);
  });
});
