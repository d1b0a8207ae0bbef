import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, Flags } from '../../src/cli/flags.js';
import { renderRedacted } from '../../src/cli/output/quarantine.js';

export default class QuarantineRedact extends PalaceCommand {
  static override summary = 'Settle that these are secrets: they stay out.';
  static override description =
    'The placeholders stay; the original words stay on this machine, outside of git, until they are dropped.';
  static override examples = [
    '<%= config.bin %> quarantine redact q-1f3a',
    '<%= config.bin %> quarantine redact d-77c0',
  ];
  static override strict = false;
  static override args = { id: Args.string({ description: 'Ids, placeholders, or ids of drawers.' }) };
  static override flags = { all: Flags.boolean({ summary: 'All of them.' }) };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(QuarantineRedact);
    const [palace, { redactSecrets }] = await Promise.all([
      this.palace(),
      import('../../src/services/quarantine/settle.js'),
    ]);
    this.emit(await redactSecrets(palace, { ids: argv.map(String), all: flags.all }), renderRedacted);
  }
}
