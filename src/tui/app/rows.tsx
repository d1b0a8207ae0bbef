import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import { drawRow, type Row } from '../draw/spans.js';
import type { Lined, Panel, SceneList } from '../scenes/scene.js';
import { useDrawing } from './look.js';

/** Rows of exactly this size: cut where they are longer, blank below the last. */
export function Rows({ rows, width, height }: { rows: readonly Lined[]; width: number; height: number }): ReactElement {
  const { paint, rows: store } = useDrawing();
  const lines = Array.from({ length: height }, (_, at) => {
    const { row, right } = rows[at] ?? { row: [] };
    const drawn = drawRow(row, width, paint, right);
    return store === undefined ? drawn : store.put(drawn, width);
  });
  return (
    <Box width={width} height={height} flexShrink={0}>
      <Text wrap="truncate">{lines.join('\n')}</Text>
    </Box>
  );
}

/** The part of a list that shows, with a mark at what is chosen. */
export function List(props: {
  list: SceneList;
  position: { selected: number; top: number };
  width: number;
  height: number;
}): ReactElement {
  const { list, position, width, height } = props;
  if (list.count === 0)
    return <Rows rows={[{ row: [{ text: list.empty, style: 'dim' }] }]} width={width} height={height} />;
  const rows: Lined[] = [];
  for (let at = position.top; at < list.count && rows.length < height; at++) {
    const chosen = at === position.selected;
    for (const [line, { row, right = [] }] of list.item(at).entries()) {
      const mark: Row = [
        { text: chosen && line === 0 ? '›' : ' ', style: 'focus' },
        { text: line === 0 && list.isMarked?.(at) === true ? '●' : ' ', style: 'warn' },
      ];
      rows.push({ row: [...mark, ...row], right });
    }
  }
  return <Rows rows={rows.slice(0, height)} width={width} height={height} />;
}

/** The part of a text that shows. `top`: the first row; undefined: where the matter is. */
export function Scrolled(props: {
  panel: Panel;
  top: number | undefined;
  width: number;
  height: number;
}): ReactElement {
  const { panel, top, width, height } = props;
  const first = Math.max(0, Math.min(top ?? panel.start, panel.count - height));
  const rows = Array.from({ length: Math.min(height, Math.max(0, panel.count - first)) }, (_, at) => ({
    row: panel.row(first + at),
  }));
  return <Rows rows={rows} width={width} height={height} />;
}
