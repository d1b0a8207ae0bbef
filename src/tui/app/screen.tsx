import { Box } from 'ink';
import type { ReactElement } from 'react';
import type { Row } from '../draw/spans.js';
import { span } from '../draw/spans.js';
import { bindingsOf } from '../keys/table.js';
import type { Scene } from '../scenes/scene.js';
import { activeView, scopesOf } from '../state/scopes.js';
import type { State } from '../state/types.js';
import { List, Rows, Scrolled } from './rows.js';

/** A view on the whole terminal: head, list, panel, hints, status. */
export function Screen({ state, scene }: { state: State; scene: Scene }): ReactElement {
  const { columns } = state.size;
  const { head, layout } = scene;
  return (
    <Box flexDirection="column" width={columns} height={state.size.rows}>
      <Rows rows={head} width={columns} height={head.length} />
      <Body state={state} scene={scene} />
      {layout.hints ? <Rows rows={[{ row: hintsOf(state) }]} width={columns} height={1} /> : null}
      <StatusLine state={state} text={scene.status} />
    </Box>
  );
}

function Body({ state, scene }: { state: State; scene: Scene }): ReactElement {
  const { list: position, top } = activeView(state);
  const { layout, list, panel } = scene;
  const listPart =
    list === undefined || layout.list.rows === 0 ? null : (
      <List list={list} position={position} width={layout.list.width} height={layout.list.rows} />
    );
  const panelPart =
    panel === undefined || layout.panel.rows === 0 ? null : (
      <Scrolled panel={panel} top={top} width={layout.panel.width} height={layout.panel.rows} />
    );
  const { columns } = state.size;
  if (listPart === null || panelPart === null)
    return (
      <Box width={columns} height={layout.body}>
        {listPart ?? panelPart}
      </Box>
    );
  if (layout.panel.beside) {
    const line = Array.from({ length: layout.body }, () => ({ row: [span(' │ ', 'dim')] }));
    return (
      <Box width={columns} height={layout.body}>
        {listPart}
        <Rows rows={line} width={3} height={layout.body} />
        {panelPart}
      </Box>
    );
  }
  return (
    <Box flexDirection="column" width={columns} height={layout.body}>
      {listPart}
      <Rows rows={[{ row: [span('─'.repeat(columns), 'dim')] }]} width={columns} height={1} />
      {panelPart}
    </Box>
  );
}

/** The most useful keys of this place. */
function hintsOf(state: State): Row {
  return bindingsOf(scopesOf(state)).flatMap(({ keys, hint }) =>
    hint === undefined ? [] : [span(keys[0] ?? '', 'accent'), span(` ${hint}  `, 'dim')],
  );
}

/** What was said last, else where things stand. */
export function StatusLine({ state, text }: { state: State; text: string }): ReactElement {
  const { columns } = state.size;
  const { message, job } = state;
  const right = [span(job === undefined ? '' : 'working …', 'warn')];
  const row =
    message === undefined ? [span(text, 'dim')] : [span(message.text, message.kind === 'error' ? 'bad' : 'good')];
  return <Rows rows={[{ row, right }]} width={columns} height={1} />;
}
