import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, beforeFlag, Flags, limitFlag, sinceFlag } from '../src/cli/flags.js';
import { STORY_FORMATS, storyRenderer } from '../src/cli/output/story.js';

export default class Timeline extends PalaceCommand {
  static override summary = 'What happened with somebody or something: facts and memories, word for word.';
  static override examples = [
    '<%= config.bin %> timeline Kai --since 2025-06 --before 2026-04',
    '<%= config.bin %> timeline Orion --format mermaid',
  ];
  static override args = {
    about: Args.string({ required: true, description: 'A name, in any spelling, or an alias.' }),
  };
  static override flags = {
    since: sinceFlag(),
    before: beforeFlag(),
    limit: limitFlag('Most memories (1-100); facts are never cut.', 30),
    format: Flags.option({ summary: 'How to draw it.', options: STORY_FORMATS, default: 'text' as const })(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Timeline);
    const [palace, { readStory }] = await Promise.all([this.palace(), import('../src/services/timeline/story.js')]);
    const { since, before, limit, format } = flags;
    this.emit(await readStory(palace, { ...args, since, before, limit }), storyRenderer(format));
  }
}
