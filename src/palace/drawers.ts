/** Drawers of the work tree: list, read, find. The one address that others import. */
export {
  type DrawerProblem,
  type DrawerSurvey,
  drawerFrom,
  headBlob,
  listDrawerPaths,
  readDrawer,
  readDrawerBytes,
  surveyDrawers,
} from './drawer-files.js';
export { findDrawer, pathsOfId } from './find-drawer.js';
