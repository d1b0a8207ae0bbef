import { type StdioOptions, spawn } from 'node:child_process';
import { EXIT, PalaceError } from '../../base/errors.js';
import type { Runtime } from '../../base/runtime.js';

/** Opens a file for a person and resolves with the editor's exit code when it is closed. */
export type OpenEditor = (command: string, file: string, runtime: Runtime) => Promise<number>;

/**
 * The editor of the person at the keyboard: `$VISUAL`, else `$EDITOR`. Never read from a file that came with a palace.
 * @throws PalaceError `no-editor` (exit 2).
 */
export function editorOf(runtime: Runtime): string {
  const command = [runtime.env.VISUAL, runtime.env.EDITOR].find((each) => each !== undefined && each.trim() !== '');
  if (command !== undefined) return command;
  throw new PalaceError('no-editor', 'no editor is set: neither VISUAL nor EDITOR', {
    exit: EXIT.usage,
    next: ['export EDITOR=nano', 'palace edit ID --file PATH (or - for standard input)', 'palace edit ID --text TEXT'],
  });
}

/** Runs the command as git does: through the shell, so that `code --wait` works, with the file as its last argument. */
export const openEditor: OpenEditor = (command, file, runtime) => editorOn(1)(command, file, runtime);

/** As {@link openEditor}, with the editor's output on descriptor `output`: the terminal is not always the standard output. */
export function editorOn(output: number): OpenEditor {
  return (command, file, runtime) =>
    new Promise((resolve, reject) => {
      const stdio: StdioOptions = ['inherit', output, 'inherit'];
      const options = { cwd: runtime.cwd, env: { ...runtime.env }, stdio };
      const child =
        runtime.platform === 'win32'
          ? spawn(`${command} "${file}"`, { ...options, shell: true })
          : // The path is an argument of the shell, never a part of its program.
            spawn('/bin/sh', ['-c', `${command} "$@"`, command, file], options);
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
}
