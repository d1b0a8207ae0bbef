import { PalaceCommand } from '../../src/cli/base-command.js';
import { byFlag, Flags } from '../../src/cli/flags.js';
import { TARGET_ARGS } from '../../src/cli/kg-flags.js';
import { renderKgEnd } from '../../src/cli/output/kg-writes.js';

export default class KgEnd extends PalaceCommand {
  static override summary = 'Say since when a fact holds no longer.';
  static override examples = [
    '<%= config.bin %> kg end Kai works_on Orion --on 2026-03-01',
    '<%= config.bin %> kg end Kai lives_in',
  ];
  static override args = TARGET_ARGS;
  static override flags = {
    on: Flags.string({
      summary: 'The last day, month or year on which it held, or the moment of its end (default: today).',
      helpValue: 'DATE',
      aliases: ['ended', 'to'],
    }),
    by: byFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KgEnd);
    const [{ endFact }, { targetOf }] = await Promise.all([
      import('../../src/services/kg/end.js'),
      import('../../src/services/kg/target.js'),
    ]);
    const target = targetOf([args.subject, args.predicate, args.object]);
    this.emit(await endFact(await this.palace(), { ...target, ended: flags.on, by: flags.by }), renderKgEnd);
  }
}
