import { EXIT } from '../src/base/errors.js';
import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, byFlag, dryRunFlag, Flags, wingFlag } from '../src/cli/flags.js';
import { renderImport } from '../src/cli/output/import.js';

export default class Import extends PalaceCommand {
  static override summary = 'File what another palace exported, or what another program remembers.';
  static override description = [
    'Reads what palace export or palace bundle wrote, or the folder of another palace: same ids, words and dates. Reads palaces of MemPalace',
    '(chroma.sqlite3, never written to) and its markdown exports, notes of basic-memory, and memory.json of the MCP memory server:',
    'same words and dates, and importing again adds nothing. What stands here already is counted and left. Where an id stands',
    'with other words, both are kept: the newcomer beside it as ~import, named, with exit code 5.',
  ].join('\n');
  static override examples = [
    { description: 'See first what would be done.', command: '<%= config.bin %> import ~/memories --dry-run' },
    { description: 'A palace of MemPalace.', command: '<%= config.bin %> import ~/.mempalace/palace' },
    { description: 'Into a wing of its own.', command: '<%= config.bin %> import out/drawers.jsonl --wing from-ann' },
  ];
  static override stopsBetweenSteps = true;
  static override args = {
    path: Args.string({
      description: 'The folder or file of an export or bundle, or of another program.',
      required: true,
    }),
  };
  static override flags = {
    from: Flags.option({
      summary: 'The program that wrote it; otherwise its content tells.',
      options: ['palace', 'mempalace', 'basic-memory', 'memory-server'] as const,
      env: 'PALACE_IMPORT_FROM',
    })(),
    wing: wingFlag('File everything in this wing, whatever wing it comes from.'),
    'dry-run': dryRunFlag(),
    by: byFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Import);
    const [palace, { importInto }] = await Promise.all([this.palace(), import('../src/services/import/import.js')]);
    const { from, wing, by } = flags;
    const result = await importInto(palace, { path: args.path, from, wing, by, dryRun: flags['dry-run'] });
    const failed = result.left.some(({ damaged }) => damaged) ? EXIT.failed : EXIT.done;
    this.emit(result, renderImport, result.conflicts.length > 0 ? EXIT.conflict : failed);
  }
}
