import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, Flags, formatFlag } from '../../src/cli/flags.js';
import { renderDiaryWrite } from '../../src/cli/output/agents.js';

export default class DiaryWrite extends PalaceCommand {
  static override summary = "File an entry in an agent's diary, word for word.";
  static override description =
    'The commit is by that agent. With --format aaak the linter looks at the entry; it is filed as given in any case.';
  static override examples = [
    '<%= config.bin %> diary write reviewer "No index again." --topic migrations',
    '$ cat entry.aaak | <%= config.bin %> diary write ops - --format aaak',
  ];
  static override args = {
    agent: Args.string({ description: 'The agent; it need not be registered.', required: true }),
    text: Args.string({ description: 'The entry; - reads standard input.' }),
  };
  static override flags = {
    file: Flags.string({ summary: 'Read the entry from this file.', helpValue: 'PATH' }),
    topic: Flags.string({ summary: 'What it is about (default: general).' }),
    format: formatFlag('What it is written in.'),
    date: Flags.string({ summary: 'The day it is about: 2026-03-04 or a timestamp.', helpValue: 'DATE' }),
    importance: Flags.integer({ summary: 'From 1 to 5.', helpValue: '1-5' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(DiaryWrite);
    const content = await this.textInput(args.text, flags.file);
    const [palace, { writeDiary }] = await Promise.all([this.palace(), import('../../src/services/diary/write.js')]);
    const { file: _, ...request } = flags;
    this.emit(await writeDiary(palace, { ...request, agent: args.agent, content }), renderDiaryWrite);
  }
}
