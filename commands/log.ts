import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, beforeFlag, Flags, limitFlag, sinceFlag, wingFlag } from '../src/cli/flags.js';
import { renderLog, renderLogGraph } from '../src/cli/output/log.js';

export default class Log extends PalaceCommand {
  static override paged = true;
  static override summary = 'What happened in the palace, or to one drawer.';
  static override description = [
    'Newest first. The commits of one mine are one entry; commits made with plain git are entries like any other. The log of a',
    'drawer follows its moves, and knows drawers that were removed.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> log',
    '<%= config.bin %> log d-1f3a',
    '<%= config.bin %> log --by codex --since "2 weeks ago" --patch',
    '<%= config.bin %> log --graph --limit 50',
  ];
  static override args = { id: Args.string({ description: 'Only this drawer: id, beginning of an id, or path.' }) };
  static override flags = {
    wing: wingFlag(),
    by: Flags.string({ summary: 'Only by this person or agent.', helpValue: 'NAME', aliases: ['agent'] }),
    op: Flags.string({ summary: 'Only these: add, mine, edit, move, remove, save, undo, restore, commit, …' }),
    session: Flags.string({ summary: 'Only of this agent session (id, or its beginning).', helpValue: 'ID' }),
    since: sinceFlag('From this date on, or after this commit (2026-03, "2 weeks ago", HEAD~5).'),
    before: beforeFlag(),
    patch: Flags.boolean({ char: 'p', summary: 'Also what changed, word by word.', env: 'PALACE_PATCH' }),
    graph: Flags.boolean({ summary: 'The wings as columns, over time.', exclusive: ['patch'] }),
    limit: limitFlag('Most entries (1-1000).', 20),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Log);
    const [palace, { readLog }] = await Promise.all([this.palace(), import('../src/history/log.js')]);
    const { wing, by, op, session, since, before, patch, graph, limit } = flags;
    const request = { drawer: args.id, wing, by, op, session, since, before, patch, graph, limit };
    this.emit(await readLog(palace, request), graph ? renderLogGraph : renderLog);
  }
}
