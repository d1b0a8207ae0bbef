import { momentIfDate } from '../../history/moments.js';
import { parseTranscript } from '../../palace/transcript.js';
import type { DrawerFile } from '../../palace/types.js';

/** A text of a drawer that somebody wrote at one time. */
export interface DrawerText {
  text: string;
  /** Number of its first line in the drawer's body, 1-based. */
  firstLine: number;
  /** When it was written, milliseconds; undefined where nobody knows. */
  at: number | undefined;
}

/** What people and agents said in a drawer: all of a note; of a conversation the messages, without tools, thoughts and notices. */
export function drawerTexts({ front, body }: Pick<DrawerFile, 'front' | 'body'>): DrawerText[] {
  if (isCode(front.source)) return [];
  const at = momentOf(front.date) ?? momentOf(front.filed);
  if (front.body !== 'transcript/1') return [{ text: body.toString('utf8'), firstLine: 1, at }];
  return parseTranscript(body)
    .filter(({ kind }) => kind === 'text')
    .map(({ text, textLine, time }) => ({ text, firstLine: textLine, at: momentOf(time) ?? at }));
}

/** Source code states nothing about people, whatever its words are. */
const PROSE = /\.(?:md|markdown|mdx|txt|text|rst|adoc|org|html?|eml|srt|vtt|tex|wiki)$/i;

function isCode(source: string | undefined): boolean {
  const name = source?.split('#').at(-1)?.split('/').at(-1) ?? '';
  return /^(?:git|file):/.test(source ?? '') && /\.[a-z\d]+$/i.test(name) && !PROSE.test(name);
}

function momentOf(text: unknown): number | undefined {
  return typeof text === 'string' ? momentIfDate(text)?.getTime() : undefined;
}
