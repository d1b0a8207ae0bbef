import { EXIT } from '../src/base/errors.js';
import { PalaceCommand } from '../src/cli/base-command.js';
import { Flags } from '../src/cli/flags.js';
import { renderDoctor } from '../src/cli/output/doctor.js';

export default class Doctor extends PalaceCommand {
  static override summary = 'Look for everything that can be wrong with the palace, and say what to do.';
  static override description =
    'Memories are never changed. --fix repairs git attributes and core.autocrlf, what killed writers left behind, and the search cache. Exit code 1 while there is a problem.';
  static override examples = ['<%= config.bin %> doctor', '<%= config.bin %> doctor --fix'];
  static override flags = { fix: Flags.boolean({ summary: 'Repair what is safe to repair.' }) };
  static override stopsBetweenSteps = true;

  async run(): Promise<void> {
    const { flags } = await this.parse(Doctor);
    const runtime = this.runtime();
    const [{ findPalace }, { examine }] = await Promise.all([
      import('../src/palace/discovery.js'),
      import('../src/services/doctor/doctor.js'),
    ]);
    const { root } = await findPalace({ flag: flags.palace, runtime, upward: true });
    const result = await examine(root, runtime, { fix: flags.fix });
    this.emit(result, renderDoctor, result.problems > 0 ? EXIT.failed : EXIT.done);
  }
}
