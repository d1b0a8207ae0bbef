import { EXIT, PalaceError } from '../base/errors.js';
import { didYouMean } from '../base/near.js';
import type { Runtime } from '../base/runtime.js';
import { carryOutPlan, describePlan, type FileChange, type FilePlan } from './config-file.js';
import { HARNESSES, type Harness, MCP_CLIENTS, type McpClient, TITLES } from './names.js';

export type SetupAction = 'install' | 'uninstall';

/** What was done to the configuration of another program. */
export interface SetupResult extends FileChange {
  client: Harness | McpClient;
  title: string;
  what: 'hooks' | 'mcp';
  action: SetupAction;
  /** The file was written. */
  applied: boolean;
  /** What to do now, in that program. */
  next: string[];
}

export interface SetupRequest {
  client: Harness | McpClient;
  what: 'hooks' | 'mcp';
  action: SetupAction;
  plan: FilePlan;
  dryRun: boolean;
  runtime: Pick<Runtime, 'now'>;
  /** Shows the change and asks; undefined where nobody can be asked. */
  confirm(change: FileChange): Promise<boolean | undefined>;
}

/**
 * Makes a change of another program's configuration, if the person agrees. Nothing is asked where nothing would change.
 * @throws PalaceError `not-confirmed` (exit 2) where nobody can be asked; what {@link carryOutPlan} throws.
 */
export async function settle(request: SetupRequest): Promise<SetupResult> {
  const { client, what, action, plan, runtime } = request;
  const described = await describePlan(plan);
  const base = { client, title: TITLES[client], what, action };
  if (!described.changed || request.dryRun) return { ...base, ...described, applied: false, next: [] };
  const agreed = await request.confirm(described);
  if (agreed === undefined)
    throw new PalaceError('not-confirmed', `${plan.file} was not changed: nobody is there to be asked`, {
      exit: EXIT.usage,
      next: [
        `palace ${what === 'mcp' ? 'mcp' : 'hook'} ${action} ${client} --yes`,
        'add --dry-run instead to see the change',
      ],
      details: { path: plan.file, diff: described.diff },
    });
  if (!agreed) return { ...base, ...described, applied: false, next: [] };
  const done = await carryOutPlan(plan, runtime);
  return { ...base, ...done, applied: true, next: nextSteps(request) };
}

/** @throws PalaceError `unknown-program` (exit 2) with near names. */
export function harnessNamed(word: string): Harness {
  const plain = plainName(word);
  return HARNESSES.find((name) => name === plain) ?? unknownProgram(word, HARNESSES);
}

/** @throws PalaceError `unknown-program` (exit 2) with near names. */
export function clientNamed(word: string): McpClient {
  const plain = plainName(word);
  return MCP_CLIENTS.find((name) => name === plain) ?? unknownProgram(word, MCP_CLIENTS);
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  claude: 'claude-code',
  'gemini-cli': 'gemini',
  code: 'vscode',
  'vs-code': 'vscode',
  copilot: 'vscode',
};

function plainName(word: string): string {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return OTHER_NAMES[plain] ?? plain;
}

function unknownProgram(word: string, known: readonly string[]): never {
  const near = didYouMean(word, known);
  throw new PalaceError(
    'unknown-program',
    `no program called "${word}" is known here${near === '' ? '' : `; ${near}`}`,
    {
      exit: EXIT.usage,
      next: [`give one of ${known.join(', ')}`],
    },
  );
}

/** Programs read their configuration at their start, and some want to be told that they may. */
function nextSteps({ client, what, action }: SetupRequest): string[] {
  const again = `start ${TITLES[client]} anew`;
  if (action === 'uninstall') return [again];
  if (what === 'mcp' && client === 'vscode') return ['in VS Code: MCP: List Servers, palace, Start'];
  if (what === 'hooks' && client === 'codex') return ['in Codex: /hooks, look at those of palace, and trust them'];
  return [again];
}
