import { EXIT, PalaceError } from '../../src/base/errors.js';
import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, Flags } from '../../src/cli/flags.js';
import { renderDiaryImport } from '../../src/cli/output/agents.js';

export default class DiaryImport extends PalaceCommand {
  static override summary = 'Read in a diary that was kept as markdown: each ## section an entry.';
  static override description = 'Byte for byte: the entries joined are the file. Once more, it adds what is new.';
  static override examples = ['<%= config.bin %> diary import ops notes/ops-2026.md'];
  static override strict = false;
  static override args = {
    agent: Args.string({ description: 'The agent whose diary it is.', required: true }),
    file: Args.string({ description: 'Markdown files.', required: true }),
  };
  static override flags = { topic: Flags.string({ summary: 'What they are about (default: general).' }) };

  async run(): Promise<void> {
    const { argv, args, flags } = await this.parse(DiaryImport);
    const [, ...files] = argv.map(String);
    if (files.length === 0)
      throw new PalaceError('bad-usage', 'give a file', { exit: EXIT.usage, next: ['palace diary import AGENT FILE'] });
    const [palace, { importDiary }] = await Promise.all([this.palace(), import('../../src/services/diary/import.js')]);
    this.emit(await importDiary(palace, { agent: args.agent, files, ...flags }), renderDiaryImport);
  }
}
