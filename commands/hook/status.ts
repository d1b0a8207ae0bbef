import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args } from '../../src/cli/flags.js';
import { renderHookStatus } from '../../src/cli/output/setup.js';

export default class HookStatus extends PalaceCommand {
  static override summary = 'Which programs call palace, and what was filed last.';
  static override examples = ['<%= config.bin %> hook status', '<%= config.bin %> hook status claude-code --json'];
  static override args = {
    harness: Args.string({ description: 'Only claude-code, codex, gemini or cursor.' }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(HookStatus);
    const [{ harnessNamed }, { hookStatus }] = await Promise.all([
      import('../../src/clients/setup.js'),
      import('../../src/hooks/status.js'),
    ]);
    const harness = args.harness === undefined ? undefined : harnessNamed(args.harness);
    this.emit(await hookStatus(this.runtime(), await this.palaceIfAny(), harness), renderHookStatus);
  }
}
