import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, asOfFlag, beforeFlag, Flags, forceFlag, roomFlag, sinceFlag, wingFlag } from '../src/cli/flags.js';
import { renderExport } from '../src/cli/output/export.js';

export default class Export extends PalaceCommand {
  static override summary = 'Write memories into a folder, to read, keep or import elsewhere.';
  static override description = [
    'As markdown, each memory is the file that it is in the palace; as JSONL, each is one line of drawers.jsonl. palace import',
    'reads both: the same ids, words and dates. What is not saved yet is exported as it stands.',
  ].join('\n');
  static override examples = [
    { description: 'Everything, as files.', command: '<%= config.bin %> export ~/memories' },
    {
      description: 'One wing as it was in March, for a program.',
      command: '<%= config.bin %> export out --format jsonl --wing driftwood --as-of 2026-03-31',
    },
  ];
  static override stopsBetweenSteps = true;
  static override args = {
    folder: Args.string({ name: 'DIR', description: 'A folder that is empty or does not exist yet.', required: true }),
  };
  static override flags = {
    format: Flags.option({
      summary: 'Files as they are, or one line a memory.',
      options: ['markdown', 'jsonl'] as const,
      default: 'markdown',
      env: 'PALACE_EXPORT_FORMAT',
    })(),
    wing: wingFlag(),
    room: roomFlag(),
    since: sinceFlag(),
    before: beforeFlag(),
    'as-of': asOfFlag(),
    force: forceFlag('Replace an earlier export in the folder; other files there stay.'),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Export);
    const [palace, { exportPalace }] = await Promise.all([this.palace(), import('../src/services/export/export.js')]);
    const { wing, room, since, before, format, force } = flags;
    const choice = { wing, room, since, before, asOf: flags['as-of'] };
    this.emit(await exportPalace(palace, { folder: args.folder, format, force, ...choice }), renderExport);
  }
}
