import { PalaceCommand } from '../../../src/cli/base-command.js';
import { Args, byFlag, Flags } from '../../../src/cli/flags.js';
import { renderReviewed } from '../../../src/cli/output/proposals.js';

export default class KgReviewAccept extends PalaceCommand {
  static override summary = 'Record proposed facts, each with the drawer and line that state it.';
  static override description = 'What was read wrong is corrected on the way, for one proposal at a time.';
  static override examples = [
    '<%= config.bin %> kg review accept p-3f09ac p-77e1',
    '<%= config.bin %> kg review accept p-3f09ac --predicate works_on --from 2026-03',
  ];
  static override strict = false;
  static override args = { id: Args.string({ description: 'Ids of proposals.', required: true }) };
  static override flags = {
    subject: Flags.string({ summary: 'The subject, in place of what was read.', helpValue: 'NAME' }),
    predicate: Flags.string({ summary: 'The relation.', helpValue: 'RELATION' }),
    object: Flags.string({ summary: 'The object.', helpValue: 'NAME' }),
    from: Flags.string({ summary: 'Since when it holds.', helpValue: 'DATE' }),
    to: Flags.string({ summary: 'Until when it holds; when it ended.', helpValue: 'DATE' }),
    confidence: Flags.string({ summary: 'How sure it is, from 0 to 1 (default 1).', helpValue: '0-1' }),
    by: byFlag(),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(KgReviewAccept);
    const [palace, { acceptProposals }] = await Promise.all([
      this.palace(),
      import('../../../src/services/proposals/review.js'),
    ]);
    const { from, to, confidence, subject, predicate, object, by } = flags;
    const result = await acceptProposals(palace, {
      ids: argv.map(String),
      subject,
      predicate,
      object,
      valid_from: from,
      valid_to: to,
      confidence: confidence === undefined ? undefined : Number(confidence),
      by,
    });
    this.emit(result, renderReviewed);
  }
}
