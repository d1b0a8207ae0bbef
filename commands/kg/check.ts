import { EXIT } from '../../src/base/errors.js';
import { PalaceCommand } from '../../src/cli/base-command.js';
import { Flags, sinceFlag, wingFlag } from '../../src/cli/flags.js';
import { renderGraphCheck } from '../../src/cli/output/check.js';

export default class KgCheck extends PalaceCommand {
  static override summary = 'What does not fit together: among the facts, and in what drawers of late say.';
  static override description = [
    'Two values where there can be one, ends before beginnings, circles, names that may be one; and statements of the drawers',
    'of the last 30 days that contradict a fact. Nothing is changed. Exit code 5 when there is any.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> kg check',
    '<%= config.bin %> kg check --wing driftwood --since 2026-01-01',
    '<%= config.bin %> kg check --no-drawers',
  ];
  static override flags = {
    wing: wingFlag('Only drawers of this wing.'),
    since: sinceFlag('Drawers from this date on (default: of the last 30 days).'),
    'no-drawers': Flags.boolean({ summary: 'Only what is wrong among the facts themselves.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(KgCheck);
    const [palace, { checkGraph }] = await Promise.all([
      this.palace(),
      import('../../src/services/check/check-drawers.js'),
    ]);
    const result = await checkGraph(palace, { wing: flags.wing, since: flags.since, drawers: !flags['no-drawers'] });
    this.emit(result, renderGraphCheck, result.total > 0 ? EXIT.conflict : EXIT.done);
  }
}
