import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, asOfFlag, Flags } from '../src/cli/flags.js';
import { renderMessages, renderShow, renderTranscriptView } from '../src/cli/output/show.js';

export default class Show extends PalaceCommand {
  static override summary = 'Print a drawer.';
  static override description = 'By its id, the first 4 or more digits of it, or its path.';
  static override examples = [
    '<%= config.bin %> show d-1f3a',
    '<%= config.bin %> show d-1f3a --raw > memory.txt',
    '<%= config.bin %> show d-1f3a --at 2026-03-01',
    '<%= config.bin %> show d-1f3a --messages --json',
  ];
  static override args = { id: Args.string({ description: 'Id, beginning of an id, or path.', required: true }) };
  static override flags = {
    raw: Flags.boolean({
      summary: 'The exact bytes of the memory, nothing else.',
      exclusive: ['messages', 'transcript'],
    }),
    at: asOfFlag('As it stood at this commit, branch, tag or date.'),
    messages: Flags.boolean({ summary: 'The messages of a conversation, all its parts joined.' }),
    transcript: Flags.boolean({
      summary: 'A conversation with "> " before what the user said.',
      exclusive: ['messages'],
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Show);
    const [palace, { showDrawer }] = await Promise.all([this.palace(), import('../src/services/show/show.js')]);
    const messages = flags.messages || flags.transcript;
    const { result, body } = await showDrawer(palace, { drawer: args.id, at: flags.at, messages });
    if (flags.raw) this.emit(result, (_, out) => out.raw(body));
    else this.emit(result, flags.transcript ? renderTranscriptView : messages ? renderMessages : renderShow);
  }
}
