import type { PlacedMessage } from '../../palace/transcript-types.js';
import type { FrontMatter } from '../../palace/types.js';
import { cutUnits, type TextBlock, type TextUnit } from '../../text/units.js';
import { LARGEST_INDEXED } from '../document.js';
import { isProse } from '../prose.js';

/** What somebody said or thought. What tools were given and gave back is found by its words. */
const SAID: ReadonlySet<string> = new Set(['text', 'thinking', 'summary', 'context']);

/** Cuts drawers for the vectors. */
export interface UnitCutter {
  /** Units of a drawer's file; none where its text is not searched (binary, too large). A function of the bytes alone. */
  units(bytes: Buffer): TextUnit[];
}

export async function createUnitCutter(): Promise<UnitCutter> {
  const [{ parseDrawer }, { parseTranscript }] = await Promise.all([
    import('../../palace/codec.js'),
    import('../../palace/transcript.js'),
  ]);
  return {
    units(bytes) {
      if (bytes.length > LARGEST_INDEXED) return [];
      const { front, body, bodyLine } = parseDrawer(bytes);
      if (bodyLine === 1 && body.subarray(0, 8_000).includes(0)) return [];
      if (front.body !== 'transcript/1')
        return cutUnits([{ firstLine: 1, text: body.toString('utf8') }], { sentences: isProse(front) });
      return cutUnits([...titleBlock(front), ...parseTranscript(body).flatMap(blockOf)], { sentences: true });
    },
  };
}

/** What a conversation is called is often said nowhere in it. */
function titleBlock({ title }: FrontMatter): TextBlock[] {
  return title === undefined ? [] : [{ firstLine: 1, text: title }];
}

function blockOf({ kind, speaker, text, textLine }: PlacedMessage): TextBlock[] {
  if (!SAID.has(kind)) return [];
  return [speaker === '' ? { firstLine: textLine, text } : { firstLine: textLine, text, speaker }];
}
