import { PalaceCommand } from '../../src/cli/base-command.js';
import { renderAgents } from '../../src/cli/output/agents.js';

export default class AgentsList extends PalaceCommand {
  static override summary = 'The agents of this palace, and how much they wrote.';
  static override examples = ['<%= config.bin %> agents list --json'];

  async run(): Promise<void> {
    await this.parse(AgentsList);
    const [palace, { listAgents }] = await Promise.all([this.palace(), import('../../src/services/agents/list.js')]);
    this.emit(await listAgents(palace), renderAgents);
  }
}
