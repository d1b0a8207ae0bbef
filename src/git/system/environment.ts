import type { Runtime } from '../../base/runtime.js';

/**
 * Variables that would turn our git to another repository, index or object store, or make it trace or page. A hook or a
 * `git rebase --exec` that calls us has several of them set. The user's config (GIT_CONFIG_*) is left.
 */
const FORGOTTEN = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INDEX_VERSION',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_CEILING_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_REPLACE_REF_BASE',
  'GIT_GRAFT_FILE',
  'GIT_SHALLOW_FILE',
  'GIT_EXTERNAL_DIFF',
  'GIT_DIFF_OPTS',
  'GIT_LITERAL_PATHSPECS',
  'GIT_GLOB_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
  'GIT_ATTR_SOURCE',
  'GIT_CONFIG',
  'GIT_CONFIG_PARAMETERS',
  'GIT_AUTHOR_NAME',
  'GIT_AUTHOR_EMAIL',
  'GIT_AUTHOR_DATE',
  'GIT_COMMITTER_NAME',
  'GIT_COMMITTER_EMAIL',
  'GIT_COMMITTER_DATE',
  'GIT_REFLOG_ACTION',
]);

/** Environment of every git process: the caller's, never interactive, English, without locks taken for a mere look. */
export function gitEnvironment(runtime: Runtime, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(runtime.env))
    if (value !== undefined && !FORGOTTEN.has(name) && !name.startsWith('GIT_TRACE')) env[name] = value;
  return {
    ...env,
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    LC_ALL: 'C',
    LANGUAGE: '',
    ...more,
  };
}
