import type { LiveIndex } from '../index/live.js';
import type { Palace } from '../palace/types.js';
import { hallsOfBits } from '../text/hall-names.js';
import type { RankedDrawer } from './rank.js';
import type { SearchHit } from './types.js';

/** A ranked drawer as it is answered: the passage verbatim, its neighbours in the same drawer, and where all that stands. */
export async function hitOf(
  palace: Palace,
  index: LiveIndex,
  drawer: RankedDrawer,
  options: { rank: number; context: number; explain: boolean },
): Promise<SearchHit> {
  const { row, best } = drawer;
  const { front, bodyLine } = row;
  const passages = await index.passagesOf(row);
  const at = Math.min(best.ordinal, passages.length - 1);
  const passage = passages[at];
  const lines: [number, number] = [passage?.firstLine ?? best.firstLine, passage?.lastLine ?? best.lastLine];
  const texts = (from: number, to: number): string[] => passages.slice(Math.max(0, from), to).map(({ text }) => text);
  const unsaved = index.unsaved.has(row.path);
  return {
    rank: options.rank,
    score: drawer.score,
    id: row.id,
    path: row.path,
    wing: row.wing,
    room: row.room,
    hall: front.hall ?? null,
    halls: hallsOfBits(index.marksOf(row, at)),
    labels: index.labelsOf(row, at),
    title: row.title,
    date: front.date ?? null,
    filed: front.filed ?? null,
    source: front.source ?? null,
    by: front.by ?? null,
    time: passage?.time ?? null,
    lines,
    file_lines: [lines[0] + bodyLine - 1, lines[1] + bodyLine - 1],
    focus: best.focus === undefined ? null : [best.focus[0], best.focus[1]],
    text: passage?.text ?? '',
    before: texts(at - options.context, at),
    after: texts(at + 1, at + 1 + options.context),
    commit: unsaved ? null : index.commit,
    ...(unsaved ? { unsaved: true as const } : {}),
    ...(options.explain ? { changed_in: await changedIn(palace, index, row.path) } : {}),
    signals: options.explain ? drawer.signals : {},
  };
}

async function changedIn(palace: Palace, index: LiveIndex, path: string): Promise<string | null> {
  if (index.commit === null) return null;
  const [commit] = await palace.git.log({ from: index.commit, paths: [path], limit: 1 });
  return commit?.id ?? null;
}
