import { Args } from '../../src/cli/flags.js';
import { SETUP_FLAGS, SetupCommand } from '../../src/cli/setup-command.js';

export default class HookUninstall extends SetupCommand {
  static override summary = 'Take the hooks of palace out of an agent program.';
  static override description = 'Nothing else in its configuration changes; a copy of the file as it was is kept.';
  static override examples = ['<%= config.bin %> hook uninstall claude-code'];
  static override args = {
    harness: Args.string({ description: 'claude-code, codex, gemini or cursor.', required: true }),
  };
  static override flags = SETUP_FLAGS;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(HookUninstall);
    const [{ harnessNamed }, { planHookUninstall }] = await Promise.all([
      import('../../src/clients/setup.js'),
      import('../../src/clients/hook-entries.js'),
    ]);
    const client = harnessNamed(args.harness);
    const plan = await planHookUninstall(client, this.runtime());
    await this.settle({ client, what: 'hooks', action: 'uninstall', plan }, flags);
  }
}
