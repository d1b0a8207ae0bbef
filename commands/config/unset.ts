import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args } from '../../src/cli/flags.js';
import { renderConfigChange } from '../../src/cli/output/config.js';

export default class ConfigUnset extends PalaceCommand {
  static override summary = 'Take a setting out of your config file.';
  static override examples = ['<%= config.bin %> config unset search.limit'];
  static override args = { key: Args.string({ description: 'Name of the setting.', required: true }) };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ConfigUnset);
    const { unsetConfig } = await import('../../src/services/config/config.js');
    this.emit(await unsetConfig({ runtime: this.runtime(), flag: flags.palace }, args.key), renderConfigChange);
  }
}
