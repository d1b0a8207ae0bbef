import { join } from 'node:path';
import type { HookEntryOptions } from '../clients/hook-entries.js';
import type { SetupRequest } from '../clients/setup.js';
import { expandPath } from '../palace/paths.js';
import { PalaceCommand } from './base-command.js';
import { dryRunFlag, yesFlag } from './flags.js';
import { diffLines, renderSetup } from './output/setup.js';

/** Flags of commands that change the configuration of another program. */
export const SETUP_FLAGS = {
  yes: yesFlag('Write without asking.'),
  'dry-run': dryRunFlag('Show the change; write nothing.'),
};

/** What commands have in common that put palace into another program's configuration: they show the change, ask, and keep a copy. */
export abstract class SetupCommand extends PalaceCommand {
  /** How the program is started, and the palace if one was named. */
  protected entryOptions(recall: boolean): HookEntryOptions & { palace?: string } {
    const runtime = this.runtime();
    // What the shell says here is not said where the program is started.
    const palace = this.sharedFlags.palace ?? (runtime.env.PALACE_PATH || undefined);
    return {
      runtime,
      program: { script: join(this.config.root, 'bin', 'run.js'), node: process.execPath },
      recall,
      ...(palace !== undefined && { palace: expandPath(palace, runtime) }),
    };
  }

  protected async settle(
    request: Pick<SetupRequest, 'client' | 'what' | 'action' | 'plan'>,
    flags: { yes: boolean; 'dry-run': boolean },
  ): Promise<void> {
    const { settle } = await import('../clients/setup.js');
    let isShown = false;
    const result = await settle({
      ...request,
      dryRun: flags['dry-run'],
      runtime: this.runtime(),
      confirm: async ({ diff, file }) => {
        if (flags.yes) return true;
        if (process.stdin.isTTY !== true || process.stderr.isTTY !== true || this.sharedFlags.json) return undefined;
        isShown = true;
        for (const line of diffLines(diff, this.output())) process.stderr.write(`${line}\n`);
        return this.ask(`Write this to ${file}?`);
      },
    });
    this.emit(result, (setup, out) => renderSetup(setup, out, isShown));
  }
}
