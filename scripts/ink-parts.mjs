// What ink needs to be joined into dist/, which is CommonJS: neither it nor the layout engine may wait for something while its
// modules are loaded. src/tui/app/layout-engine.ts waits for the engine instead, before the first frame.

/** The engine under its own name as soon as somebody has called `loadLayout`. */
const ENGINE = `
let Yoga;
export async function loadLayout() { Yoga ??= wrapAssembly(await loadYoga()); }
export { Yoga as default };`;

/** For rolldown. @throws when these packages look otherwise than expected: then this file has to be looked at. */
export const inkParts = {
  name: 'ink-parts',
  transform(code, id) {
    const path = id.replaceAll('\\', '/');
    if (path.endsWith('/yoga-layout/dist/src/index.js')) {
      const engine = /const Yoga = wrapAssembly\(await loadYoga\(\)\);\s*export default Yoga;/;
      return { code: replaced(code, engine, ENGINE, id), map: null };
    }
    // Ink's developer tools are not there.
    if (path.endsWith('/ink/build/reconciler.js')) {
      const withoutTools = replaced(code, "await import('./devtools.js');", '', id);
      return { code: replaced(withoutTools, '? await loadPackageJson()', '? undefined', id), map: null };
    }
    // React's development build checks every call and costs a third of each frame.
    if (/\/node_modules\/(react|react-reconciler|scheduler)\//.test(path))
      return { code: code.replaceAll('process.env.NODE_ENV', '"production"'), map: null };
    return undefined;
  },
};

function replaced(code, from, to, id) {
  const changed = code.replace(from, to);
  if (changed === code) throw new Error(`${id} is not what scripts/ink-parts.mjs expects`);
  return changed;
}
