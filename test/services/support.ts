import { PalaceError } from '../../src/base/errors.js';
import { renderDrawer } from '../../src/palace/codec.js';
import { bodyHash, mintDrawerId } from '../../src/palace/ids.js';
import type { FrontMatter, WingName } from '../../src/palace/types.js';
import { type AddRequest, type AddResult, addMemory } from '../../src/services/add/add.js';
import { gitIn, type TestPalace } from '../support/palace.js';

/** Files a text; a near-duplicate too. */
export function remember(palace: TestPalace, text: string, more: Partial<AddRequest> = {}): Promise<AddResult> {
  return addMemory(palace, { content: { kind: 'text', text }, force: true, ...more });
}

/** The PalaceError that `work` ends with. @throws when it does not end with one. */
export async function refusal(work: Promise<unknown>): Promise<PalaceError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof PalaceError) return error;
  throw new Error(`no PalaceError but ${String(error)}`, { cause: error });
}

export function commitCount(palace: TestPalace): number {
  return Number(gitIn(palace, 'rev-list', '--count', 'HEAD').trim());
}

/** The file of a mined drawer, as mining would write it for a source of this name and text. */
export function minedDrawer(wing: string, source: string, text: string, unit?: string): Buffer {
  const body = Buffer.from(text, 'utf8');
  const front: FrontMatter = {
    id: mintDrawerId({ kind: 'file', wing: wing as WingName, source, unit: unit ?? '', n: 0 }),
    title: source,
    source,
    unit,
    sha256: bodyHash(body),
  };
  return renderDrawer(front, body);
}
