import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, asOfFlag } from '../src/cli/flags.js';
import { renderBlame } from '../src/cli/output/blame.js';

export default class Blame extends PalaceCommand {
  static override paged = true;
  static override summary = 'Who wrote each line of a drawer.';
  static override description =
    'With commit, day and author (the agent where one wrote), across moves and renames. Lines that are not saved yet say so.';
  static override examples = ['<%= config.bin %> blame d-1f3a', '<%= config.bin %> blame d-1f3a --at "2 weeks ago"'];
  static override args = { id: Args.string({ description: 'Id, beginning of an id, or path.', required: true }) };
  static override flags = { at: asOfFlag('As it stood at this commit, branch, tag or date.') };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Blame);
    const [palace, { readBlame }] = await Promise.all([this.palace(), import('../src/history/blame.js')]);
    this.emit(await readBlame(palace, { drawer: args.id, at: flags.at }), renderBlame);
  }
}
