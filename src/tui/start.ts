import type { TerminalHost } from '../base/terminal.js';
import type { Palace } from '../palace/types.js';
import { editorOn } from '../services/edit/editor.js';
import { WarmSearch } from '../services/find/warm-search.js';
import { fileOf } from './data/jobs.js';
import { painter } from './draw/theme.js';
import type { Notices } from './notices.js';
import { startState } from './state/start.js';
import type { Filters } from './state/types.js';
import { Store } from './store.js';
import { TerminalSession } from './terminal/session.js';

export interface TuiRequest {
  /** What is typed already. */
  query: string;
  filters: Filters;
  /** Enter chooses and leaves. */
  print: boolean;
  colour: boolean;
  /** No characters but ASCII. */
  ascii: boolean;
  /** Lines to be read out in place of a screen. */
  screenReader: boolean;
}

export interface TuiResult {
  /** Files that were chosen, in the order of marking; empty when somebody left without choosing. */
  chosen: string[];
}

/**
 * Opens the screen and comes back when the person leaves, or `signal` of the palace's runtime is aborted. The terminal is then as it was.
 * @throws what happens to ink; the terminal is restored before.
 */
export async function runTui(
  palace: Palace,
  host: TerminalHost,
  request: TuiRequest,
  notices: Notices,
): Promise<TuiResult> {
  const { print, query, filters } = request;
  const options = { ascii: request.ascii, spoken: request.screenReader };
  const session = new TerminalSession(host, options, {
    onPresses: (presses) => store.dispatch(...presses.map((press) => ({ type: 'press', press }) as const)),
    onResize: (size) => store.dispatch({ type: 'resized', size }),
    onStop: () => void session.suspend(),
  });
  const store = new Store(startState({ size: session.size, query, filters, print }));
  // A search by meaning takes longer, and must not keep one by words waiting.
  const sources = { palace, words: new WarmSearch(palace), meaning: new WarmSearch(palace) };
  const hands = {
    palace,
    openEditor: (...args: Parameters<ReturnType<typeof editorOn>>) =>
      session.lend(() => editorOn(host.descriptor)(...args)),
    copy: (text: string) => session.copy(text),
    suspend: () => session.suspend(),
  };
  notices.listen((text) => store.dispatch({ type: 'noticed', text }));
  const stop = (): void => store.dispatch({ type: 'leave' });
  palace.runtime.signal?.addEventListener('abort', stop, { once: true });
  try {
    const { showApp } = await import('./app/show.js');
    const chosen = await showApp(session, {
      store,
      sources,
      hands,
      paint: painter(request.colour),
      spoken: options.spoken,
    });
    return { chosen: chosen.map((path) => fileOf(palace, path)) };
  } finally {
    session.end();
    palace.runtime.signal?.removeEventListener('abort', stop);
    await Promise.all([sources.words.close(), sources.meaning.close()]);
  }
}
