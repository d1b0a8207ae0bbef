import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, byFlag, Flags } from '../../src/cli/flags.js';
import { renderAddedTunnel } from '../../src/cli/output/graph.js';

export default class TunnelAdd extends PalaceCommand {
  static override summary = 'Make a tunnel between two rooms.';
  static override description = 'A tunnel has no direction: to make it again, from either end, renews its label.';
  static override examples = [
    '<%= config.bin %> tunnel add driftwood/auth orion/sessions --label "the same tokens"',
    '<%= config.bin %> tunnel add driftwood/auth people/mira --from-drawer d-1f3a',
  ];
  static override args = {
    from: Args.string({ description: 'WING/ROOM.', required: true }),
    to: Args.string({ description: 'WING/ROOM.', required: true }),
  };
  static override flags = {
    label: Flags.string({ char: 'l', summary: 'What joins them.', helpValue: 'TEXT' }),
    'from-drawer': Flags.string({ summary: 'A drawer of the first room that shows it.', helpValue: 'ID' }),
    'to-drawer': Flags.string({ summary: 'A drawer of the second room that shows it.', helpValue: 'ID' }),
    by: byFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(TunnelAdd);
    const [palace, { addTunnel }] = await Promise.all([
      this.palace(),
      import('../../src/services/graph/tunnel-links.js'),
    ]);
    const result = await addTunnel(palace, {
      from: args.from,
      to: args.to,
      label: flags.label,
      fromDrawer: flags['from-drawer'],
      toDrawer: flags['to-drawer'],
      by: flags.by,
    });
    this.emit(result, renderAddedTunnel);
  }
}
