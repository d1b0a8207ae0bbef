import type { PassageHall } from '../hall-names.js';
import type { LabelRule } from './label-rules.js';

/** A rule as labels have them; `asked` where it also holds in a question ("Why not ask the neighbours?"). */
export type HallRule = LabelRule | readonly [words: string, shape: RegExp, asked: 'asked'];

/** What speaks for each hall, besides what the labels say already. */
export type HallRules = Readonly<Record<PassageHall, readonly HallRule[]>>;
