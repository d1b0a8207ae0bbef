import { PalaceCommand } from '../src/cli/base-command.js';
import { Flags, limitFlag, roomFlag, wingFlag } from '../src/cli/flags.js';
import { renderCompress } from '../src/cli/output/aaak.js';

export default class Compress extends PalaceCommand {
  static override summary = 'Drawers in AAAK: an index entry each, with counted tokens.';
  static override description = [
    'Newest first. Nothing is written: the entries are derived from the drawers. They are a lossy index: --claims keeps every sentence',
    'that has a name, a number, a date or a decision, and lists the others.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> compress --wing driftwood',
    '<%= config.bin %> compress --room api --claims --json',
  ];
  static override flags = {
    wing: wingFlag(),
    room: roomFlag(),
    limit: limitFlag('Most drawers; 0 takes all.', 100),
    claims: Flags.boolean({
      summary: 'Keep every sentence with a name, number, date or decision.',
      exclusive: ['compat'],
    }),
    compat: Flags.boolean({ summary: "The original's format, byte for byte." }),
    config: Flags.string({ summary: 'A JSON file of entity codes, as the original has it.', helpValue: 'FILE' }),
    'dry-run': Flags.boolean({ summary: 'Nothing is written in any case.', hidden: true }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Compress);
    const [palace, { compressDrawers }] = await Promise.all([
      this.palace(),
      import('../src/services/aaak/compress.js'),
    ]);
    this.emit(await compressDrawers(palace, flags), renderCompress);
  }
}
