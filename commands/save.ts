import { PalaceCommand } from '../src/cli/base-command.js';
import { Flags, forceFlag } from '../src/cli/flags.js';
import { renderSave } from '../src/cli/output/save.js';

export default class Save extends PalaceCommand {
  static override summary = 'Commit what was edited, added, moved or deleted outside of palace.';
  static override description = [
    'Only files of the palace are taken, as they stand; other files of the repository are left alone. A file without an id',
    'gets one before its words, which stay untouched.',
  ].join('\n');
  static override examples = ['<%= config.bin %> save', '<%= config.bin %> save -m "Sort the notes of March"'];
  static override flags = {
    message: Flags.string({ char: 'm', summary: 'What was done (default: counts of it).' }),
    force: forceFlag('Save also what looks like an unsettled merge.'),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Save);
    const [palace, { savePalace }] = await Promise.all([this.palace(), import('../src/services/save/save.js')]);
    this.emit(await savePalace(palace, { message: flags.message, force: flags.force }), renderSave);
  }
}
