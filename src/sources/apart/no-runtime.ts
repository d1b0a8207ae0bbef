import type { Runtime } from '../../base/runtime.js';

/** For adapters that read alone: whatever of it they ask for is a mistake. */
export function noRuntime(): Runtime {
  return new Proxy({} as Runtime, {
    get(_, key) {
      throw new Error(`an adapter that reads alone asks for runtime.${String(key)}`);
    },
  });
}
