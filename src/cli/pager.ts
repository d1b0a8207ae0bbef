import { spawnSync } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** What pages on a terminal, as git chooses: `$PALACE_PAGER`, `$PAGER`, `less`; undefined for none (empty, or `cat`). */
export function pagerCommand(env: Environment): string | undefined {
  const command = (env.PALACE_PAGER ?? env.PAGER ?? 'less').trim();
  return command === '' || command === 'cat' || env.TERM === 'dumb' ? undefined : command;
}

/**
 * Shows a text in the pager and waits for its end. False when there is no such program: the caller prints then. `less` is told
 * to leave colours alone, to end at once when all fits on the screen, and to leave it there (FRX), unless `$LESS` says else.
 */
export function page(text: string, command: string, env: Environment): boolean {
  // A person's own words for a shell, as git takes them.
  const { status, error } = spawnSync(command, {
    shell: true,
    input: text,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...env, LESS: env.LESS ?? 'FRX' },
  });
  // A reader that was left before the end closes the pipe.
  if (error !== undefined && (error as NodeJS.ErrnoException).code !== 'EPIPE') return false;
  return status !== 127 && status !== 126;
}
