import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, byFlag, Flags } from '../src/cli/flags.js';
import { renderEdit } from '../src/cli/output/edits.js';
import type { ContentInput } from '../src/services/content/content.js';

export default class Edit extends PalaceCommand {
  static override summary = 'Change the words of a drawer.';
  static override description = [
    'Opens the file in $VISUAL or $EDITOR and commits it when the editor ends well. With --text or --file the words are',
    'replaced exactly and the front-matter stays; only a title that was the first line of the words follows them. The',
    'receipt of what was filed first stays too: `verify` can tell.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> edit d-1f3a',
    '<%= config.bin %> edit d-1f3a --text "We went back to REST."',
    '$ some-command | <%= config.bin %> edit d-1f3a --file -',
  ];
  static override args = { id: Args.string({ description: 'Id, beginning of an id, or path.', required: true }) };
  static override flags = {
    text: Flags.string({ summary: 'The new words.', exclusive: ['file'] }),
    file: Flags.string({ summary: 'Read the new words from this file; - reads standard input.', helpValue: 'PATH' }),
    by: byFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Edit);
    const content = await this.content(flags.text, flags.file);
    const [palace, { editDrawer }] = await Promise.all([this.palace(), import('../src/services/edit/edit.js')]);
    this.emit(await editDrawer(palace, { drawer: args.id, content, by: flags.by }), renderEdit);
  }

  private async content(text: string | undefined, file: string | undefined): Promise<ContentInput | undefined> {
    if (text !== undefined) return { kind: 'text', text };
    if (file === '-') return { kind: 'bytes', bytes: await this.readInput(), name: 'standard input' };
    return file === undefined ? undefined : { kind: 'file', path: file };
  }
}
