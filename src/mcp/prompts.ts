import { EXIT, PalaceError } from '../base/errors.js';

interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  text(given: Readonly<Record<string, string>>): string;
}

const ALL: readonly Prompt[] = [
  {
    name: 'recall',
    title: 'Recall',
    description: 'Looks up what is known about something, with sources.',
    arguments: [{ name: 'topic', description: 'a person, project, decision or question', required: true }],
    text: ({ topic = '' }) =>
      `What do we know about this: ${topic}\n\nCall mempalace_status, then search the palace for it (several short queries, narrowed to the fitting wing), read the memories that matter in full, and answer from them only. Quote the decisive words, and name id and date of each memory that you rely on. Say plainly what the palace does not know.`,
  },
  {
    name: 'save-what-matters',
    title: 'Save what matters',
    description: 'Files what this conversation brought, word for word.',
    arguments: [{ name: 'wing', description: 'where to file it', required: false }],
    text: ({ wing }) =>
      `Go through this conversation and file what will matter later: decisions with their reasons, preferences, results, facts about people and projects. One call of mempalace_add_drawer for each, with the exact words of whoever said them, ${wing ? `in the wing ${wing}` : 'in the fitting wing'} and a room named after the one idea. Then tell me what was filed, with ids.`,
  },
  {
    name: 'check-before-answering',
    title: 'Check before answering',
    description: 'Answers a question only with what the memory supports.',
    arguments: [{ name: 'question', description: 'the question', required: true }],
    text: ({ question = '' }) =>
      `${question}\n\nBefore you answer, search the palace for every name, date and claim that your answer would rest on. If memories disagree, say so with their dates. If nothing is found, say that it is not in the memory and that you answer without it.`,
  },
];

/** The prompts as a client lists them. */
export const PROMPTS = ALL.map(({ text: _, ...prompt }) => prompt);

/** @throws PalaceError `not-found` for a prompt that is not there, `bad-arguments` for a missing argument. */
export function promptOf(name: string, given: Readonly<Record<string, string>>) {
  const prompt = ALL.find((each) => each.name === name);
  if (prompt === undefined)
    throw new PalaceError('not-found', `there is no prompt "${name}"`, {
      exit: EXIT.notFound,
      next: ALL.map((each) => each.name),
    });
  for (const { name: wanted, required } of prompt.arguments)
    if (required && (given[wanted] ?? '').trim() === '')
      throw new PalaceError('bad-arguments', `the prompt "${name}" needs "${wanted}"`, { exit: EXIT.usage });
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.text(given) } }],
  };
}
