import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, beforeFlag, Flags, limitFlag, sinceFlag } from '../../src/cli/flags.js';
import { renderSearch } from '../../src/cli/output/search.js';

export default class DiarySearch extends PalaceCommand {
  static override summary = 'Search the diaries of all agents, by words and by meaning.';
  static override examples = [
    '<%= config.bin %> diary search missing index',
    '<%= config.bin %> diary search rollback --by ops',
  ];
  static override strict = false;
  static override args = { query: Args.string({ description: 'Words to look for.', required: true }) };
  static override flags = {
    by: Flags.string({ summary: 'Only what this agent wrote.', helpValue: 'AGENT' }),
    since: sinceFlag(),
    before: beforeFlag(),
    limit: limitFlag('Most hits (1-100).', 10),
    mode: Flags.option({
      summary: 'By words and meaning together, by words, or by meaning alone.',
      options: ['hybrid', 'keyword', 'vector'] as const,
      env: 'PALACE_MODE',
    })(),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(DiarySearch);
    const [palace, { findMemories }] = await Promise.all([this.palace(), import('../../src/services/find/find.js')]);
    this.emit(await findMemories(palace, { ...flags, query: argv.join(' '), hall: 'diary' }), renderSearch);
  }
}
