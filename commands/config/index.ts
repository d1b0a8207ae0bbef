import { PalaceCommand } from '../../src/cli/base-command.js';
import { renderConfig } from '../../src/cli/output/config.js';

export default class Config extends PalaceCommand {
  static override summary = 'Settings: what they are, where each comes from.';
  static override description =
    'A flag wins over the environment, the environment over your config file, that over the default.';
  static override examples = [
    '<%= config.bin %> config',
    '<%= config.bin %> config set search.limit 20',
    '<%= config.bin %> config get palace --json',
  ];

  async run(): Promise<void> {
    const { flags } = await this.parse(Config);
    const { listConfig } = await import('../../src/services/config/config.js');
    this.emit(await listConfig({ runtime: this.runtime(), flag: flags.palace }), renderConfig);
  }
}
