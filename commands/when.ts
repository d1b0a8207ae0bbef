import { EXIT, PalaceError } from '../src/base/errors.js';
import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, beforeFlag, Flags, limitFlag, sinceFlag, wingFlag } from '../src/cli/flags.js';
import { renderWhen, renderWhenFound } from '../src/cli/output/when.js';

export default class When extends PalaceCommand {
  static override paged = true;
  static override summary = 'The commits in which a phrase appears or disappears.';
  static override description = [
    'Newest first, with the memories and lines; letter case and line breaks make no difference. --query: the first commit at which',
    'a search finds its answer (the best hit of now, or --answer), or no longer finds it.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> when GraphQL',
    '<%= config.bin %> when "token bucket" --since 2026-03',
    '<%= config.bin %> when --query "why GraphQL" --answer d-1f3a',
  ];
  static override args = { text: Args.string({ description: 'A word or phrase.' }) };
  static override flags = {
    query: Flags.string({ summary: 'A search instead of a phrase.', helpValue: 'WORDS', char: 'q' }),
    answer: Flags.string({ summary: 'With --query: the drawer to be found.', helpValue: 'ID', dependsOn: ['query'] }),
    mode: Flags.option({
      summary: 'With --query: by words and meaning together, by words, or by meaning alone.',
      options: ['hybrid', 'keyword', 'vector'] as const,
      dependsOn: ['query'],
    })(),
    wing: wingFlag(),
    by: Flags.string({ summary: 'Only by this person or agent.', helpValue: 'NAME', aliases: ['agent'] }),
    since: sinceFlag(),
    before: beforeFlag(),
    limit: limitFlag('Most commits (1-1000); with --query: most hits among which the answer counts as found.'),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(When);
    const { query, answer, mode, wing, by, since, before, limit } = flags;
    const { text } = args;
    if ((text === undefined) === (query === undefined))
      throw new PalaceError('bad-usage', 'give either a phrase or --query', {
        exit: EXIT.usage,
        next: ['palace when "a phrase"', 'palace when --query "words of a search"'],
      });
    const palace = await this.palace();
    if (query !== undefined) {
      const { whenFound } = await import('../src/services/when/when-found.js');
      this.emit(await whenFound(palace, { query, answer, mode, wing, limit }), renderWhenFound);
    } else {
      const { findWhen } = await import('../src/history/when.js');
      this.emit(await findWhen(palace, { text: text ?? '', wing, by, since, before, limit }), renderWhen);
    }
  }
}
