import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, Flags } from '../../src/cli/flags.js';
import { renderDecoded } from '../../src/cli/output/aaak.js';

export default class AaakDecode extends PalaceCommand {
  static override summary = 'What a text in AAAK says, with names for codes.';
  static override examples = [
    '<%= config.bin %> aaak decode "0:NAD|queue_postgres|DECISION"',
    '<%= config.bin %> aaak decode --file notes.aaak --json',
  ];
  static override args = { text: Args.string({ description: 'The text; - reads standard input.' }) };
  static override flags = { file: Flags.string({ summary: 'Read this file.', helpValue: 'PATH' }) };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(AaakDecode);
    const input = await this.textInput(args.text, flags.file);
    const [palace, { decodeText }] = await Promise.all([this.palaceIfAny(), import('../../src/services/aaak/read.js')]);
    this.emit(await decodeText(palace, input, this.runtime()), renderDecoded);
  }
}
