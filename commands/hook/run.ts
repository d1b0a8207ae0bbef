import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args } from '../../src/cli/flags.js';
import type { HookAnswer } from '../../src/hooks/run.js';

/** Most of the input that is read: a program that sends more is not one of those below. */
const MOST_INPUT = 1024 * 1024;
/** A program that never closes its end is not waited for. */
const LONGEST_WAIT_MS = 500;

export default class HookRun extends PalaceCommand {
  static override summary = 'What an agent program calls at the moments of a conversation.';
  static override description = [
    'Reads the moment from standard input, prints one JSON object and ends with 0, whatever happens. At the start of a',
    'conversation it tells the model what the palace knows of this project; every 15 messages of a person, before a',
    'compaction and at the end it files the conversation, in the background; at a prompt, where that was installed, it',
    'tells what the palace knows of it. PALACE_HOOKS=off turns all of it off. palace hook install sets it up.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> hook run claude-code stop',
    '<%= config.bin %> hook run codex session-end --palace ~/palace',
  ];
  static override strict = false;
  static override args = {
    harness: Args.string({ description: 'claude-code, codex, gemini or cursor.' }),
    event: Args.string({ description: 'session-start, prompt, stop, pre-compact or session-end.' }),
  };

  async run(): Promise<void> {
    const answer = await this.answer().catch((): HookAnswer => ({}));
    process.stdout.write(`${JSON.stringify(answer)}\n`);
    process.exitCode = 0;
  }

  /** An error of ours must never stop the program that calls. */
  protected override async catch(): Promise<void> {
    process.stdout.write('{}\n');
    process.exitCode = 0;
  }

  private async answer(): Promise<HookAnswer> {
    const { args, flags } = await this.parse(HookRun);
    const [{ harnessOf, readInput }, { runHook }, { startWorker }] = await Promise.all([
      import('../../src/hooks/input.js'),
      import('../../src/hooks/run.js'),
      import('../../src/hooks/start-worker.js'),
    ]);
    const harness = harnessOf(args.harness ?? '');
    const input = harness && readInput(harness, args.event, await told());
    if (input === undefined) return {};
    const runtime = this.runtime();
    return runHook(input, {
      palace: flags.palace,
      runtime,
      startWorker: (root) => startWorker(root, runtime),
      wakeUp: async (palace, cwd) => (await import('../../src/hooks/wake.js')).wakeUpFor(palace, cwd),
      recall: async (palace, told, known) => (await import('../../src/hooks/recall.js')).recallFor(palace, told, known),
    });
  }
}

/** Standard input, as far as it comes. */
async function told(): Promise<string> {
  if (process.stdin.isTTY === true) return '';
  const parts: Buffer[] = [];
  let length = 0;
  const late = setTimeout(() => process.stdin.destroy(), LONGEST_WAIT_MS);
  try {
    for await (const part of process.stdin) {
      parts.push(Buffer.from(part));
      length += parts.at(-1)?.length ?? 0;
      if (length > MOST_INPUT) break;
    }
  } catch {
    // What came so far is what there is.
  } finally {
    clearTimeout(late);
  }
  return Buffer.concat(parts).toString('utf8');
}
