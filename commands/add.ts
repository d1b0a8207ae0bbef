import { EXIT, PalaceError } from '../src/base/errors.js';
import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, byFlag, Flags, forceFlag, hallFlag, roomFlag, wingFlag } from '../src/cli/flags.js';
import { renderAdd } from '../src/cli/output/add.js';
import type { ContentInput } from '../src/services/content/content.js';

export default class Add extends PalaceCommand {
  static override summary = 'File a memory, word for word.';
  static override description = [
    'The text is kept exactly as given. The same text in the same room is filed once; (nearly) the same text elsewhere',
    'in the wing is reported and not filed (exit code 5), unless --force says so. Without --wing it goes to "personal".',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> add "GraphQL it is: one round trip." --wing driftwood --room api',
    '$ git log -1 | <%= config.bin %> add - --title "The last commit"',
    '<%= config.bin %> add --file notes.txt --hall facts --date 2026-03-04',
  ];
  static override args = { text: Args.string({ description: 'What to remember; - reads standard input.' }) };
  static override flags = {
    file: Flags.string({ summary: 'Read the text from this file.', helpValue: 'PATH' }),
    wing: wingFlag('The wing to file it in.'),
    room: roomFlag('The room to file it in (default: general).'),
    hall: hallFlag('Its hall: facts, events, discoveries, preferences, advice or diary.'),
    title: Flags.string({ summary: 'One line for people (default: the first line of the text).' }),
    date: Flags.string({ summary: 'When it was said or happened: 2026-03-04 or a timestamp.', helpValue: 'DATE' }),
    source: Flags.string({ summary: 'Where it is from: an address, a meeting, a book.' }),
    importance: Flags.integer({ summary: 'From 1 to 5.', helpValue: '1-5' }),
    tag: Flags.string({ summary: 'A tag; repeatable.', multiple: true, multipleNonGreedy: true }),
    entity: Flags.string({
      summary: 'A person or project it is about; repeatable.',
      multiple: true,
      multipleNonGreedy: true,
    }),
    by: byFlag(),
    force: forceFlag('File it although the wing has nearly the same text.'),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Add);
    const content = await this.content(args.text, flags.file);
    const [palace, { addMemory }] = await Promise.all([this.palace(), import('../src/services/add/add.js')]);
    const result = await addMemory(palace, { ...flags, content, tags: flags.tag, entities: flags.entity });
    this.emit(result, renderAdd, result.status === 'duplicate' ? EXIT.conflict : EXIT.done);
  }

  private async content(text: string | undefined, file: string | undefined): Promise<ContentInput> {
    if ((text === undefined) === (file === undefined))
      throw new PalaceError('bad-usage', 'give either a text, - for standard input, or --file PATH', {
        exit: EXIT.usage,
        next: ['palace add "what to remember"', 'palace add --file PATH', 'some-command | palace add -'],
      });
    if (file === '-' || text === '-') return { kind: 'bytes', bytes: await this.readInput(), name: 'standard input' };
    return file === undefined ? { kind: 'text', text: text ?? '' } : { kind: 'file', path: file };
  }
}
