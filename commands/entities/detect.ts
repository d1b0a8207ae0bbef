import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, Flags, onlineFlag, wingFlag } from '../../src/cli/flags.js';
import { renderDetect } from '../../src/cli/output/entities.js';

export default class EntitiesDetect extends PalaceCommand {
  static override summary = 'Look for names in a project, or in the drawers of this palace; writes nothing.';
  static override description =
    'Git authors and manifests are asked first, then prose. Each name comes with what speaks for it.';
  static override examples = [
    '<%= config.bin %> entities detect ~/src/driftwood',
    '<%= config.bin %> entities detect --wing driftwood --json',
  ];
  static override args = { path: Args.string({ description: 'A project or folder of notes (default: the drawers).' }) };
  static override flags = {
    wing: wingFlag('Without PATH: only this wing.'),
    newest: Flags.integer({
      summary: 'Without PATH: how many of the newest drawers are read; 0: all (default: 500).',
      helpValue: 'N',
      min: 0,
    }),
    online: onlineFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EntitiesDetect);
    const [palace, { detectIn }] = await Promise.all([this.palace(), import('../../src/services/entities/detect.js')]);
    this.emit(
      await detectIn(palace, { path: args.path, wing: flags.wing, newest: flags.newest, online: flags.online }),
      renderDetect,
    );
  }
}
