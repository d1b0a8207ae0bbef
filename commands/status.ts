import { PalaceCommand } from '../src/cli/base-command.js';
import { renderStatus } from '../src/cli/output/status.js';

export default class Status extends PalaceCommand {
  static override summary = 'The palace at a glance.';
  static override description =
    'Drawers by wing and room, facts, unsaved edits, the search index, the remote. Writes nothing.';
  static override examples = ['<%= config.bin %> status', '<%= config.bin %> status --json'];

  async run(): Promise<void> {
    await this.parse(Status);
    const [palace, { readStatus }] = await Promise.all([this.palace(), import('../src/services/status/status.js')]);
    this.emit(await readStatus(palace), renderStatus);
  }
}
