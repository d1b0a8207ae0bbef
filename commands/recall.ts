import { PalaceCommand } from '../src/cli/base-command.js';
import {
  beforeFlag,
  Flags,
  formatFlag,
  limitFlag,
  roomFlag,
  sinceFlag,
  tokensFlag,
  wingFlag,
} from '../src/cli/flags.js';
import { renderLayers } from '../src/cli/output/layers.js';

export default class Recall extends PalaceCommand {
  static override summary = 'Memories of a place, a time or about somebody, newest first.';
  static override description =
    'With --for, what belongs to what was just said: the topic is found in it, the nearest memories come first. Fenced as quoted data for a model.';
  static override examples = [
    '<%= config.bin %> recall --wing driftwood --room api',
    '<%= config.bin %> recall --entity Ines --since 2026-03',
    '<%= config.bin %> recall --for "remind me why we left Redis"',
  ];
  static override flags = {
    wing: wingFlag(),
    room: roomFlag(),
    entity: Flags.string({ summary: 'Only memories that name this person or project.', helpValue: 'NAME' }),
    since: sinceFlag(),
    before: beforeFlag(),
    for: Flags.string({
      summary: 'What was just said; its topic is looked for.',
      helpValue: 'TEXT',
      exclusive: ['entity'],
    }),
    mode: Flags.option({
      summary: 'How --for searches.',
      options: ['hybrid', 'keyword', 'vector'] as const,
      env: 'PALACE_MODE',
    })(),
    limit: limitFlag('Most memories (1-100).', 10),
    tokens: tokensFlag('Most tokens (default 500).'),
    format: formatFlag(),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Recall);
    const [palace, { recall }] = await Promise.all([this.palace(), import('../src/services/layers/recall.js')]);
    this.emit(await recall(palace, flags), renderLayers);
  }
}
