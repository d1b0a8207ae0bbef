import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, beforeFlag, Flags, sinceFlag } from '../../src/cli/flags.js';
import { renderDiary } from '../../src/cli/output/agents.js';

export default class DiaryRead extends PalaceCommand {
  static override summary = 'Entries of a diary, or of all diaries, newest first.';
  static override examples = [
    '<%= config.bin %> diary read reviewer --topic migrations',
    '<%= config.bin %> diary read --text "missing index"',
  ];
  static override args = { agent: Args.string({ description: 'The agent, in any case (default: all).' }) };
  static override flags = {
    topic: Flags.string({ summary: 'Only this topic.' }),
    since: sinceFlag(),
    before: beforeFlag(),
    text: Flags.string({ summary: 'Only entries with these words side by side, in any case.' }),
    last: Flags.integer({
      char: 'n',
      summary: 'Most entries.',
      helpValue: 'N',
      default: 10,
      min: 1,
      aliases: ['limit'],
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(DiaryRead);
    const [palace, { readDiary }] = await Promise.all([this.palace(), import('../../src/services/diary/read.js')]);
    this.emit(await readDiary(palace, { ...flags, agent: args.agent }), renderDiary);
  }
}
