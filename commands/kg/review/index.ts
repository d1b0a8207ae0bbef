import { PalaceCommand } from '../../../src/cli/base-command.js';
import { Flags, limitFlag, roomFlag, sinceFlag, wingFlag } from '../../../src/cli/flags.js';
import { renderProposals } from '../../../src/cli/output/proposals.js';

export default class KgReview extends PalaceCommand {
  static override summary = 'Proposed facts that wait for somebody to accept or reject them.';
  static override examples = [
    '<%= config.bin %> kg review',
    '<%= config.bin %> kg review --decided',
    '<%= config.bin %> kg review accept p-3f09ac',
  ];
  static override flags = {
    wing: wingFlag(),
    room: roomFlag(),
    since: sinceFlag('Of drawers from this date on (2026-03, "2 weeks ago").'),
    limit: limitFlag('At most so many (default 50).'),
    decided: Flags.boolean({ summary: 'Those that are known, accepted or rejected too.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(KgReview);
    const [palace, { proposeFacts }] = await Promise.all([
      this.palace(),
      import('../../../src/services/proposals/propose.js'),
    ]);
    this.emit(await proposeFacts(palace, flags), renderProposals);
  }
}
