import * as engine from 'yoga-layout';

/**
 * Makes ink's layout engine ready; to be called before the first frame. In the built program it is loaded here (scripts/ink-parts.mjs);
 * as npm installs it, it is ready when its module is.
 */
export async function loadLayoutEngine(): Promise<void> {
  if ('loadLayout' in engine && typeof engine.loadLayout === 'function') await engine.loadLayout();
}
