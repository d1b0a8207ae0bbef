import { PalaceCommand } from '../../src/cli/base-command.js';
import { renderSpecification } from '../../src/cli/output/aaak.js';

export default class AaakSpec extends PalaceCommand {
  static override summary = 'The text that teaches a model to read and write AAAK.';
  static override examples = ['<%= config.bin %> aaak spec'];

  async run(): Promise<void> {
    await this.parse(AaakSpec);
    const { readSpecification } = await import('../../src/services/aaak/read.js');
    this.emit(await readSpecification(), renderSpecification);
  }
}
