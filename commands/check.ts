import { EXIT, PalaceError } from '../src/base/errors.js';
import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, Flags } from '../src/cli/flags.js';
import { renderCheck } from '../src/cli/output/check.js';
import type { ContentInput } from '../src/services/content/content.js';

export default class Check extends PalaceCommand {
  static override summary = 'Check a text against the facts: who, since when, how old, until when.';
  static override description = [
    'Statements that are read out of the text (English and Chinese) are compared with the facts of the palace. Each contradiction',
    'comes with the fact and drawer that speak against it; who is right is for you to say. Exit code 5 when there is any.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> check "Ravi finished the invoice-import. Dana has been here 2 years."',
    '$ git log -1 --format=%B | <%= config.bin %> check -',
    '<%= config.bin %> check --file minutes.md --date 2026-03-04',
  ];
  static override args = { text: Args.string({ description: 'What to check; - reads standard input.' }) };
  static override flags = {
    file: Flags.string({ summary: 'Read the text from this file.', helpValue: 'PATH' }),
    date: Flags.string({
      summary: 'When the text was written (default: now): what ended later held then.',
      helpValue: 'DATE',
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Check);
    const content = await this.content(args.text, flags.file);
    const [palace, { checkText }] = await Promise.all([this.palace(), import('../src/services/check/check.js')]);
    const result = await checkText(palace, { content, date: flags.date });
    this.emit(result, renderCheck, result.total > 0 ? EXIT.conflict : EXIT.done);
  }

  private async content(text: string | undefined, file: string | undefined): Promise<ContentInput> {
    if ((text === undefined) === (file === undefined))
      throw new PalaceError('bad-usage', 'give either a text, - for standard input, or --file PATH', {
        exit: EXIT.usage,
        next: ['palace check "what somebody says"', 'palace check --file PATH', 'some-command | palace check -'],
      });
    if (file === '-' || text === '-') return { kind: 'bytes', bytes: await this.readInput(), name: 'standard input' };
    return file === undefined ? { kind: 'text', text: text ?? '' } : { kind: 'file', path: file };
  }
}
