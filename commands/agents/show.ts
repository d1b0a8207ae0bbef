import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args } from '../../src/cli/flags.js';
import { renderAgent } from '../../src/cli/output/agents.js';

export default class AgentsShow extends PalaceCommand {
  static override summary = 'One agent: what it looks at, and what comes up in its diary again and again.';
  static override examples = ['<%= config.bin %> agents show reviewer'];
  static override args = { name: Args.string({ description: 'The agent, in any case.', required: true }) };

  async run(): Promise<void> {
    const { args } = await this.parse(AgentsShow);
    const [palace, { showAgent }] = await Promise.all([this.palace(), import('../../src/services/agents/show.js')]);
    this.emit(await showAgent(palace, args.name), renderAgent);
  }
}
