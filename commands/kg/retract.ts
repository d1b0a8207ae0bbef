import { PalaceCommand } from '../../src/cli/base-command.js';
import { byFlag, Flags } from '../../src/cli/flags.js';
import { TARGET_ARGS } from '../../src/cli/kg-flags.js';
import { renderKgRetract } from '../../src/cli/output/kg-writes.js';

export default class KgRetract extends PalaceCommand {
  static override summary = 'Say that a fact was never true.';
  static override description = [
    'What it had ended holds again. It is left out of answers, and still shows what was known before: --known-at, --retracted.',
    'A fact that was true and is over is ended instead: palace kg end.',
  ].join('\n');
  static override examples = ['<%= config.bin %> kg retract Kai leads Orion --reason "said in jest"'];
  static override args = TARGET_ARGS;
  static override flags = {
    reason: Flags.string({ summary: 'Why, for whoever asks later.', helpValue: 'TEXT' }),
    by: byFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KgRetract);
    const [{ retractFact }, { targetOf }] = await Promise.all([
      import('../../src/services/kg/retract.js'),
      import('../../src/services/kg/target.js'),
    ]);
    const target = targetOf([args.subject, args.predicate, args.object]);
    this.emit(await retractFact(await this.palace(), { ...target, ...flags }), renderKgRetract);
  }
}
