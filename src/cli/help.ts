import type { Command, Interfaces } from '@oclif/core';
import { CommandHelp, Help } from '@oclif/core/help';

/** Groups of the first help page, in the order in which a newcomer meets the commands. Unlisted ones come last. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'EVERY DAY': ['init', 'mine', 'search', 'add', 'show', 'list', 'tree', 'status'],
  CHANGE: ['edit', 'move', 'remove', 'save'],
  HISTORY: ['log', 'diff', 'blame', 'when', 'grep', 'undo', 'restore'],
  FACTS: ['check', 'kg'],
  'IN AND OUT': ['export', 'import', 'bundle'],
  'FOR AGENTS': ['wake-up', 'recall', 'diary', 'agents', 'compress', 'aaak'],
  'THE PALACE': ['rooms', 'tunnels', 'tunnel', 'walk', 'map', 'hallways', 'closet'],
  CARE: ['stats', 'config', 'trust', 'verify', 'doctor', 'quarantine', 'index'],
};

const EXIT_CODES =
  'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no palace here, 4 not found, 5 a conflict needs a person, ' +
  '6 remote or network, 7 locked by another process, 130 interrupted.';

/** Help of one command: a short usage line, and a description that does not repeat the summary above it. */
class PalaceCommandHelp extends CommandHelp {
  protected override defaultUsage(): string {
    const args = Object.values(this.command.args).map((arg) => this.arg(arg));
    // A command that takes any number of words says so.
    const more = this.command.strict === false && args.length > 0 ? '...' : '';
    return `${[this.command.id, ...args].join(' ')}${more} [FLAGS]`;
  }

  /** Paragraphs stand apart by an empty line; where the source breaks its lines is nothing to the reader. */
  protected override description(): string | undefined {
    const { description } = this.command;
    return description === undefined ? undefined : this.wrap(this.render(description).replace(/(?<!\n)\n(?!\n)/g, ' '));
  }

  /** Those with a letter first: the list is trimmed, and would begin crooked with one that leaves room for a letter. */
  protected override flags(flags: Command.Flag.Any[]): [string, string | undefined][] | undefined {
    return super.flags([...flags.filter(({ char }) => char), ...flags.filter(({ char }) => !char)]);
  }
}

/** What the program says about itself: `palace`, `palace --help`, `palace search --help`. */
export class PalaceHelp extends Help {
  protected override CommandHelpClass = PalaceCommandHelp;

  constructor(config: Interfaces.Config) {
    super(config, {
      // A usage line with every flag in it is longer than the list of flags below it.
      docopts: false,
      flagSortOrder: 'none',
    });
  }

  protected override async showRootHelp(): Promise<void> {
    const { bin, pjson } = this.config;
    this.log(`${this.wrap(pjson.description ?? '', 0)}\n`);
    this.log(this.section('USAGE', `$ ${bin} COMMAND [ARGUMENTS] [FLAGS]`));
    const entries = this.firstWords();
    const named = new Set(Object.values(GROUPS).flat());
    const rest = [...entries.keys()].filter((name) => !named.has(name));
    for (const [title, names] of [...Object.entries(GROUPS), ['MORE', rest] as const]) {
      const rows = names.flatMap((name): [string, string][] => {
        const summary = entries.get(name);
        return summary === undefined ? [] : [[name.padEnd(10), summary]];
      });
      if (rows.length > 0) this.log(`\n${this.section(title, rows)}`);
    }
    const pointer = `${bin} COMMAND --help says all about one; all take --palace, --json, --quiet, --verbose.`;
    this.log(`\n${this.wrap(pointer, 0)}`);
    this.log(this.wrap(EXIT_CODES, 0));
  }

  /** `index status` and `index rebuild` are one entry, `index`. */
  private firstWords(): Map<string, string> {
    const entries = new Map<string, string>();
    for (const { name, description } of this.sortedTopics)
      if (!name.includes(':')) entries.set(name, this.render(description ?? ''));
    for (const command of this.sortedCommands)
      if (!command.id.includes(':')) entries.set(command.id, this.summaryOf(command));
    return entries;
  }

  private summaryOf(command: Command.Loadable): string {
    return this.render(command.summary ?? command.description?.split('\n')[0] ?? '');
  }
}
