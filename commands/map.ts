import { PalaceCommand } from '../src/cli/base-command.js';
import { Flags, wingFlag } from '../src/cli/flags.js';
import { renderMap } from '../src/cli/output/graph.js';

export default class PalaceMap extends PalaceCommand {
  static override summary = 'A map of the palace: wings, rooms by drawers, tunnels.';
  static override description =
    'As text, as a Mermaid or Graphviz diagram, or as a picture that stands alone. With --wing: that wing and those it is joined with.';
  static override examples = [
    '<%= config.bin %> map',
    '<%= config.bin %> map --format svg > palace.svg',
    '<%= config.bin %> map --format mermaid --wing driftwood',
  ];
  static override flags = {
    format: Flags.option({
      summary: 'What it is drawn as.',
      options: ['text', 'mermaid', 'dot', 'svg'] as const,
      default: 'text' as const,
    })(),
    wing: wingFlag('Only this wing and those that it is joined with.'),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(PalaceMap);
    const [palace, { drawMap }] = await Promise.all([this.palace(), import('../src/services/graph/map.js')]);
    this.emit(await drawMap(palace, { format: flags.format, wing: flags.wing }), renderMap);
  }
}
