import { createDocumentReader, type DocumentReader, passagesOfBody } from '../../index/document.js';
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

  async of(bodies: readonly Buffer[], { format, source }: Pick<SourceUnit, 'format' | 'source'>): Promise<Gain> {
    if (this.extract === 'exchange') {
      let passages = 0;
      for (const body of bodies) passages += (await passagesOfBody(body, format)).length;
      return { passages };
    }
    this.reader ??= await createDocumentReader();
    const labels = noLabels();
    let passages = 0;
    for (const body of bodies)
      for (const bits of this.reader.labels(body, { source, ...(format !== undefined && { body: format }) })) {
        passages += 1;
        for (const label of labelsOfBits(bits)) labels[label] += 1;
      }
    return { passages, labels };
  }
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
