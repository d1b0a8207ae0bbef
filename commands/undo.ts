import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, dryRunFlag, Flags } from '../src/cli/flags.js';
import { renderUndo } from '../src/cli/output/edits.js';

export default class Undo extends PalaceCommand {
  static override summary = 'Take operations back, with a new commit.';
  static override description = [
    'The last one, or the one that REV belongs to (all commits of a mine), or all of a session, an agent or a stretch of time. Later',
    'edits stay; where one overlaps, nothing is changed and the drawers are named (exit code 5). An undo can be undone.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> undo',
    '<%= config.bin %> undo 3f2a91c',
    '<%= config.bin %> undo --by codex --since yesterday --dry-run',
    '<%= config.bin %> undo --session 5e1c --partly',
  ];
  static override args = { rev: Args.string({ description: 'Commit, or id of an operation (default: the last).' }) };
  // Without environment variables: what is taken back is said each time.
  static override flags = {
    session: Flags.string({ summary: 'All that this agent session wrote (id, or its beginning).', helpValue: 'ID' }),
    by: Flags.string({ summary: 'All that this person or agent wrote.', helpValue: 'NAME', aliases: ['agent'] }),
    since: Flags.string({
      summary: 'All from this date on, or after this commit (yesterday, 2026-03-04, HEAD~5).',
      helpValue: 'DATE|REV',
    }),
    before: Flags.string({ summary: 'All before this date.', helpValue: 'DATE' }),
    partly: Flags.boolean({ summary: 'Leave drawers alone whose later edits overlap, and take the rest back.' }),
    'dry-run': dryRunFlag(),
    as: Flags.string({
      summary: 'The agent on whose behalf this is written (default: you, as git knows you).',
      helpValue: 'AGENT',
      env: 'PALACE_BY',
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Undo);
    const [palace, { undoOperation }] = await Promise.all([this.palace(), import('../src/services/undo/undo.js')]);
    const { session, by, since, before, partly } = flags;
    const result = await undoOperation(palace, {
      revision: args.rev,
      all: { session, by, since, before },
      partly,
      dry_run: flags['dry-run'],
      by: flags.as,
    });
    this.emit(result, renderUndo);
  }
}
