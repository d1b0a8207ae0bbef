import type { Runtime } from '../base/runtime.js';
import { PATHS } from '../palace/layout.js';
import type { Palace } from '../palace/types.js';
import type { BegunModel } from '../services/find/begun-model.js';
import { type ProgressLine, terminalProgress } from './progress.js';
import { processRuntime } from './runtime.js';
import { type SharedFlags, sharedFromArgv } from './shared-flags.js';

/** Commands whose first step is to ask git for the state of a folder; undefined: of the whole work tree. They write nothing. */
const LOOKING: ReadonlyMap<string, string | undefined> = new Map([
  ['search', PATHS.wings],
  ['list', PATHS.wings],
  ['tree', PATHS.wings],
  ['wake-up', PATHS.wings],
  ['recall', PATHS.wings],
  ['rooms', PATHS.wings],
  ['tunnels', PATHS.wings],
  ['walk', PATHS.wings],
  ['map', PATHS.wings],
  ['status', undefined],
]);

/**
 * What a command is known to begin with, begun while the command itself is still being loaded. It goes by the shared flags as they
 * seem without parsing; a command whose parsed flags are others lets go of it, and nobody has heard of it.
 */
export class Beginning {
  readonly interruption = new AbortController();
  readonly progress: ProgressLine;
  readonly runtime: Runtime;
  /** The opened palace, or why there is none. */
  readonly palace: Promise<Palace>;
  /** The model of a search that goes by meaning; undefined when none was begun. What is wrong with it is thrown. */
  model: Promise<BegunModel | undefined> | undefined;
  /** What was to be said meanwhile. */
  private held: (() => void)[] | undefined = [];

  constructor(
    private readonly shared: SharedFlags,
    open: (runtime: Runtime) => Promise<Palace>,
  ) {
    this.progress = terminalProgress(process.stderr, process.env, shared);
    const { logger, ...world } = processRuntime(shared, this.progress, this.interruption.signal);
    const later = (say: () => void): void => {
      if (this.held === undefined) say();
      else this.held.push(say);
    };
    this.runtime = {
      ...world,
      logger: {
        warn: (message) => later(() => logger.warn(message)),
        debug: (message) => later(() => logger.debug(message)),
      },
    };
    this.palace = open(this.runtime);
    this.palace.catch(() => {}); // thrown where the command asks for its palace
  }

  /** Whether it is what a command with these flags would have begun with. */
  fits(flags: SharedFlags): boolean {
    const keys = ['palace', 'json', 'quiet', 'verbose', 'no-color'] as const;
    return keys.every((key) => flags[key] === this.shared[key]);
  }

  /** Makes it the command's own: what was to be said is said. */
  adopt(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const say of held) say();
  }

  /** Lets go of the palace and of the model, and ends what git still does. */
  async close(): Promise<void> {
    const model = await this.model?.catch(() => undefined);
    await model?.close();
    const palace = await this.palace.catch(() => undefined);
    await palace?.close();
  }
}

/** Opens the palace of a command that looks, and has git look. Undefined for others. Throws nothing and says nothing. */
export async function begin([command = '', ...words]: readonly string[]): Promise<Beginning | undefined> {
  if (!LOOKING.has(command) || words.some((word) => word === '--help' || word === '-h')) return undefined;
  const shared = sharedFromArgv(words, process.env);
  const { openPalaceOf } = await import('./open-palace.js');
  const beginning = new Beginning(shared, (runtime) => openPalaceOf(shared.palace, runtime));
  // The past is not in the work tree.
  const past = words.some((word) => /^--as-of(=|$)/.test(word)) || Boolean(process.env.PALACE_AS_OF);
  const palace = await beginning.palace.catch(() => undefined);
  if (!past) palace?.git.lookAhead?.(LOOKING.get(command));
  if (command === 'search' && palace !== undefined && !byWordsOnly(words)) {
    const { beginModel } = await import('../services/find/begun-model.js');
    beginning.model = beginModel(palace);
    beginning.model.catch(() => {}); // thrown where the command asks for its model
  }
  return beginning;
}

/** Whether a search will need no model, as far as can be told without parsing. */
function byWordsOnly(words: readonly string[]): boolean {
  const at = words.indexOf('--mode');
  const flag = at === -1 ? words.find((word) => word.startsWith('--mode='))?.slice('--mode='.length) : words[at + 1];
  return (flag ?? process.env.PALACE_MODE) === 'keyword';
}
