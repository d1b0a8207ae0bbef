import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refreshIndex } from '../../index/refresh.js';
import { readIndexGlance } from '../status/index-glance.js';
import { repaired } from './line-endings.js';
import { type Check, check, type Examination } from './types.js';

/** The search cache. It is never more than slow: every search brings it up to date, or builds it. */
export async function checkIndex({ palace, fix }: Examination): Promise<Check[]> {
  const head = await palace.git.head();
  const { state, drawers } = readIndexGlance(palace, head.commit);
  const damaged = state === 'missing' && existsSync(join(palace.cacheDir, 'index', 'manifest.bin'));
  const found = damaged
    ? check('index', 'warning', 'the search cache is damaged; the next search builds it again', {
        next: ['palace doctor --fix'],
      })
    : check(
        'index',
        'ok',
        state === 'missing'
          ? 'no search cache yet: the first search builds it'
          : `${drawersIn(drawers)}, ${state === 'fresh' ? 'up to date' : 'the next search brings it up to date'}`,
      );
  if (!fix || state === 'fresh') return [found];
  const refreshed = await refreshIndex(palace, { rebuild: damaged });
  return [repaired(found, `${drawersIn(refreshed.drawers)}, up to date`)];
}

function drawersIn(count: number | null): string {
  return `${count} ${count === 1 ? 'drawer' : 'drawers'}`;
}
