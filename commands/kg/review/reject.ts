import { PalaceCommand } from '../../../src/cli/base-command.js';
import { Args, byFlag, Flags } from '../../../src/cli/flags.js';
import { renderReviewed } from '../../../src/cli/output/proposals.js';

export default class KgReviewReject extends PalaceCommand {
  static override summary = 'Put proposed facts away: no memory offers them again.';
  static override examples = ['<%= config.bin %> kg review reject p-3f09ac --reason "that was a joke"'];
  static override strict = false;
  static override args = { id: Args.string({ description: 'Ids of proposals.', required: true }) };
  static override flags = {
    reason: Flags.string({ summary: 'Why; kept with the decision.' }),
    by: byFlag(),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(KgReviewReject);
    const [palace, { rejectProposals }] = await Promise.all([
      this.palace(),
      import('../../../src/services/proposals/review.js'),
    ]);
    this.emit(await rejectProposals(palace, { ids: argv.map(String), ...flags }), renderReviewed);
  }
}
