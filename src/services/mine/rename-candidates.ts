import { parseDrawer } from '../../palace/codec.js';
import { bodyHash } from '../../palace/ids.js';
import { headBytes, type PlanContext } from './context.js';
import { type Renameable, sketchOf } from './renames.js';
import type { Vanished } from './vanished.js';

/** What vanished, as it is compared with what is new in this wing. */
export async function vanishedAsRenameable(
  context: PlanContext,
  vanished: readonly Vanished[],
  wing: string | undefined,
): Promise<Renameable<Vanished>[]> {
  const old: Renameable<Vanished>[] = [];
  for (const one of vanished) {
    const bodies: Buffer[] = [];
    for (const entry of one.parts) bodies.push(parseDrawer(await headBytes(context, entry)).body);
    const body = Buffer.concat(bodies);
    const [only] = one.parts;
    // The receipt is the source as it was; a hand edit does not hide where it came from.
    const hash = one.parts.length === 1 && only?.front.sha256 !== undefined ? only.front.sha256 : bodyHash(body);
    old.push({
      key: one,
      path: one.source.slice(one.source.indexOf('#') + 1),
      hash: `${one.kind} ${wing} ${hash}`,
      sketch: one.kind === 'conversation' ? undefined : sketchOf(body),
    });
  }
  return old;
}
