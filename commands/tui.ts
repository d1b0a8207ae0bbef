import { EXIT } from '../src/base/errors.js';
import type { TerminalHost } from '../src/base/terminal.js';
import { PalaceCommand } from '../src/cli/base-command.js';
import { wantsColour } from '../src/cli/colour.js';
import { Args, asOfFlag, beforeFlag, Flags, hallFlag, roomFlag, sinceFlag, wingFlag } from '../src/cli/flags.js';
import { openPalaceOf } from '../src/cli/open-palace.js';
import { renderTui } from '../src/cli/output/tui.js';
import { terminalHost } from '../src/cli/terminal.js';
import { PATHS } from '../src/palace/layout.js';
import { Notices } from '../src/tui/notices.js';
import type { TuiRequest } from '../src/tui/start.js';

export default class Tui extends PalaceCommand {
  static override summary = 'Search and walk the palace on the whole screen.';
  static override description = [
    'Type to search; enter opens a drawer, ctrl-g goes to the other views, f1 shows all keys. `palace` alone on a terminal opens it',
    'too. Without a terminal the plain list is printed.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> tui',
    '<%= config.bin %> tui token bucket --wing driftwood',
    '$ vim $(<%= config.bin %> tui --print)',
  ];
  static override strict = false;
  static override args = { query: Args.string({ description: 'What is typed already.' }) };
  static override flags = {
    wing: wingFlag(),
    room: roomFlag(),
    hall: hallFlag(),
    since: sinceFlag(),
    before: beforeFlag(),
    'as-of': asOfFlag(),
    mode: Flags.option({
      summary: 'By words and meaning together, by words, or by meaning alone.',
      options: ['hybrid', 'keyword', 'vector'] as const,
      env: 'PALACE_MODE',
    })(),
    print: Flags.boolean({ summary: 'Enter chooses: print the files that were chosen, and leave.' }),
    ascii: Flags.boolean({ summary: 'No characters but ASCII.', env: 'PALACE_ASCII' }),
    'screen-reader': Flags.boolean({
      summary: 'Lines to be read out instead of a screen.',
      env: 'PALACE_SCREEN_READER',
    }),
    keys: Flags.boolean({ summary: 'Print all keys.' }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(Tui);
    const { wing, room, hall, since, before, mode = 'hybrid', print, ascii } = flags;
    const filters = { wing, room, hall, since, before, asOf: flags['as-of'], mode };
    const request = { query: argv.join(' '), filters, print, ascii, screenReader: flags['screen-reader'] };
    const { allKeys, plainAnswer } = await import('../src/tui/plain.js');
    if (flags.keys) return this.emit(allKeys(), renderTui);
    const host = this.sharedFlags.json ? undefined : terminalHost(print);
    if (host === undefined) return this.emit(await plainAnswer(await this.palace(), request), renderTui);
    const chosen = await this.onScreen(host, request);
    if (this.runtime().signal?.aborted === true) process.exitCode = EXIT.interrupted;
    // As fuzzy finders do it: nothing was chosen.
    else if (print) this.emit({ chosen }, renderTui, chosen.length > 0 ? EXIT.done : EXIT.interrupted);
  }

  /** The screen, until the person leaves. @returns the files that were chosen. */
  private async onScreen(host: TerminalHost, request: Omit<TuiRequest, 'colour'>): Promise<string[]> {
    const runtime = this.runtime();
    const notices = new Notices();
    const palace = await openPalaceOf(this.sharedFlags.palace, notices.runtime(runtime));
    palace.git.lookAhead?.(PATHS.wings);
    try {
      const { runTui } = await import('../src/tui/start.js');
      const colour = wantsColour(host.output, runtime.env, this.sharedFlags['no-color']);
      return (await runTui(palace, host, { ...request, colour }, notices)).chosen;
    } finally {
      await palace.close();
    }
  }
}
