import { isProjectName } from '../file-lists.js';
import type { SourceAdapter } from '../types.js';
import { readTextFile } from './text-file.js';

/** Files of a code base: one file, one memory, byte for byte. */
export const projectFile: SourceAdapter = {
  name: 'project-file',
  version: 1,
  kind: 'file',
  privacy: 'project',
  transforms: ['text that is not UTF-8 is converted to UTF-8; the key `encoding` names what it was'],
  drops: ['invalid bytes in a text that is UTF-8 otherwise (shown as U+FFFD)', 'empty files'],
  detect: (candidate) => (isProjectName(candidate.relative) ? 0.5 : 0),
  read: (candidate, root, options) => readTextFile('file', candidate, root, options),
};
