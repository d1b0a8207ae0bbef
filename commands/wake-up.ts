import { PalaceCommand } from '../src/cli/base-command.js';
import { formatFlag, tokensFlag, wingFlag } from '../src/cli/flags.js';
import { renderLayers } from '../src/cli/output/layers.js';

export default class WakeUp extends PalaceCommand {
  static override summary = 'What an assistant should know first: identity and the essential story.';
  static override description = [
    'Layer 0 is identity.md; layer 1 the memories that matter most: stated importance, pins (the tag "pinned"), decisions, recency, the facts',
    'that hang on them; without what facts or tags say is superseded. It fits a budget of tokens that is counted. Memories are fenced as quoted data.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> wake-up --wing driftwood',
    '$ palace wake-up --format aaak > context.txt',
  ];
  static override flags = {
    wing: wingFlag("Only this wing's memories, this time."),
    tokens: tokensFlag('Most tokens (default 850 as text, 170 as AAAK).'),
    format: formatFlag(),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(WakeUp);
    const [palace, { wakeUp }] = await Promise.all([this.palace(), import('../src/services/layers/wake-up.js')]);
    this.emit(await wakeUp(palace, flags), renderLayers);
  }
}
