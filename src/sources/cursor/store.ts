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
 * All conversations of a store, in the order of their ids. What the store as a whole leaves out is told with the first.
 * @throws SkipSource `empty` or `bookkeeping` when there is none.
 */
export function storeUnits(disk: KeyValues | undefined, items: KeyValues | undefined, tools: ToolMode): SourceUnit[] {
  const tally = new Tally();
  const units: SourceUnit[] = [];
  const take = (make: () => SourceUnit | undefined): void => {
    try {
      const unit = make();
      if (unit === undefined) tally.add('empty drafts', 0);
      else units.push(unit);
    } catch (error) {
      if (!(error instanceof SkipSource)) throw error;
      tally.add('conversations without words', 0);
    }
  };
  for (const key of disk?.keys(COMPOSER) ?? []) {
    const value = disk?.get(key);
    const composer = value === undefined ? undefined : parseJson(value);
    if (value === undefined) tally.add('empty drafts', 0);
    else if (!isObject(composer)) tally.add('damaged records', Buffer.byteLength(value));
    else if (disk !== undefined)
      take(() => composerUnit({ composerId: key.slice(COMPOSER.length), ...composer }, disk, tools));
  }
  const chat = parseJson(items?.get(OLD_CHAT) ?? '');
  for (const tab of isObject(chat) && Array.isArray(chat.tabs) ? chat.tabs : [])
    if (isObject(tab)) take(() => tabUnit(tab, tools));
  const [first, ...others] = units;
  if (first !== undefined) return [{ ...first, notKept: [...first.notKept, ...tally.list()] }, ...others];
  const left = tally.list();
  if (left.length > 0) throw new SkipSource('empty', 'nobody says anything in it', left);
  throw new SkipSource('bookkeeping', 'settings of the editor; it holds no conversation');
}
