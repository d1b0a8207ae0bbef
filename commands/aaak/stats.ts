import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, Flags } from '../../src/cli/flags.js';
import { renderSize } from '../../src/cli/output/aaak.js';

export default class AaakStats extends PalaceCommand {
  static override summary = 'How many tokens, characters and bytes a text has.';
  static override examples = ['<%= config.bin %> aaak stats --file notes.md', '$ palace wake-up | palace aaak stats -'];
  static override args = { text: Args.string({ description: 'The text; - reads standard input.' }) };
  static override flags = { file: Flags.string({ summary: 'Read this file.', helpValue: 'PATH' }) };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(AaakStats);
    const input = await this.textInput(args.text, flags.file);
    const { measureText } = await import('../../src/services/aaak/read.js');
    this.emit(await measureText(input, this.runtime()), renderSize);
  }
}
