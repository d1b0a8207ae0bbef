import { decision } from './en-labels/decision.js';
import { emotion } from './en-labels/emotion.js';
import { milestone } from './en-labels/milestone.js';
import { preference } from './en-labels/preference.js';
import { problem } from './en-labels/problem.js';
import type { LabelRules } from './label-rules.js';

/** English. */
export const enLabels: LabelRules = { decision, preference, milestone, problem, emotion };
