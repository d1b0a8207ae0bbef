import type { Command } from './commands.js';

/** Where a key means something. A screen has several scopes, the most special first; the first that knows the key wins. */
export type Scope =
  | 'search'
  | 'palace'
  | 'drawer'
  | 'history'
  | 'facts'
  | 'timeline'
  | 'inbox'
  | 'page'
  | 'letters'
  | 'typing'
  | 'views'
  | 'pick'
  | 'confirm'
  | 'help'
  | 'everywhere';

export interface Binding {
  scope: Scope;
  /** Names of keys as `Press.chord` has them, the usual one first. */
  keys: readonly string[];
  command: Command;
  /** What it does, for people. */
  help: string;
  /** A word for the row of keys at the bottom; without one the key is only in the help. */
  hint?: string;
}

/** What a scope is called in help and documentation. */
export const SCOPE_TITLES: Readonly<Record<Scope, string>> = {
  search: 'Search',
  palace: 'Palace',
  drawer: 'Drawer',
  history: 'History',
  facts: 'Facts',
  timeline: 'An entity',
  inbox: 'Inbox',
  page: 'A page of text',
  letters: 'Where nothing is typed',
  typing: 'While typing',
  views: 'In every view',
  pick: 'In a list to choose from',
  confirm: 'When asked',
  help: 'In this help',
  everywhere: 'Always',
};

function bind(scope: Scope, keys: string, command: Command, help: string, hint?: string): Binding {
  return { scope, keys: keys.split(' '), command, help, ...(hint !== undefined && { hint }) };
}

/** The keys: the one table that handling, help overlay and documentation are made of. */
export const BINDINGS: readonly Binding[] = [
  bind('search', 'enter', 'open', 'open the drawer; with --print, choose it (all marked ones) and leave', 'open'),
  bind('search', 'tab', 'mark', 'mark, or take the mark off', 'mark'),
  bind('search', 'ctrl-f', 'filter', 'filter: wing, room, hall, dates, as of, mode', 'filter'),
  bind('search', 'ctrl-r', 'mode', 'by words and meaning, by words, by meaning'),
  bind('search', 'ctrl-e', 'edit', 'edit the drawer in $VISUAL or $EDITOR', 'edit'),
  bind('search', 'ctrl-y', 'copy', 'copy the id (of all that are marked)', 'copy id'),
  bind('search', 'alt-y', 'copy-text', 'copy the text'),
  bind('search', 'alt-m', 'move', 'move to another wing or room (all that are marked)'),
  bind('search', 'alt-d', 'remove', 'remove (all that are marked)'),
  bind('search', '?', 'help', 'all keys, when nothing has been typed'),

  bind('palace', 'right l', 'expand', 'open the wing or room'),
  bind('palace', 'left h', 'collapse', 'close it, or go up'),
  bind('palace', 'enter', 'open', 'open; at a tunnel: follow it', 'open'),
  bind('palace', '/', 'search-here', 'search in this wing or room', 'search here'),
  bind('palace', 'M', 'map', 'the map of the palace', 'map'),

  bind('drawer', 'right tab l', 'next-tab', 'text, facts, history, who wrote each line', 'next part'),
  bind('drawer', 'left shift-tab h', 'previous-tab', 'back through these'),
  bind('drawer', 'R', 'restore', 'restore the drawer as it was at the chosen commit', 'restore'),
  bind('drawer', 'enter', 'open', 'open what is chosen: the fact, the commit'),

  bind('history', 'enter', 'open', 'show what it changed on the whole screen', 'show'),
  bind('history', 'tab', 'mark', 'mark one of two operations to compare', 'mark'),
  bind('history', 'D', 'diff-marked', 'what differs between the two that are marked', 'compare'),
  bind('history', 'f', 'filter', 'filter: author or agent, operation, dates', 'filter'),
  bind('history', 'u', 'undo', 'take the chosen operation back, with a new commit', 'undo'),

  bind('facts', 'enter', 'open', 'the facts of this entity on a time line', 'open'),
  bind('timeline', 'left h', 'earlier', 'what held before', 'earlier'),
  bind('timeline', 'right l', 'later', 'what held after', 'later'),
  bind('timeline', 'enter', 'open', 'open the drawer that states it', 'source'),

  bind('inbox', 'enter', 'open', 'look at it', 'look'),
  bind('inbox', 'a', 'accept', 'take it: record the fact, save the edits, put the text back', 'accept'),
  bind('inbox', 'x', 'reject', 'refuse it: no such fact; a secret stays out', 'reject'),
  bind('inbox', 's', 'save', 'save all unsaved edits', 'save all'),

  bind('letters', 'j', 'down', 'down'),
  bind('letters', 'k', 'up', 'up'),
  bind('letters', 'g', 'first', 'to the beginning'),
  bind('letters', 'G', 'last', 'to the end'),
  bind('letters', 'J', 'panel-down', 'scroll the text beside or below the list down'),
  bind('letters', 'K', 'panel-up', 'scroll it up'),
  bind('letters', 'space', 'page-down', 'a page down'),
  bind('letters', 'e ctrl-e', 'edit', 'edit the drawer in $VISUAL or $EDITOR', 'edit'),
  bind('letters', 'y ctrl-y', 'copy', 'copy the id', 'copy id'),
  bind('letters', 'Y alt-y', 'copy-text', 'copy the text'),
  bind('letters', 'm', 'move', 'move the drawer to another wing or room'),
  bind('letters', 'd', 'remove', 'remove the drawer'),
  bind('letters', 'u', 'undo', 'take back what was done last here'),
  bind('letters', '/', 'view-search', 'search'),
  bind('letters', 'r', 'refresh', 'look again'),
  bind('letters', 'q', 'back', 'close'),
  bind('letters', '1', 'view-search', 'search'),
  bind('letters', '2', 'view-palace', 'palace'),
  bind('letters', '3', 'view-history', 'history'),
  bind('letters', '4', 'view-facts', 'facts'),
  bind('letters', '5', 'view-inbox', 'inbox'),
  bind('letters', '?', 'help', 'all keys', 'keys'),

  bind('typing', 'left', 'left', 'cursor left'),
  bind('typing', 'right', 'right', 'cursor right'),
  bind('typing', 'backspace', 'backspace', 'take the character before the cursor away'),
  bind('typing', 'delete', 'delete', 'take the character after it away'),
  bind('typing', 'ctrl-w alt-backspace', 'delete-word', 'take the word before it away'),
  bind('typing', 'ctrl-u', 'clear-line', 'clear the line'),

  bind('views', 'down ctrl-n', 'down', 'down'),
  bind('views', 'up ctrl-p', 'up', 'up'),
  bind('views', 'pgdn', 'page-down', 'a page down'),
  bind('views', 'pgup', 'page-up', 'a page up'),
  bind('views', 'home', 'first', 'to the beginning'),
  bind('views', 'end', 'last', 'to the end'),
  bind('views', 'shift-down alt-down', 'panel-down', 'scroll the text beside or below the list down'),
  bind('views', 'shift-up alt-up', 'panel-up', 'scroll it up'),
  bind('views', 'ctrl-g', 'go', 'go to another view', 'go'),
  bind('views', 'alt-1', 'view-search', 'search'),
  bind('views', 'alt-2', 'view-palace', 'palace'),
  bind('views', 'alt-3', 'view-history', 'history'),
  bind('views', 'alt-4', 'view-facts', 'facts'),
  bind('views', 'alt-5', 'view-inbox', 'inbox'),
  bind('views', 'alt-u', 'undo', 'take back what was done last here'),
  bind('views', 'ctrl-l', 'refresh', 'look again, and draw the screen anew'),
  bind('views', 'f1', 'help', 'all keys', 'keys'),
  bind('views', 'esc', 'back', 'close, clear what was typed, leave'),

  bind('pick', 'enter', 'open', 'choose', 'choose'),
  bind('pick', 'down ctrl-n', 'down', 'down'),
  bind('pick', 'up ctrl-p', 'up', 'up'),
  bind('pick', 'pgdn', 'page-down', 'a page down'),
  bind('pick', 'pgup', 'page-up', 'a page up'),
  bind('pick', 'home', 'first', 'to the beginning'),
  bind('pick', 'end', 'last', 'to the end'),
  bind('pick', 'esc', 'back', 'close', 'close'),

  bind('confirm', 'y enter', 'yes', 'yes', 'yes'),
  bind('confirm', 'n esc q', 'back', 'no', 'no'),

  bind('help', 'down j ctrl-n', 'down', 'down'),
  bind('help', 'up k ctrl-p', 'up', 'up'),
  bind('help', 'pgdn space', 'page-down', 'a page down'),
  bind('help', 'pgup', 'page-up', 'a page up'),
  bind('help', 'home g', 'first', 'to the beginning'),
  bind('help', 'end G', 'last', 'to the end'),
  bind('help', 'esc q ? f1 enter', 'back', 'close', 'close'),

  bind('everywhere', 'ctrl-c', 'leave', 'leave'),
  bind('everywhere', 'ctrl-z', 'suspend', 'suspend; `fg` comes back'),
];

/** The command of a key in the first scope that knows it. */
export function commandFor(chord: string, scopes: readonly Scope[]): Command | undefined {
  const name = chord === ' ' ? 'space' : chord;
  for (const scope of scopes)
    for (const binding of BINDINGS) if (binding.scope === scope && binding.keys.includes(name)) return binding.command;
  return undefined;
}

/** The bindings that mean something where these scopes hold: of two for one key the first. */
export function bindingsOf(scopes: readonly Scope[]): Binding[] {
  const taken = new Set<string>();
  const found: Binding[] = [];
  for (const scope of scopes)
    for (const binding of BINDINGS) {
      if (binding.scope !== scope) continue;
      const keys = binding.keys.filter((key) => !taken.has(key));
      for (const key of keys) taken.add(key);
      if (keys.length > 0) found.push({ ...binding, keys });
    }
  return found;
}
