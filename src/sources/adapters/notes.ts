import type { SourceAdapter } from '../types.js';
import { logseq } from './logseq.js';
import { notebook } from './notebook.js';
import { notion } from './notion.js';

/** Adapters of notes that are more than a file of text. */
export const NOTES: readonly SourceAdapter[] = [logseq, notion, notebook];
