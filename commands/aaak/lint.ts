import { EXIT } from '../../src/base/errors.js';
import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, Flags } from '../../src/cli/flags.js';
import { renderLint } from '../../src/cli/output/aaak.js';

export default class AaakLint extends PalaceCommand {
  static override summary = 'What is wrong with a text in AAAK; exit code 1 when anything is.';
  static override examples = ['<%= config.bin %> aaak lint --file entry.aaak'];
  static override args = { text: Args.string({ description: 'The text; - reads standard input.' }) };
  static override flags = { file: Flags.string({ summary: 'Read this file.', helpValue: 'PATH' }) };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(AaakLint);
    const input = await this.textInput(args.text, flags.file);
    const [palace, { lintText }] = await Promise.all([this.palaceIfAny(), import('../../src/services/aaak/read.js')]);
    const result = await lintText(palace, input, this.runtime());
    this.emit(result, renderLint, result.errors > 0 ? EXIT.failed : EXIT.done);
  }
}
