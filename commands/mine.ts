import { EXIT } from '../src/base/errors.js';
import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, byFlag, dryRunFlag, Flags, noEmbedFlag, roomFlag, wingFlag } from '../src/cli/flags.js';
import { renderMine, watchSummary } from '../src/cli/output/mine.js';
import type { MineRequest } from '../src/services/mine/types.js';

/** The original's words for the modes. */
const MODES = { auto: 'auto', files: 'files', projects: 'files', chats: 'chats', convos: 'chats' } as const;
type ModeWord = keyof typeof MODES;

export default class Mine extends PalaceCommand {
  static override summary = 'Read projects, conversations and notes into the palace.';
  static override description = [
    'Each project file, conversation and note becomes one memory, word for word. Mining again files only what changed:',
    'edited sources change their memory, renamed ones keep theirs, deleted project files leave. What is left out is named.',
  ].join('\n');
  static override examples = [
    {
      description: 'A project, into a wing named after its folder.',
      command: '<%= config.bin %> mine ~/src/driftwood',
    },
    {
      description: 'Conversations with Claude Code.',
      command: '<%= config.bin %> mine ~/.claude/projects --mode chats',
    },
    { description: 'See first what would be done.', command: '<%= config.bin %> mine ~/notes --wing notes --dry-run' },
  ];
  static override stopsBetweenSteps = true;
  static override strict = false;
  static override args = { path: Args.string({ description: 'Files and folders to read.', required: true }) };
  static override flags = {
    wing: wingFlag('File everything in this wing.'),
    room: roomFlag('File what is new in this room.'),
    mode: Flags.option({
      summary: 'Each file as what it is, project files only, or conversations and notes only.',
      options: Object.keys(MODES) as ModeWord[],
      default: 'auto',
      env: 'PALACE_MINE_MODE',
      helpValue: 'auto|files|chats',
    })(),
    adapter: Flags.string({ summary: 'Read every file with this adapter.', helpValue: 'NAME' }),
    'dry-run': dryRunFlag(),
    limit: Flags.integer({ summary: 'Read at most so many sources (0: all).', helpValue: 'N', min: 0, default: 0 }),
    'no-gitignore': Flags.boolean({ summary: 'Read what ignore rules leave out, too.' }),
    include: Flags.string({
      summary: 'Read what matches, whatever the ignore rules and skip lists say; gitignore syntax, repeatable.',
      helpValue: 'PATTERN',
      multiple: true,
      multipleNonGreedy: true,
    }),
    tools: Flags.option({
      summary: 'What to keep of tool calls in conversations.',
      options: ['full', 'brief', 'none'] as const,
      default: 'full',
      env: 'PALACE_TOOLS',
    })(),
    extract: Flags.option({
      summary: 'With general, count decisions, preferences, milestones, problems and emotions. Every word is kept.',
      options: ['exchange', 'general'] as const,
      default: 'exchange',
      env: 'PALACE_EXTRACT',
    })(),
    subagents: Flags.boolean({ summary: 'File transcripts of sub-agents, too; they are counted otherwise.' }),
    by: byFlag(),
    'no-embed': noEmbedFlag(),
    reroute: Flags.boolean({ summary: 'Move memories to the room that routing gives today (try --dry-run first).' }),
    watch: Flags.boolean({ summary: 'Go on reading what changes, until Ctrl-C.', exclusive: ['dry-run'] }),
    'allow-vanished': Flags.boolean({ summary: 'Remove memories although many of their sources are gone at once.' }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(Mine);
    const [palace, { mine }] = await Promise.all([this.palace(), import('../src/services/mine/mine.js')]);
    const request: MineRequest = {
      paths: argv.map(String),
      mode: MODES[flags.mode],
      wing: flags.wing,
      room: flags.room,
      adapter: flags.adapter,
      dryRun: flags['dry-run'],
      limit: flags.limit === 0 ? undefined : flags.limit,
      gitignore: !flags['no-gitignore'],
      include: flags.include,
      tools: flags.tools,
      extract: flags.extract,
      subagents: flags.subagents ? true : undefined,
      by: flags.by,
      reroute: flags.reroute,
      allowVanished: flags['allow-vanished'],
      embed: !flags['no-embed'],
    };
    if (flags.watch) {
      const { watchSources } = await import('../src/services/mine/watch.js');
      return this.emitAll(watchSources(palace, request), renderMine, ({ drawers }) => drawers, watchSummary);
    }
    const result = await mine(palace, request);
    this.emit(result, renderMine, result.conflicts.length > 0 ? EXIT.conflict : EXIT.done);
  }
}
