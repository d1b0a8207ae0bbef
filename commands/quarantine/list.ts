import { PalaceCommand } from '../../src/cli/base-command.js';
import { Flags } from '../../src/cli/flags.js';
import { renderQuarantine } from '../../src/cli/output/quarantine.js';

export default class QuarantineList extends PalaceCommand {
  static override summary = 'Passwords and tokens that were kept out of memories.';
  static override description =
    'Names kinds and places, never the secrets. They lie on this machine only, outside of git.';
  static override examples = ['<%= config.bin %> quarantine list', '<%= config.bin %> quarantine list --all'];
  static override flags = { all: Flags.boolean({ summary: 'Also those that were decided about.' }) };

  async run(): Promise<void> {
    const { flags } = await this.parse(QuarantineList);
    const [palace, { listQuarantine }] = await Promise.all([
      this.palace(),
      import('../../src/services/quarantine/list.js'),
    ]);
    this.emit(await listQuarantine(palace, { all: flags.all }), renderQuarantine);
  }
}
