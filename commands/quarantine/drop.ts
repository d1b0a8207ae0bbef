import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, Flags } from '../../src/cli/flags.js';
import { renderDropped } from '../../src/cli/output/quarantine.js';

export default class QuarantineDrop extends PalaceCommand {
  static override summary = 'Destroy what was kept out.';
  static override description = 'Nothing brings it back; the placeholders stay.';
  static override examples = ['<%= config.bin %> quarantine drop q-1f3a', '<%= config.bin %> quarantine drop d-77c0'];
  static override strict = false;
  static override args = { id: Args.string({ description: 'Ids, placeholders, or ids of drawers.' }) };
  static override flags = { all: Flags.boolean({ summary: 'All of them.' }) };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(QuarantineDrop);
    const [palace, { dropSecrets }] = await Promise.all([
      this.palace(),
      import('../../src/services/quarantine/settle.js'),
    ]);
    this.emit(await dropSecrets(palace, { ids: argv.map(String), all: flags.all }), renderDropped);
  }
}
