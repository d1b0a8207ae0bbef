import { PalaceCommand } from '../../src/cli/base-command.js';
import { limitFlag, roomFlag, sinceFlag, wingFlag } from '../../src/cli/flags.js';
import { renderProposals } from '../../src/cli/output/proposals.js';

export default class KgPropose extends PalaceCommand {
  static override summary = 'Facts that memories state and that nobody has recorded yet.';
  static override description = [
    'Read out of notes and conversations by rules (English and Chinese), each with its drawer and line. Nothing becomes a fact',
    'by itself: kg review accept ID records one, kg review reject ID never offers it again.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> kg propose',
    '<%= config.bin %> kg propose --wing driftwood --since 2026-05',
  ];
  static override flags = {
    wing: wingFlag(),
    room: roomFlag(),
    since: sinceFlag('Of drawers from this date on (2026-03, "2 weeks ago").'),
    limit: limitFlag('At most so many (default 50).'),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(KgPropose);
    const [palace, { proposeFacts }] = await Promise.all([
      this.palace(),
      import('../../src/services/proposals/propose.js'),
    ]);
    this.emit(await proposeFacts(palace, flags), renderProposals);
  }
}
