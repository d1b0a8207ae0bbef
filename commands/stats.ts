import { PalaceCommand } from '../src/cli/base-command.js';
import { beforeFlag, Flags, sinceFlag, wingFlag } from '../src/cli/flags.js';
import { renderStats } from '../src/cli/output/stats.js';

export default class Stats extends PalaceCommand {
  static override paged = true;
  static override summary = 'Numbers, and a chart of what was filed and learned, by week and author.';
  static override description =
    'From the commits of this branch; facts by their own time. Drawers that only moved do not count.';
  static override examples = ['<%= config.bin %> stats', '<%= config.bin %> stats --wing driftwood --weeks 52'];
  static override flags = {
    wing: wingFlag(),
    by: Flags.string({ summary: 'Only by this person or agent.', helpValue: 'NAME', aliases: ['agent'] }),
    since: sinceFlag(),
    before: beforeFlag(),
    weeks: Flags.integer({ summary: 'Weeks of the chart (1-520).', helpValue: 'N', min: 1, max: 520, default: 26 }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Stats);
    const [palace, { readStats }] = await Promise.all([this.palace(), import('../src/history/activity.js')]);
    const { wing, by, since, before, weeks } = flags;
    this.emit(await readStats(palace, { wing, by, since, before, weeks }), renderStats);
  }
}
