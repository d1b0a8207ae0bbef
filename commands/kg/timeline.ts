import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, beforeFlag, Flags, limitFlag, sinceFlag } from '../../src/cli/flags.js';
import { knownAtFlag, offsetFlag } from '../../src/cli/kg-flags.js';
import { kgTimelineRenderer, TIMELINE_FORMATS } from '../../src/cli/output/kg-timeline.js';

export default class KgTimeline extends PalaceCommand {
  static override summary = 'What began and ended, in order; palace timeline has the memories too.';
  static override examples = [
    '<%= config.bin %> kg timeline Kai',
    '<%= config.bin %> kg timeline Orion --since 2025-06 --before 2026 --format mermaid',
  ];
  static override args = { entity: Args.string({ description: 'Of this person or project (default: all).' }) };
  static override flags = {
    since: sinceFlag(),
    before: beforeFlag(),
    'known-at': knownAtFlag(),
    format: Flags.option({
      summary: 'How to draw it: text (by period), table, aaak, mermaid.',
      options: TIMELINE_FORMATS,
      default: 'text' as const,
    })(),
    limit: limitFlag('Most facts (default: all).'),
    offset: offsetFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KgTimeline);
    const [palace, { readTimeline }] = await Promise.all([this.palace(), import('../../src/services/kg/timeline.js')]);
    const { 'known-at': known_at, format, since, before, limit, offset } = flags;
    const result = await readTimeline(palace, { ...args, since, before, known_at, limit, offset });
    this.emit(result, kgTimelineRenderer(format));
  }
}
