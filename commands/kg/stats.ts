import { PalaceCommand } from '../../src/cli/base-command.js';
import { renderKgStats } from '../../src/cli/output/kg.js';

export default class KgStatsCommand extends PalaceCommand {
  static override summary = 'The facts in numbers.';
  static override examples = ['<%= config.bin %> kg stats --json'];

  async run(): Promise<void> {
    await this.parse(KgStatsCommand);
    const { readKgStats } = await import('../../src/services/kg/stats.js');
    this.emit(await readKgStats(await this.palace()), renderKgStats);
  }
}
