import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, byFlag } from '../src/cli/flags.js';
import { renderUndo } from '../src/cli/output/edits.js';

export default class Undo extends PalaceCommand {
  static override summary = 'Take one operation back, with a new commit.';
  static override description = [
    'The last one, or the one that REV belongs to (all commits of a mine). Later edits stay; where one overlaps, nothing is',
    'changed and the drawers are named (exit code 5). An undo can be undone.',
  ].join('\n');
  static override examples = ['<%= config.bin %> undo', '<%= config.bin %> undo 3f2a91c'];
  static override args = { rev: Args.string({ description: 'Commit, or id of an operation (default: the last).' }) };
  static override flags = { by: byFlag() };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Undo);
    const [palace, { undoOperation }] = await Promise.all([this.palace(), import('../src/services/undo/undo.js')]);
    this.emit(await undoOperation(palace, { revision: args.rev, by: flags.by }), renderUndo);
  }
}
