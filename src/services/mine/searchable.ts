import { countPassages, createDocumentReader, type DocumentReader } from '../../index/document.js';
import { messageStarts } from '../../palace/transcript.js';
import type { SourceUnit } from '../../sources/types.js';
import { LABELS, type Label, labelsOfBits } from '../../text/label-names.js';

/** What search gains by bodies that are about to be filed. */
export interface Gain {
  passages: number;
  /** Passages about each label; absent where nobody asked. */
  labels?: Record<Label, number>;
}

/** Counts passages, and (`extract: general`) what they are about. */
export class Gains {
  private reader: DocumentReader | undefined;

  constructor(private readonly extract: 'exchange' | 'general' = 'exchange') {}

  /** Loads what counting needs. Call it first. */
  async ready(): Promise<void> {
    if (this.extract === 'general') this.reader ??= await createDocumentReader();
  }

  /**
   * What search gains by a body of a source.
   * @param messages Where messages begin in it, if known (`CutPart.messages`).
   */
  of(body: Buffer, { format, source }: Pick<SourceUnit, 'format' | 'source'>, messages?: readonly number[]): Gain {
    if (this.reader === undefined) {
      const starts = format === 'transcript/1' ? (messages ?? messageStarts(body)) : undefined;
      return { passages: countPassages(body, starts) };
    }
    const labels = noLabels();
    const bits = this.reader.labels(body, { source, ...(format !== undefined && { body: format }) });
    for (const one of bits) for (const label of labelsOfBits(one)) labels[label] += 1;
    return { passages: bits.length, labels };
  }
}

/** The sum of gains of one source. */
export function sumOfGains(gains: readonly Gain[]): Gain {
  const passages = gains.reduce((sum, gain) => sum + gain.passages, 0);
  return gains.some(({ labels }) => labels !== undefined) ? { passages, labels: sumOfLabels(gains) } : { passages };
}

/** The sum of the labels of several gains. */
export function sumOfLabels(gains: readonly Gain[]): Record<Label, number> {
  const sum = noLabels();
  for (const { labels } of gains) if (labels !== undefined) for (const label of LABELS) sum[label] += labels[label];
  return sum;
}

function noLabels(): Record<Label, number> {
  return { decision: 0, preference: 0, milestone: 0, problem: 0, emotion: 0 };
}
