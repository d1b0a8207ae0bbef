import { extensionOf } from '../file-lists.js';
import { headText } from '../head-text.js';
import { srtCues } from '../subtitles/cues.js';
import { readRecording, SUBTITLE_DROPS, SUBTITLE_TRANSFORMS } from '../subtitles/recording.js';
import type { SourceAdapter } from '../types.js';

const BEGINNING = /^\s*\d+[ \t]*\r?\n\s*\d{1,4}:\d{2}:\d{2}[,.]\d{1,3}[ \t]*-->/;

/** Transcripts of recordings as SubRip. */
export const srt: SourceAdapter = {
  name: 'srt',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: SUBTITLE_TRANSFORMS,
  drops: SUBTITLE_DROPS,
  detect(candidate) {
    const extension = extensionOf(candidate.relative);
    if (extension !== 'srt' && extension !== 'txt') return 0;
    if (BEGINNING.test(headText(candidate))) return 0.95;
    return extension === 'srt' ? 0.6 : 0;
  },
  read: (candidate, root, options) => readRecording(candidate, root, options, { cuesOf: srtCues, goesOn: false }),
};
