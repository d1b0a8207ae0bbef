import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, Flags, roomFlag, wingFlag } from '../../src/cli/flags.js';
import { renderEncode } from '../../src/cli/output/aaak.js';
import type { TextInput } from '../../src/services/aaak/input.js';

export default class AaakEncode extends PalaceCommand {
  static override summary = 'A text, or zettel files, in AAAK.';
  static override description = [
    'One line that says whom and what a text is about: an index entry, from which the text cannot be had back. --claims writes a line for',
    'every sentence with a name, number, date or decision and lists what it left out. A JSON file with "zettels" gives a line a zettel.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> aaak encode "We decided to move the queue to Postgres."',
    '<%= config.bin %> aaak encode --file standup.txt --claims --wing atlas',
    '<%= config.bin %> aaak encode --file 007.json --file 008.json --layer1',
  ];
  static override args = { text: Args.string({ description: 'The text; - reads standard input.' }) };
  static override flags = {
    file: Flags.string({
      summary: 'Read this file; repeatable.',
      helpValue: 'PATH',
      multiple: true,
      multipleNonGreedy: true,
    }),
    claims: Flags.boolean({
      summary: 'Keep every sentence with a name, number, date or decision.',
      exclusive: ['compat', 'layer1'],
    }),
    compat: Flags.boolean({ summary: "The original's format, byte for byte." }),
    layer1: Flags.boolean({ summary: 'The essential story of all zettel files.' }),
    threshold: Flags.string({ summary: 'Least weight of a zettel in --layer1 (default 0.85).', helpValue: '0-1' }),
    config: Flags.string({ summary: 'A JSON file of entity codes, as the original has it.', helpValue: 'FILE' }),
    'no-legend': Flags.boolean({ summary: 'Do not explain the codes.' }),
    wing: wingFlag('The wing to name in the header.'),
    room: roomFlag('The room to name in the header.'),
    date: Flags.string({ summary: 'The date to name in the header.', helpValue: 'DATE' }),
    source: Flags.string({ summary: 'The source to name in the header (default: the file).' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(AaakEncode);
    const inputs = await this.inputs(args.text, flags.file ?? []);
    const [palace, { encodeTexts }] = await Promise.all([
      this.palaceIfAny(),
      import('../../src/services/aaak/encode.js'),
    ]);
    const { threshold, file: _, ...request } = flags;
    const result = await encodeTexts(
      palace,
      {
        ...request,
        inputs,
        legend: !flags['no-legend'],
        ...(threshold !== undefined && { threshold: Number(threshold) }),
      },
      this.runtime(),
    );
    this.emit(result, renderEncode);
  }

  private async inputs(text: string | undefined, files: readonly string[]): Promise<TextInput[]> {
    if (files.length < 2 || text !== undefined) return [await this.textInput(text, files[0])];
    return files.map((path) => ({ kind: 'file', path }));
  }
}
