import { EXIT } from '../src/base/errors.js';
import { PalaceCommand } from '../src/cli/base-command.js';
import { Args } from '../src/cli/flags.js';
import { renderVerify } from '../src/cli/output/verify.js';

export default class Verify extends PalaceCommand {
  static override summary = 'Compare drawers with their receipts, and read the logs to their end.';
  static override description =
    'An edited drawer is no error. Exit code 1 when a file cannot be read as a drawer, lies outside the layout, or shares its id, or when a line of the logs (facts, tunnels, sources) cannot be read.';
  static override examples = ['<%= config.bin %> verify', '<%= config.bin %> verify d-0f3a9c51'];
  static override strict = false;
  static override args = { id: Args.string({ description: 'Ids, beginnings of ids, or paths (default: all).' }) };
  static override stopsBetweenSteps = true;

  async run(): Promise<void> {
    const { argv } = await this.parse(Verify);
    const [palace, { verify, hasProblems }] = await Promise.all([
      this.palace(),
      import('../src/services/verify/verify.js'),
    ]);
    const ids = argv.map(String);
    const result = await verify(palace, ids.length === 0 ? {} : { ids });
    this.emit(result, renderVerify, hasProblems(result) ? EXIT.failed : EXIT.done);
  }
}
