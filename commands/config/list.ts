import { PalaceCommand } from '../../src/cli/base-command.js';
import { renderConfig } from '../../src/cli/output/config.js';

export default class ConfigList extends PalaceCommand {
  static override summary = 'All settings; the same as config alone.';
  static override examples = ['<%= config.bin %> config list'];

  async run(): Promise<void> {
    const { flags } = await this.parse(ConfigList);
    const { listConfig } = await import('../../src/services/config/config.js');
    this.emit(await listConfig({ runtime: this.runtime(), flag: flags.palace }), renderConfig);
  }
}
