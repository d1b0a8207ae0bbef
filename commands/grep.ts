import { EXIT } from '../src/base/errors.js';
import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, asOfFlag, Flags, limitFlag, roomFlag, wingFlag } from '../src/cli/flags.js';
import { renderGrep } from '../src/cli/output/grep.js';

export default class Grep extends PalaceCommand {
  static override paged = true;
  static override summary = 'Lines of drawers that match a regular expression.';
  static override description = [
    'Looks at the words themselves, also at what is not saved yet; `search` finds by meaning. --all-history looks at every version',
    'there ever was: each line once, at the commit that brought it. Ends with 1 when nothing matches.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> grep -i "graph(ql)?"',
    '<%= config.bin %> grep -F "a.b()" --wing driftwood',
    '<%= config.bin %> grep "TODO" --as-of "last month"',
    '<%= config.bin %> grep password --all-history',
  ];
  static override args = {
    pattern: Args.string({ description: 'Regular expression, or text with -F.', required: true }),
  };
  static override flags = {
    'fixed-strings': Flags.boolean({ char: 'F', summary: 'PATTERN is plain text.' }),
    'ignore-case': Flags.boolean({ char: 'i', summary: 'Letter case makes no difference.' }),
    wing: wingFlag(),
    room: roomFlag(),
    'as-of': asOfFlag(),
    'all-history': Flags.boolean({ summary: 'Every version of every drawer.' }),
    limit: limitFlag('Most lines.', 1000),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Grep);
    const [palace, { grepPalace }] = await Promise.all([this.palace(), import('../src/history/grep.js')]);
    const result = await grepPalace(palace, {
      pattern: args.pattern,
      fixed: flags['fixed-strings'],
      ignore_case: flags['ignore-case'],
      wing: flags.wing,
      room: flags.room,
      as_of: flags['as-of'],
      all_history: flags['all-history'],
      limit: flags.limit,
    });
    this.emit(result, renderGrep, result.total === 0 ? EXIT.failed : EXIT.done);
  }
}
