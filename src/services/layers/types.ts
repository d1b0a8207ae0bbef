import type { EssentialSignals } from './score.js';

/** A memory as a layer shows it. */
export interface LayerMemory {
  id: string;
  path: string;
  wing: string;
  room: string;
  title: string;
  /** When it was said or happened, else when it was filed. */
  date: string | null;
  /** Stated, 1-5. */
  importance: number | null;
  /** What the text says of it. */
  snippet: string;
  /** Of layer 1: what put it there. */
  score: number | null;
  signals: EssentialSignals;
}

export interface Layer {
  layer: 'L0' | 'L1' | 'L2';
  /** Counted, of this layer's part of the text. */
  tokens: number;
  memories: LayerMemory[];
  /** Facts that hold, as sentences. */
  facts: string[];
}

/** A text for a model. */
export interface LayersResult {
  text: string;
  /** Counted tokens of the whole text. */
  tokens: number;
  /** How they were counted. */
  counted: string;
  budget: number;
  format: LayerFormat;
  layers: Layer[];
  /** Drawers that were looked at. */
  considered: number;
  /** Left out: superseded by facts, and tagged as retired. */
  superseded: number;
  retired: number;
  notes: string[];
}

export const LAYER_FORMATS = ['text', 'aaak'] as const;
export type LayerFormat = (typeof LAYER_FORMATS)[number];
