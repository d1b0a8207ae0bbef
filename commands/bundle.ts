import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, forceFlag } from '../src/cli/flags.js';
import { renderBundle } from '../src/cli/output/bundle.js';

export default class Bundle extends PalaceCommand {
  static override summary = 'Write the whole palace with its history into one file.';
  static override description = [
    'A git bundle of the branch that is checked out: git clone FILE FOLDER makes a palace of it, palace import FILE takes over its',
    'memories with the same ids, words and dates. All of the history is in it, what was removed since as well; what is not saved is not. Needs the',
    'git binary. For one wing, or some time: palace export.',
  ].join('\n');
  static override examples = [
    {
      description: 'Carry the palace to another machine.',
      command: '<%= config.bin %> bundle /media/stick/memories.bundle',
    },
    { description: 'There, make a palace of it.', command: 'git clone /media/stick/memories.bundle ~/palace' },
  ];
  static override stopsBetweenSteps = true;
  static override args = {
    file: Args.string({ description: 'A file that does not exist yet.', required: true }),
  };
  static override flags = {
    force: forceFlag('Replace a bundle that stands there.'),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Bundle);
    const [palace, { bundlePalace }] = await Promise.all([this.palace(), import('../src/services/bundle/bundle.js')]);
    this.emit(await bundlePalace(palace, { file: args.file, force: flags.force }), renderBundle);
  }
}
