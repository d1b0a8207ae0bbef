import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, Flags, wingFlag } from '../src/cli/flags.js';
import { renderDiff, renderDiffStat } from '../src/cli/output/diff.js';

export default class Diff extends PalaceCommand {
  static override paged = true;
  static override summary = 'What changed between two moments, as memories.';
  static override description =
    'Without arguments: unsaved edits. With one: from then to now. Commits, branches, tags or dates.';
  static override examples = [
    '<%= config.bin %> diff',
    '<%= config.bin %> diff 2026-03-01',
    '<%= config.bin %> diff "2 weeks ago" yesterday --stat',
    '<%= config.bin %> diff HEAD~5 HEAD --wing driftwood',
  ];
  static override args = {
    from: Args.string({ description: 'Revision or date (default: the last commit).' }),
    to: Args.string({ description: 'Revision or date (default: the files as they stand).' }),
  };
  static override flags = {
    wing: wingFlag(),
    stat: Flags.boolean({ summary: 'Only how many words changed in each memory.', env: 'PALACE_STAT' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Diff);
    const [palace, { readDiff }] = await Promise.all([this.palace(), import('../src/history/diff.js')]);
    this.emit(
      await readDiff(palace, { from: args.from, to: args.to, wing: flags.wing }),
      flags.stat ? renderDiffStat : renderDiff,
    );
  }
}
