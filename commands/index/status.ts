import { PalaceCommand } from '../../src/cli/base-command.js';
import { renderIndexStatus } from '../../src/cli/output/index.js';

export default class IndexStatusCommand extends PalaceCommand {
  static override summary = 'What the search index holds, and whether it is up to date.';
  static override examples = ['<%= config.bin %> index status'];

  async run(): Promise<void> {
    await this.parse(IndexStatusCommand);
    const { readIndexStatus } = await import('../../src/services/index-status/index-status.js');
    this.emit(await readIndexStatus(await this.palace()), renderIndexStatus);
  }
}
