import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, byFlag, dryRunFlag, Flags, onlineFlag, wingFlag, yesFlag } from '../../src/cli/flags.js';
import { type ReviewAnswer, renderReview } from '../../src/cli/output/entities.js';

export default class EntitiesReview extends PalaceCommand {
  static override summary = 'Look for names, and confirm them one by one.';
  static override description = 'Without a terminal nothing is asked and nothing written, unless --yes says so.';
  static override examples = [
    '<%= config.bin %> entities review',
    '<%= config.bin %> entities review ~/src/driftwood --yes --dry-run',
  ];
  static override args = { path: Args.string({ description: 'A project or folder of notes (default: the drawers).' }) };
  static override flags = {
    wing: wingFlag('Without PATH: only this wing.'),
    newest: Flags.integer({
      summary: 'Without PATH: how many of the newest drawers are read; 0: all (default: 500).',
      helpValue: 'N',
      min: 0,
    }),
    online: onlineFlag(),
    yes: yesFlag('Take the certain people and projects without asking.'),
    by: byFlag(),
    'dry-run': dryRunFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EntitiesReview);
    const [palace, { detectIn }, { acceptEntities, certainOf }] = await Promise.all([
      this.palace(),
      import('../../src/services/entities/detect.js'),
      import('../../src/services/entities/accept.js'),
    ]);
    const found = await detectIn(palace, {
      path: args.path,
      wing: flags.wing,
      newest: flags.newest,
      online: flags.online,
    });
    const accepted = flags.yes ? certainOf(found) : await this.confirmNames(found);
    const request = { accepted: accepted ?? [], by: flags.by, dryRun: flags['dry-run'] };
    const answer: ReviewAnswer = {
      ...(await acceptEntities(palace, request)),
      confirmed: accepted !== undefined,
      found,
    };
    this.emit(answer, renderReview);
  }
}
