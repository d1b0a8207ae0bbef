import { render } from 'ink';
import { createElement } from 'react';
import { frameStream } from '../terminal/screen.js';
import type { TerminalSession } from '../terminal/session.js';
import { App, type AppProps } from './app.js';
import { loadLayoutEngine } from './layout-engine.js';

/**
 * Draws the program on the terminal until somebody leaves.
 * @returns paths that were chosen. @throws what a component throws.
 */
export async function showApp(
  session: TerminalSession,
  props: Omit<AppProps, 'onCursor' | 'onLeave'>,
): Promise<readonly string[]> {
  await loadLayoutEngine();
  const { screen } = session;
  let chosen: readonly string[] = [];
  const onLeave = (paths: readonly string[]): void => {
    chosen = paths;
    instance.unmount();
  };
  session.start();
  const app = createElement(App, { ...props, rows: screen.rows, onLeave, onCursor: (cursor) => screen.cursor(cursor) });
  const instance = render(app, {
    stdout: frameStream(screen, () => props.store.state().size),
    // Whole frames at once: the screen finds out what changed, and keys show without waiting for the next frame.
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  await instance.waitUntilExit();
  return chosen;
}
