import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, Flags } from '../../src/cli/flags.js';
import { renderAddedAgent } from '../../src/cli/output/agents.js';

export default class AgentsAdd extends PalaceCommand {
  static override summary = 'Register an agent, or change what is said of it.';
  static override description = 'Writes agents/NAME.yaml. An agent may keep a diary without being registered.';
  static override examples = ['<%= config.bin %> agents add reviewer --focus "missing tests" --tag quality'];
  static override args = { name: Args.string({ description: 'A short name.', required: true }) };
  static override flags = {
    focus: Flags.string({ summary: 'What it looks at, in one line.' }),
    description: Flags.string({ summary: 'More about it.' }),
    wing: Flags.string({ char: 'w', summary: 'The wing of its diary (default: its name).', helpValue: 'WING' }),
    tag: Flags.string({ summary: 'A tag; repeatable.', multiple: true, multipleNonGreedy: true }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(AgentsAdd);
    const [palace, { addAgent }] = await Promise.all([this.palace(), import('../../src/services/agents/add.js')]);
    const { focus, description, wing, tag: tags } = flags;
    this.emit(await addAgent(palace, { name: args.name, focus, description, wing, tags }), renderAddedAgent);
  }
}
