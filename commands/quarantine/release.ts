import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, byFlag, Flags } from '../../src/cli/flags.js';
import { renderReleased } from '../../src/cli/output/quarantine.js';

export default class QuarantineRelease extends PalaceCommand {
  static override summary = 'Put back what was kept out and is no secret.';
  static override description =
    'The words are then as they were, byte for byte, as a commit; the same words are not kept out again.';
  static override examples = [
    '<%= config.bin %> quarantine release q-1f3a',
    '<%= config.bin %> quarantine release d-77c0',
  ];
  static override strict = false;
  static override args = { id: Args.string({ description: 'Ids, placeholders, or ids of drawers.' }) };
  static override flags = { all: Flags.boolean({ summary: 'All of them.' }), by: byFlag() };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(QuarantineRelease);
    const [palace, { releaseSecrets }] = await Promise.all([
      this.palace(),
      import('../../src/services/quarantine/release.js'),
    ]);
    this.emit(await releaseSecrets(palace, { ids: argv.map(String), all: flags.all, by: flags.by }), renderReleased);
  }
}
