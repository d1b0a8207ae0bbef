import type { Message } from '../../palace/transcript-types.js';
import { decodeEntities } from '../entities.js';
import { plainHead } from '../plain-transcript/heads.js';
import type { Tally } from '../tally.js';
import type { Cue } from './cues.js';

/**
 * What is said in the cues, one message a cue and voice. `<v Name>` and `Name: ` at its beginning say who speaks. `goesOn`: a cue
 * without a name is said by the speaker before (Zoom); else nobody knows by whom, and the speaker is ''.
 */
export function speechOf(
  cues: readonly Cue[],
  goesOn: boolean,
  tally: Tally,
): { messages: Message[]; notes: string[] } {
  const voiced = cues.some(({ lines }) => lines.some((line) => /<v[ .]/.test(line)));
  const messages: Message[] = [];
  let speaker = '';
  let before = 0;
  let back = 0;
  for (const { start, end, lines } of cues) {
    if (start < before) back++;
    before = start;
    const attributes = { offset_ms: String(start), end_ms: String(end) };
    const spoken = voicesOf(lines.join('\n'));
    let isEmpty = true;
    for (const { voice, raw } of spoken) {
      const text = plain(raw);
      if (text === '') continue;
      isEmpty = false;
      const named = voice === undefined && !voiced ? namedSpeech(text) : undefined;
      speaker = voice ?? named?.name ?? (goesOn ? speaker : '');
      messages.push({ speaker, kind: 'text', text: named?.rest ?? text, attributes });
    }
    if (isEmpty) tally.add('empty cues', 0);
  }
  const times = back === 1 ? 'once' : `${back} times`;
  return { messages, notes: back === 0 ? [] : [`times go backwards ${times} in it; the order of the source was kept`] };
}

/** The pieces of a cue by its `<v Name>` tags; without a name what stands before the first one or has none. */
function voicesOf(text: string): { voice?: string; raw: string }[] {
  const pieces = text.split(/<v(?:\.[^\s>]*)*(?:[ \t]+([^>\n]*))?>/);
  const voices: { voice?: string; raw: string }[] = [{ raw: pieces[0] ?? '' }];
  for (let at = 1; at < pieces.length; at += 2) {
    const name = decodeEntities(pieces[at] ?? '').trim();
    voices.push({ raw: pieces[at + 1] ?? '', ...(name !== '' && { voice: name }) });
  }
  return voices;
}

/** Text without marks and with entities decoded. Line breaks are layout, unless dashes show that several people speak. */
function plain(raw: string): string {
  const bare = decodeEntities(raw.replace(/<\/?(?:[a-z]+(?:[. \t][^<>\n]*)?|\d[\d:.]*)>|\{\\an?\d\}/gi, ''));
  const lines = bare.split('\n').map((line) => line.trim());
  const several = lines.filter((line) => /^[-–—] ?\S/.test(line)).length > 1;
  return lines.filter((line) => line !== '').join(several ? '\n' : ' ');
}

const PARTICLE = /^(?:von|van|der|den|de|da|di|du|la|le|el|al|bin|ibn|dos|zu|ter|y|e)$/;

/** `Imke Vos: text`. `He said: text` is text: words of a name begin with capitals, particles apart. */
function namedSpeech(text: string): { name: string; rest: string } | undefined {
  const head = plainHead(text);
  if (head === undefined || head.rest.trim() === '') return undefined;
  const isName = head.name.split(/\s+/).every((word) => PARTICLE.test(word) || !/^\p{Ll}/u.test(word));
  return isName ? { name: head.name, rest: head.rest.trim() } : undefined;
}
