import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args } from '../../src/cli/flags.js';
import { renderConfigChange } from '../../src/cli/output/config.js';

export default class ConfigSet extends PalaceCommand {
  static override summary = 'Write a setting to your config file.';
  static override examples = [
    '<%= config.bin %> config set palace ~/memory',
    '<%= config.bin %> config set secrets.mode refuse',
  ];
  static override args = {
    key: Args.string({ description: 'Name of the setting.', required: true }),
    value: Args.string({ description: 'Its new value.', required: true }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ConfigSet);
    const { setConfig } = await import('../../src/services/config/config.js');
    const request = { runtime: this.runtime(), flag: flags.palace };
    this.emit(await setConfig(request, args.key, args.value), renderConfigChange);
  }
}
