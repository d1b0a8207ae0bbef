import { Box } from 'ink';
import type { ReactElement } from 'react';
import { type Row, span } from '../draw/spans.js';
import { wrapText } from '../draw/wrap.js';
import { helpRows } from '../scenes/help.js';
import { type Lined, panelOf, typedPart } from '../scenes/scene.js';
import { optionsOf, type PickOverlay, pickTitle } from '../state/picks.js';
import { pickRows } from '../state/presses.js';
import type { Overlay, State } from '../state/types.js';
import { List, Rows, Scrolled } from './rows.js';
import { StatusLine } from './screen.js';

/** What lies over the view: help, a list to choose from, a question. */
export function OverlayScreen({ state, overlay }: { state: State; overlay: Overlay }): ReactElement {
  const { columns, rows } = state.size;
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      {overlay.kind === 'help' ? (
        <Help state={state} top={overlay.top} />
      ) : overlay.kind === 'pick' ? (
        <Pick state={state} overlay={overlay} />
      ) : (
        <Question state={state} question={overlay.question} />
      )}
    </Box>
  );
}

function Help({ state, top }: { state: State; top: number }): ReactElement {
  const { columns, rows } = state.size;
  return (
    <>
      <Rows rows={[{ row: [span('Keys', 'focus')], right: [span('esc closes', 'dim')] }]} width={columns} height={1} />
      <Scrolled panel={panelOf(helpRows())} top={top} width={columns} height={rows - 2} />
      <StatusLine state={state} text="up, down and space scroll" />
    </>
  );
}

function Pick({ state, overlay }: { state: State; overlay: PickOverlay }): ReactElement {
  const { columns, rows } = state.size;
  const options = optionsOf(state, overlay);
  const { text } = typedPart(overlay.line, columns - 3);
  const head: Lined[] = [
    { row: [span(pickTitle(overlay.purpose), 'focus')] },
    { row: [span('› ', 'accent'), text === '' ? span('type to narrow', 'dim') : span(text)] },
  ];
  const list = {
    count: options.length,
    height: 1,
    item: (at: number): Lined[] => {
      const option = options[at];
      return option === undefined ? [] : [{ row: [span(option.label)], right: [span(option.note, 'dim')] }];
    },
    empty: 'nothing to choose from',
  };
  const height = pickRows(state);
  return (
    <>
      <Rows rows={head} width={columns} height={2} />
      <List list={list} position={overlay.list} width={columns} height={height} />
      <Rows rows={[]} width={columns} height={Math.max(0, rows - height - 3)} />
      <StatusLine state={state} text="enter chooses · esc closes" />
    </>
  );
}

function Question({ state, question }: { state: State; question: string }): ReactElement {
  const { columns, rows } = state.size;
  const asked: Row[] = wrapText(question, columns - 2).map(({ text }) => [span(text, 'bold')]);
  const answers: Row = [span('y', 'accent'), span(' yes   '), span('n', 'accent'), span(' no')];
  return (
    <>
      <Rows rows={[...asked, [], answers].map((row) => ({ row }))} width={columns} height={rows - 1} />
      <StatusLine state={state} text="y or enter: yes · n or esc: no" />
    </>
  );
}
