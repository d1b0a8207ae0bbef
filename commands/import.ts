import { EXIT } from '../src/base/errors.js';
import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, byFlag, dryRunFlag, wingFlag } from '../src/cli/flags.js';
import { renderImport } from '../src/cli/output/import.js';

export default class Import extends PalaceCommand {
  static override summary = 'File what another palace exported: same ids, words and dates.';
  static override description = [
    'Reads what palace export wrote, or the folder of another palace. What stands here already is counted and left. Where an id',
    'stands with other words, both are kept: the newcomer beside it as ~import, named, with exit code 5.',
  ].join('\n');
  static override examples = [
    { description: 'See first what would be done.', command: '<%= config.bin %> import ~/memories --dry-run' },
    { description: 'Into a wing of its own.', command: '<%= config.bin %> import out/drawers.jsonl --wing from-ann' },
  ];
  static override stopsBetweenSteps = true;
  static override args = {
    path: Args.string({ description: 'The folder or file of an export.', required: true }),
  };
  static override flags = {
    wing: wingFlag('File everything in this wing, whatever wing it comes from.'),
    'dry-run': dryRunFlag(),
    by: byFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Import);
    const [palace, { importInto }] = await Promise.all([this.palace(), import('../src/services/import/import.js')]);
    const { wing, by } = flags;
    const result = await importInto(palace, { path: args.path, wing, by, dryRun: flags['dry-run'] });
    const failed = result.left.some(({ damaged }) => damaged) ? EXIT.failed : EXIT.done;
    this.emit(result, renderImport, result.conflicts.length > 0 ? EXIT.conflict : failed);
  }
}
