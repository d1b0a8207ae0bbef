import * as OclifArgs from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';

/**
 * `Args` and `Flags` builders of oclif for the files in `commands/`: taken from oclif's own entry points, because the
 * whole package costs three times as much to import.
 */
export { Flags };

/**
 * oclif takes what is piped into a command for the first argument that is missing. Standard input is a text where a person writes `-`,
 * and what a hook is told, and never the name of something: here an argument that is missing is missing.
 */
export const Args: Pick<typeof OclifArgs, 'string'> = {
  string: ((options?: Parameters<typeof OclifArgs.string>[0]) =>
    OclifArgs.string({ ignoreStdin: true, ...options })) as typeof OclifArgs.string,
};

/** Flags of every command. A flag means the same in all commands; `PALACE_PATH` is read where the palace is looked for. */
export const SHARED_FLAGS = {
  palace: Flags.string({
    summary: 'The palace to use. Else: $PALACE_PATH, the nearest palace upwards, your config, ~/palace.',
    helpGroup: 'GLOBAL',
    helpValue: 'PATH',
  }),
  json: Flags.boolean({ summary: 'Print one JSON value instead of text.', helpGroup: 'GLOBAL', env: 'PALACE_JSON' }),
  quiet: Flags.boolean({
    summary: 'Print the answer and errors only.',
    helpGroup: 'GLOBAL',
    env: 'PALACE_QUIET',
    exclusive: ['verbose'],
  }),
  verbose: Flags.boolean({ summary: 'Say more on stderr.', helpGroup: 'GLOBAL', env: 'PALACE_VERBOSE' }),
  'no-color': Flags.boolean({ summary: 'No colours.', helpGroup: 'GLOBAL', env: 'PALACE_NO_COLOR' }),
};

/** What goes online is named by the flag, and off by default. */
export const onlineFlag = (summary = 'Look uncertain names up in Wikipedia (sends these names there).') =>
  Flags.boolean({ summary });

/** A filter of a read, or the place of a write. Any spelling that folds to the same slug is the same wing. */
export const wingFlag = (summary = 'Only this wing.') =>
  Flags.string({ char: 'w', summary, helpValue: 'WING', env: 'PALACE_WING' });

export const roomFlag = (summary = 'Only this room.') =>
  Flags.string({ char: 'r', summary, helpValue: 'ROOM', env: 'PALACE_ROOM' });

export const hallFlag = (summary = 'Only this hall: facts, events, discoveries, preferences, advice or diary.') =>
  Flags.string({ summary, helpValue: 'HALL', env: 'PALACE_HALL' });

/** A plain text: what is no label is named by the search, with the near words. */
export const labelFlag = (
  summary = 'Only passages about this: decision, preference, milestone, problem or emotion; repeatable.',
) => Flags.string({ summary, helpValue: 'LABEL', multiple: true, multipleNonGreedy: true });

/** Start of a half-open stretch of time. */
export const sinceFlag = (summary = 'From this date on (2026-03, 2026-03-04 or a timestamp).') =>
  Flags.string({ summary, helpValue: 'DATE', env: 'PALACE_SINCE' });

/** End of a half-open stretch of time. */
export const beforeFlag = (summary = 'Before this date.') =>
  Flags.string({ summary, helpValue: 'DATE', env: 'PALACE_BEFORE' });

export const asOfFlag = (summary = 'As the palace stood at this commit, branch, tag or date.') =>
  Flags.string({ summary, helpValue: 'REV|DATE', env: 'PALACE_AS_OF' });

/** `--results` is the word of the original. */
export const limitFlag = (summary: string, fallback?: number) =>
  Flags.integer({
    char: 'n',
    summary,
    helpValue: 'N',
    env: 'PALACE_LIMIT',
    aliases: ['results'],
    min: 0,
    ...(fallback === undefined ? {} : { default: fallback }),
  });

/** Of a text for a model; `--budget` is another word for it. */
export const tokensFlag = (summary: string) =>
  Flags.integer({ summary, helpValue: 'N', env: 'PALACE_TOKENS', aliases: ['budget'] });

/** Of what a model reads. */
export const formatFlag = (summary = 'As text, or in the shorthand AAAK.') =>
  Flags.option({ summary, options: ['text', 'aaak'] as const, default: 'text', env: 'PALACE_FORMAT' })();

export const dryRunFlag = (summary = 'Show what would be done; write nothing.') =>
  Flags.boolean({ summary, env: 'PALACE_DRY_RUN' });

/** Vectors can wait: searches make a few at a time, `index refresh` all. */
export const noEmbedFlag = () => Flags.boolean({ summary: 'Make no vectors now.', env: 'PALACE_NO_EMBED' });

/** `--agent` is the word of the original. */
export const byFlag = (summary = 'The agent on whose behalf this is written (default: you, as git knows you).') =>
  Flags.string({ summary, helpValue: 'AGENT', env: 'PALACE_BY', aliases: ['agent'] });

/** A filter: without an environment variable, because `PALACE_BY` says who writes and must not hide what others wrote. */
export const filedByFlag = (summary = 'Only what this person or agent filed.') =>
  Flags.string({ summary, helpValue: 'NAME' });

/** Answers yes to the question that a command would ask. */
export const yesFlag = (summary = 'Do not ask.') => Flags.boolean({ char: 'y', summary, env: 'PALACE_YES' });

/** Has no environment variable: force is said each time. */
export const forceFlag = (summary: string) => Flags.boolean({ char: 'f', summary });
