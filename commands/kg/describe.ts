import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, byFlag, Flags } from '../../src/cli/flags.js';
import { renderKgDescribe } from '../../src/cli/output/kg-writes.js';

export default class KgDescribe extends PalaceCommand {
  static override summary = 'Say what a person, project or thing is; what was said before stays.';
  static override examples = ['<%= config.bin %> kg describe Kai --type person --set birthday=1990-04-02'];
  static override args = { name: Args.string({ required: true, description: 'Its name.' }) };
  static override flags = {
    type: Flags.string({ summary: 'person, project, animal, …', helpValue: 'TYPE' }),
    set: Flags.string({
      summary: 'A property; repeatable.',
      helpValue: 'KEY=VALUE',
      multiple: true,
      multipleNonGreedy: true,
    }),
    by: byFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KgDescribe);
    const [palace, { describeEntity }] = await Promise.all([
      this.palace(),
      import('../../src/services/kg/entities.js'),
    ]);
    const { type, set, by } = flags;
    this.emit(await describeEntity(palace, { ...args, type, set, by }), renderKgDescribe);
  }
}
