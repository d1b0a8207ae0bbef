import { extensionOf } from '../file-lists.js';
import { headText } from '../head-text.js';
import { vttCues } from '../subtitles/cues.js';
import { readRecording, SUBTITLE_DROPS, SUBTITLE_TRANSFORMS } from '../subtitles/recording.js';
import type { SourceAdapter } from '../types.js';

/** Transcripts of meetings as WebVTT (Teams, Zoom, Meet, YouTube). */
export const webvtt: SourceAdapter = {
  name: 'webvtt',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [...SUBTITLE_TRANSFORMS, 'a cue without a name is said by the speaker before'],
  drops: SUBTITLE_DROPS,
  detect(candidate) {
    if (/^WEBVTT(?:[ \t\r\n]|$)/.test(headText(candidate))) return 0.95;
    return extensionOf(candidate.relative) === 'vtt' ? 0.6 : 0;
  },
  read: (candidate, root, options) => readRecording(candidate, root, options, { cuesOf: vttCues, goesOn: true }),
};
