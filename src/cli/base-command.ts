import type { Interfaces } from '@oclif/core';
import { Command } from '@oclif/core/command';
import { EXIT, type ExitCode, PalaceError } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import type { Palace } from '../palace/types.js';
import type { TextInput } from '../services/aaak/input.js';
import type { Accepted } from '../services/entities/accept.js';
import type { Proposal } from '../services/entities/detect.js';
import type { BegunModel } from '../services/find/begun-model.js';
import type { Beginning } from './beginning.js';
import { paint, wantsColour } from './colour.js';
import { describeError, errorJson, errorText } from './errors.js';
import { SHARED_FLAGS } from './flags.js';
import type { Output, Renderer } from './output/output.js';
import { page, pagerCommand } from './pager.js';
import { type ProgressLine, terminalProgress } from './progress.js';
import { processRuntime } from './runtime.js';
import { type SharedFlags, sharedFromArgv, sharedFromFlags } from './shared-flags.js';
import { handleInterrupts } from './signals.js';

/** What oclif's parser is generic over: parsed flags or arguments by name. */
type Values = Record<string, unknown>;

/**
 * What all commands are made of. A command parses, calls one service and hands the result to {@link emit}:
 *
 *     const { args, flags } = await this.parse(Show);
 *     const result = await showDrawer(await this.palace(), { id: args.id, raw: flags.raw });
 *     this.emit(result, renderShow);
 *
 * Errors are thrown, never printed: the one renderer is here.
 */
export abstract class PalaceCommand extends Command {
  static override baseFlags = SHARED_FLAGS;
  /** True for commands whose service stops between two steps when `runtime.signal` is aborted. */
  static stopsBetweenSteps = false;
  /** True for commands whose answer may be long: on a terminal it goes through the pager. */
  static paged = false;

  private interruption = new AbortController();
  private beginning: Beginning | undefined;
  private shared: SharedFlags = sharedFromArgv(this.argv, process.env);
  private opened: Palace | undefined;
  private progress: ProgressLine | undefined;
  private currentRuntime: Runtime | undefined;
  private stopListening: (() => void) | undefined;

  /** Flags that are shared by all commands, as given. Right only after `parse`. */
  protected get sharedFlags(): SharedFlags {
    return this.shared;
  }

  /** Runs to the end. Errors are shown, not thrown. In place of oclif's static `run`, which loads a configuration of its own. */
  async start(beginning?: Beginning): Promise<void> {
    this.beginning = beginning;
    if (beginning !== undefined) this.interruption = beginning.interruption;
    await this._run();
  }

  protected override async init(): Promise<void> {
    await super.init();
    const own = this.constructor as typeof PalaceCommand;
    this.stopListening = handleInterrupts(this.interruption, own.stopsBetweenSteps);
  }

  protected override async parse<F extends Values, B extends Values, A extends Values>(
    options?: Interfaces.Input<F, B, A>,
    argv = this.argv,
  ): Promise<Interfaces.ParserOutput<F, B, A>> {
    const parsed = await super.parse(options, argv);
    this.shared = sharedFromFlags(parsed.flags);
    if (this.beginning?.fits(this.shared) === false) this.beginning = undefined;
    this.beginning?.adopt();
    return parsed;
  }

  /** The outside world for services; one for the whole command. */
  protected runtime(): Runtime {
    this.progress ??= this.beginning?.progress ?? terminalProgress(process.stderr, process.env, this.shared);
    this.currentRuntime ??=
      this.beginning?.runtime ?? processRuntime(this.shared, this.progress, this.interruption.signal);
    return this.currentRuntime;
  }

  /**
   * The palace that this command is about, opened once and closed at the end.
   * @throws PalaceError `no-palace` (exit 3), `untrusted`, `not-a-repository` and whatever opening says.
   */
  protected async palace(): Promise<Palace> {
    if (this.opened !== undefined) return this.opened;
    const { openPalaceOf } = await import('./open-palace.js');
    this.opened = await (this.beginning?.palace ?? openPalaceOf(this.shared.palace, this.runtime()));
    return this.opened;
  }

  /** The palace, or undefined where there is none: for commands that only know more with one. @throws other errors of {@link palace}. */
  protected async palaceIfAny(): Promise<Palace | undefined> {
    try {
      return await this.palace();
    } catch (error) {
      if (error instanceof PalaceError && error.code === 'no-palace' && this.shared.palace === undefined)
        return undefined;
      throw error;
    }
  }

  /**
   * A text that is an argument, `-` for standard input, or a file.
   * @throws PalaceError `bad-usage` (exit 2) unless it is exactly one of them.
   */
  protected async textInput(text: string | undefined, file: string | undefined): Promise<TextInput> {
    if ((text === undefined) === (file === undefined))
      throw new PalaceError('bad-usage', 'give either a text, - for standard input, or --file PATH', {
        exit: EXIT.usage,
        next: [`palace ${this.id?.replaceAll(':', ' ') ?? ''} --file PATH`],
      });
    if (file === '-' || text === '-') return { kind: 'bytes', bytes: await this.readInput(), name: 'standard input' };
    return file === undefined ? { kind: 'text', text: text ?? '' } : { kind: 'file', path: file };
  }

  /** The model that is being loaded since before this command was; undefined when none is. @throws what is wrong with it. */
  protected async begunModel(): Promise<BegunModel | undefined> {
    return this.beginning?.model;
  }

  /** Opens the palace at `root` as the one of this command. @throws PalaceError as {@link palace}. */
  protected async palaceAt(root: string): Promise<Palace> {
    const { openPalace } = await import('../palace/open.js');
    const palace = await openPalace(root, this.runtime());
    this.opened = palace;
    return palace;
  }

  /**
   * Prints the answer: one JSON value with `--json`, else what `render` draws.
   * `exit`: the code to end with when the command as such went through (5: a conflict needs a person); default 0.
   */
  protected emit<Result>(result: Result, render: Renderer<Result>, exit: ExitCode = EXIT.done): void {
    this.progress?.clear();
    if (this.shared.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    else {
      const own = this.constructor as typeof PalaceCommand;
      const pager = own.paged && process.stdout.isTTY === true ? pagerCommand(process.env) : undefined;
      if (pager === undefined) {
        const out = this.output();
        render(result, out);
        out.flush();
      } else this.show(result, render, pager);
    }
    process.exitCode = exit;
  }

  /** The answer in the pager, what is said beside it afterwards. */
  private show<Result>(result: Result, render: Renderer<Result>, pager: string): void {
    const notes: string[] = [];
    const pieces: (Buffer | string)[] = [];
    const write = (piece: Buffer | string) => void pieces.push(piece);
    const out = { ...this.output(write), note: (text: string) => void notes.push(text) };
    render(result, out);
    out.flush();
    const text = pieces.map(String).join('');
    if (text !== '' && !page(text, pager, process.env)) process.stdout.write(text);
    if (!this.shared.quiet) for (const note of notes) process.stderr.write(`note: ${note}\n`);
  }

  /**
   * Prints answers as they come, until there are no more (the person gave up): with `--json` one line each, else what `render`
   * draws of each; then, of what `keep` keeps of them, one line of `summary`. Ends with 0: being told to stop is how this ends well.
   */
  protected async emitAll<Result, Kept>(
    results: AsyncIterable<Result>,
    render: Renderer<Result>,
    keep: (result: Result) => Kept,
    summary: (kept: readonly Kept[]) => string,
  ): Promise<void> {
    const all: Kept[] = [];
    for await (const result of results) {
      all.push(keep(result));
      if (!this.shared.json) this.emit(result, render);
      else {
        this.progress?.clear();
        process.stdout.write(`${JSON.stringify(result)}\n`);
      }
    }
    this.progress?.clear();
    if (!this.shared.quiet) process.stderr.write(`${summary(all)}\n`);
    process.exitCode = EXIT.done;
  }

  /** Asks on the terminal; `undefined` when there is no person to ask (no terminal, or `--json`). */
  protected async ask(question: string): Promise<boolean | undefined> {
    if (process.stdin.isTTY !== true || process.stderr.isTTY !== true || this.shared.json) return undefined;
    this.progress?.clear();
    const { createInterface } = await import('node:readline/promises');
    const reader = createInterface({ input: process.stdin, output: process.stderr });
    try {
      const answer = await reader.question(`${question} [y/N] `, { signal: this.interruption.signal });
      return /^\s*y(es)?\s*$/i.test(answer);
    } finally {
      reader.close();
    }
  }

  /** Which names are right, asked on the terminal; `undefined` when there is no person to ask, or the person broke off. */
  protected async confirmNames(found: Proposal): Promise<Accepted[] | undefined> {
    if (process.stdin.isTTY !== true || process.stderr.isTTY !== true || this.shared.json) return undefined;
    this.progress?.clear();
    const { confirmEntities } = await import('./confirm-entities.js');
    return confirmEntities(found, this.interruption.signal);
  }

  /** All of standard input, for `-`. */
  protected async readInput(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  }

  /** Lines go out in larger pieces, since each write to a file or terminal waits for it; a note comes after the lines before it. */
  protected output(
    write: (piece: Buffer | string) => void = (piece) => void process.stdout.write(piece),
  ): Output & { flush(): void } {
    const { quiet } = this.shared;
    let pending = '';
    const flush = (): void => {
      if (pending !== '') write(pending);
      pending = '';
    };
    return {
      flush,
      line: (text = '') => {
        pending += `${text}\n`;
        if (pending.length > PIECE) flush();
      },
      raw: (bytes) => {
        flush();
        write(bytes);
      },
      note: (text) => {
        flush();
        if (!quiet) process.stderr.write(`note: ${text}\n`);
      },
      paint: paint(wantsColour(process.stdout, process.env, this.shared['no-color'])),
      width: process.stdout.isTTY === true ? Math.max(40, process.stdout.columns) : 80,
      terminal: process.stdout.isTTY === true,
    };
  }

  protected override async catch(error: unknown): Promise<void> {
    this.progress?.clear();
    const own = this.constructor as typeof PalaceCommand;
    const shown = describeError(error, {
      bin: this.config.bin,
      name: this.id?.replaceAll(':', ' '),
      flags: Object.keys({ ...own.baseFlags, ...own.flags }),
    });
    if (this.shared.json) process.stdout.write(`${JSON.stringify(errorJson(shown), null, 2)}\n`);
    else process.stderr.write(errorText(shown, this.shared.verbose || debugging()));
    process.exitCode = this.interruption.signal.aborted ? EXIT.interrupted : shown.exit;
  }

  protected override async finally(error: Error | undefined): Promise<void> {
    this.progress?.clear();
    this.stopListening?.();
    await this.opened?.close();
    await super.finally(error);
  }
}

/** Characters of output that are gathered before they are written. */
const PIECE = 64 * 1024;

function debugging(): boolean {
  return process.env.PALACE_DEBUG !== undefined && process.env.PALACE_DEBUG !== '';
}
