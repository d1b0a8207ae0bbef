import { PalaceCommand } from '../src/cli/base-command.js';
import {
  Args,
  asOfFlag,
  beforeFlag,
  Flags,
  filedByFlag,
  hallFlag,
  labelFlag,
  limitFlag,
  roomFlag,
  sinceFlag,
  tokensFlag,
  wingFlag,
} from '../src/cli/flags.js';
import { renderPrompt, renderSearch } from '../src/cli/output/search.js';

export default class Search extends PalaceCommand {
  static override summary = 'Find memories by words and by meaning.';
  static override description =
    'The best passage of each drawer, best first, with the lines it stands on. Quote a phrase to prefer it as it stands.';
  static override examples = [
    '<%= config.bin %> search why did we switch to GraphQL',
    '<%= config.bin %> search "\\"token bucket\\"" --wing driftwood --since 2026-03',
    '<%= config.bin %> search payment --label decision',
    '<%= config.bin %> search database --as-of 2026-01-31 --json',
    '$ palace search "why GraphQL" --format prompt --tokens 1500 > context.txt',
  ];
  static override strict = false;
  static override args = { query: Args.string({ description: 'Words to look for.', required: true }) };
  static override flags = {
    wing: wingFlag(),
    room: roomFlag(),
    hall: hallFlag(),
    label: labelFlag(),
    since: sinceFlag(),
    before: beforeFlag(),
    by: filedByFlag(),
    'as-of': asOfFlag(),
    limit: limitFlag('Most hits (1-100).'),
    mode: Flags.option({
      summary: 'By words and meaning together, by words, or by meaning alone.',
      options: ['hybrid', 'keyword', 'vector'] as const,
      env: 'PALACE_MODE',
    })(),
    context: Flags.integer({
      summary: 'Neighbouring passages on each side.',
      env: 'PALACE_CONTEXT',
      min: 0,
      default: 1,
    }),
    format: Flags.option({
      summary: 'For a person; or as quotations with their sources, to paste or pipe into a prompt.',
      options: ['text', 'prompt'] as const,
      default: 'text',
    })(),
    tokens: tokensFlag('With --format prompt: most tokens of the whole text.'),
    explain: Flags.boolean({ summary: 'Show what made each score.', env: 'PALACE_EXPLAIN' }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(Search);
    const [palace, { findMemories }] = await Promise.all([this.palace(), import('../src/services/find/find.js')]);
    // What is wrong with it is found, and said, by the search.
    const begun = await this.begunModel().catch(() => undefined);
    const request = {
      query: argv.join(' '),
      wing: flags.wing,
      room: flags.room,
      hall: flags.hall,
      labels: flags.label,
      since: flags.since,
      before: flags.before,
      by: flags.by,
      asOf: flags['as-of'],
      limit: flags.limit ?? palace.settings.searchLimit,
      mode: flags.mode,
      context: flags.context,
      explain: flags.explain,
    };
    const result = await findMemories(palace, request, begun);
    if (flags.format === 'text') return this.emit(result, renderSearch);
    const { searchPrompt } = await import('../src/services/find/prompt.js');
    this.emit(await searchPrompt(palace, result, flags.tokens), renderPrompt);
  }
}
