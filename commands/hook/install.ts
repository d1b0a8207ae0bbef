import { Args, Flags } from '../../src/cli/flags.js';
import { SETUP_FLAGS, SetupCommand } from '../../src/cli/setup-command.js';

export default class HookInstall extends SetupCommand {
  static override summary = 'Have an agent program call palace at the moments of a conversation.';
  static override description = [
    'Shows the change of its configuration, asks, and keeps a copy of the file as it was. Hooks of others and comments stay.',
    'Again, it brings the hooks up to date. With --palace or PALACE_PATH they are for that palace.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> hook install claude-code',
    '<%= config.bin %> hook install codex --yes --recall',
  ];
  static override args = {
    harness: Args.string({ description: 'claude-code, codex, gemini or cursor.', required: true }),
  };
  static override flags = {
    ...SETUP_FLAGS,
    recall: Flags.boolean({ summary: 'Also tell the model, at each prompt, what the palace knows of it.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(HookInstall);
    const [{ harnessNamed }, { planHookInstall }] = await Promise.all([
      import('../../src/clients/setup.js'),
      import('../../src/clients/hook-entries.js'),
    ]);
    const client = harnessNamed(args.harness);
    const plan = await planHookInstall(client, this.entryOptions(flags.recall));
    await this.settle({ client, what: 'hooks', action: 'install', plan }, flags);
  }
}
