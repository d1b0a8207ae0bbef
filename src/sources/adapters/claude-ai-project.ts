import { memoryUnits, projectUnits } from '../claude-ai/notes.js';
import { conversationsIn, EXPORT_DROPS } from '../conversation-export.js';
import { headText } from '../head-text.js';
import { SkipSource } from '../skip.js';
import type { SourceAdapter } from '../types.js';

/** Projects (documents, instructions) and memories of a claude.ai export, as notes. */
export const claudeAiProject: SourceAdapter = {
  name: 'claude-ai-project',
  version: 1,
  kind: 'note',
  privacy: 'private',
  streams: true,
  transforms: ['documents and instructions of a project become a note each, byte for byte'],
  drops: [...EXPORT_DROPS, 'projects without documents', 'who created a project'],
  detect(candidate) {
    if (!/\.json$/i.test(candidate.relative)) return 0;
    const head = headText(candidate);
    if (!/^\s*[[{]/.test(head)) return 0;
    const isProject = /"prompt_template"\s*:/.test(head) && /"docs"\s*:|"is_starter_project"\s*:/.test(head);
    return isProject || /"(?:conversations_memory|project_memories)"\s*:/.test(head) ? 0.94 : 0;
  },
  async *read(candidate, _root, options) {
    yield* conversationsIn(candidate, {
      maxBytes: options.maxBytes,
      beginnings: [['uuid', 'name']],
      mayBeObject: true,
      unitsOf: (element) => {
        const units = projectUnits(element) ?? memoryUnits(element);
        if (units?.length === 0)
          throw new SkipSource('empty', 'it has no documents', [
            { what: 'projects without documents', count: 1, bytes: 0 },
          ]);
        return units;
      },
    });
  },
};
