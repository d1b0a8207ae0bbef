import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args } from '../../src/cli/flags.js';
import { renderSetting } from '../../src/cli/output/config.js';

export default class ConfigGet extends PalaceCommand {
  static override summary = 'One setting.';
  static override examples = ['<%= config.bin %> config get search.limit'];
  static override args = { key: Args.string({ description: 'Name of the setting.', required: true }) };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ConfigGet);
    const { getConfig } = await import('../../src/services/config/config.js');
    this.emit(await getConfig({ runtime: this.runtime(), flag: flags.palace }, args.key), renderSetting);
  }
}
