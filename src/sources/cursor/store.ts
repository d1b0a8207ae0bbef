import { isObject, parseJson } from '../json.js';
import { SkipSource } from '../skip.js';
import { Tally } from '../tally.js';
import type { ToolMode } from '../tool-text.js';
import type { SourceUnit } from '../types.js';
import { composerUnit, tabUnit } from './composer.js';
import type { KeyValues } from './rows.js';

const COMPOSER = 'composerData:';
const OLD_CHAT = 'workbench.panel.aichat.view.aichat.chatdata';

/**
 * All conversations of a store, in the order of their ids, one at a time. What the store as a whole leaves out is told with the
 * last. @throws SkipSource `empty` or `bookkeeping` when there is none.
 */
export function* storeUnits(
  disk: KeyValues | undefined,
  items: KeyValues | undefined,
  tools: ToolMode,
  tally: Tally = new Tally(),
): Generator<SourceUnit> {
  let waiting: SourceUnit | undefined;
  for (const make of conversations(disk, items, tools, tally)) {
    const unit = madeUnit(make, tally);
    if (unit === undefined) continue;
    if (waiting !== undefined) yield waiting;
    waiting = unit;
  }
  const left = tally.list();
  if (waiting !== undefined) yield { ...waiting, notKept: [...waiting.notKept, ...left] };
  else if (left.length > 0) throw new SkipSource('empty', 'nobody says anything in it', left);
  else throw new SkipSource('bookkeeping', 'settings of the editor; it holds no conversation');
}

function madeUnit(make: () => SourceUnit | undefined, tally: Tally): SourceUnit | undefined {
  try {
    const unit = make();
    if (unit === undefined) tally.add('empty drafts', 0);
    return unit;
  } catch (error) {
    if (!(error instanceof SkipSource)) throw error;
    tally.add('conversations without words', 0);
    return undefined;
  }
}

function* conversations(
  disk: KeyValues | undefined,
  items: KeyValues | undefined,
  tools: ToolMode,
  tally: Tally,
): Generator<() => SourceUnit | undefined> {
  for (const key of disk?.keys(COMPOSER) ?? []) {
    const value = disk?.get(key);
    if (disk === undefined || value === undefined) continue;
    const composer = parseJson(value);
    const composerId = key.slice(COMPOSER.length);
    if (isObject(composer)) yield () => composerUnit({ composerId, ...composer }, disk, tools);
    else tally.add('damaged records', Buffer.byteLength(value));
  }
  const chat = parseJson(items?.get(OLD_CHAT) ?? '');
  for (const tab of isObject(chat) && Array.isArray(chat.tabs) ? chat.tabs : [])
    if (isObject(tab)) yield () => tabUnit(tab, tools);
}
