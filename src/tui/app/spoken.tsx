import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import { plainText, type Row } from '../draw/spans.js';
import type { Scene } from '../scenes/scene.js';
import { optionsOf, pickTitle } from '../state/picks.js';
import { activeView } from '../state/scopes.js';
import type { State } from '../state/types.js';

/** Rows of a text that are read out with what is chosen; the drawer view reads all that scrolls into sight. */
const READ_ROWS = 12;

/**
 * The screen as a few lines to be read out one after another, without columns, lines and marks: where one is, what is chosen and as
 * which of how many, what it says, what was done.
 */
export function Spoken({ state, scene }: { state: State; scene: Scene }): ReactElement {
  const lines = spokenLines(state, scene).map((line) => inWords(line).slice(0, Math.max(20, state.size.columns - 1)));
  return (
    <Box flexDirection="column">
      <Text>{lines.slice(0, state.size.rows).join('\n')}</Text>
    </Box>
  );
}

/** Marks that say something, said. */
const WORDS: Readonly<Record<string, string>> = {
  '●': 'holds:',
  '○': 'over:',
  '⇄': 'tunnel to',
  '▸': 'closed:',
  '▾': 'open:',
  '→': 'to',
  '·': ',',
};

function inWords(line: string): string {
  return line
    .replace(/[●○⇄▸▾→·]/g, (mark) => WORDS[mark] ?? '')
    .replace(/[›┃│─]/g, ' ')
    .replace(/ +/g, ' ')
    .replaceAll(' ,', ',')
    .trim();
}

/** See {@link Spoken}. */
export function spokenLines(state: State, scene: Scene): string[] {
  const { overlay, message, job } = state;
  const said = [message?.text ?? (job === undefined ? scene.status : 'working')];
  if (overlay?.kind === 'confirm') return [overlay.question, 'y for yes, n for no', ...said];
  if (overlay?.kind === 'help') return ['Help: keys are listed by palace tui --keys', ...said];
  if (overlay?.kind === 'pick') {
    const options = optionsOf(state, overlay);
    const option = options[overlay.list.selected];
    const chosen = option === undefined ? 'nothing to choose from' : `${option.label}, ${option.note}`;
    return [
      `${pickTitle(overlay.purpose)}: ${overlay.line.text}`,
      `${chosen}, ${placeIn(overlay.list.selected, options.length)}`,
      ...said,
    ];
  }
  const view = activeView(state);
  const lines = [`${scene.title}. ${scene.head.map(({ row }) => plainText(row)).join(' ')}`];
  const { list, panel, layout } = scene;
  if (list !== undefined) {
    if (list.count === 0) lines.push(list.empty);
    else {
      const marked = list.isMarked?.(view.list.selected) === true ? 'marked, ' : '';
      lines.push(`${marked}${placeIn(view.list.selected, list.count)}:`);
      for (const { row, right = [] } of list.item(view.list.selected))
        lines.push([plainText(row), plainText(right)].filter((text) => text !== '').join(', '));
    }
  }
  if (panel !== undefined && layout.panel.rows > 0) {
    const top = Math.max(0, Math.min(view.top ?? panel.start, panel.count - 1));
    const rows: Row[] = Array.from({ length: Math.min(READ_ROWS, panel.count - top) }, (_, at) => panel.row(top + at));
    lines.push(...rows.map(plainText).filter((text) => text !== ''));
  }
  return [...lines, ...said];
}

function placeIn(selected: number, count: number): string {
  return count === 0 ? 'none' : `${selected + 1} of ${count}`;
}
