import type { Accepted } from '../services/entities/accept.js';
import type { Proposal, ProposedEntity } from '../services/entities/detect.js';
import type { EntityKind } from '../text/entities/types.js';
import { oneLine } from './output/width.js';

/** Kinds that an uncertain name can be given. */
const KINDS: readonly { name: string; value: EntityKind | 'skip' }[] = [
  { name: 'a person', value: 'person' },
  { name: 'a project', value: 'project' },
  { name: 'a tool', value: 'tool' },
  { name: 'an organisation', value: 'organization' },
  { name: 'a place', value: 'place' },
  { name: 'none of these', value: 'skip' },
];

/**
 * Asks on the terminal which of the names that were found are right: people and projects that are certain are ticked already; for
 * those that nothing decides it asks what they are. `undefined` when the person broke off.
 */
export async function confirmEntities(found: Proposal, signal: AbortSignal): Promise<Accepted[] | undefined> {
  const { acceptedOf } = await import('../services/entities/accept.js');
  const offered = [
    ...found.people,
    ...found.projects,
    ...found.tools,
    ...found.organizations,
    ...found.uncertain,
  ].filter(({ known }) => !known);
  if (offered.length === 0) return [];
  const context = { output: process.stderr, signal };
  try {
    const { default: checkbox } = await import('@inquirer/checkbox');
    const chosen = await checkbox(
      {
        message: 'Which of these are right?',
        pageSize: 16,
        loop: false,
        choices: offered.map((one) => ({
          name: choiceLine(one),
          short: one.name,
          value: one,
          checked: one.certain && (one.kind === 'person' || one.kind === 'project'),
        })),
      },
      context,
    );
    const accepted: Accepted[] = [];
    for (const one of chosen) {
      if (one.kind !== 'uncertain') {
        accepted.push(acceptedOf(one));
        continue;
      }
      const { default: select } = await import('@inquirer/select');
      const choices = [...KINDS].sort((a, b) => Number(b.value === one.guess) - Number(a.value === one.guess));
      const kind = await select({ message: `What is ${oneLine(one.name)}?`, choices }, context);
      if (kind !== 'skip') accepted.push(acceptedOf(one, kind));
    }
    return accepted;
  } catch (error) {
    // Ctrl-C in the prompt, or the command was told to stop.
    if (error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError'))
      return undefined;
    throw error;
  }
}

/** "Nadia Berg   person  ●●●●○  says, greeted" */
function choiceLine({ name, kind, guess, confidence, evidence }: ProposedEntity): string {
  const what = kind === 'uncertain' ? (guess === null ? 'unclear' : `${guess}?`) : kind;
  return `${oneLine(name).padEnd(20)} ${what.padEnd(13)} ${dots(confidence)}  ${signs(evidence)}`;
}

/** Confidence as five dots. */
export function dots(confidence: number): string {
  const full = Math.floor(confidence * 5 + 0.05);
  return `${'●'.repeat(full)}${'○'.repeat(5 - full)}`;
}

/** The first two signs. */
export function signs(evidence: ProposedEntity['evidence']): string {
  return evidence
    .slice(0, 2)
    .map(({ signal, count }) => (count > 1 ? `${signal} ${count}×` : signal))
    .join(', ');
}
