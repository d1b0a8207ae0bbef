import { activeView } from '../state/scopes.js';
import type { State, View } from '../state/types.js';
import { drawerScene } from './drawer.js';
import { factsScene, timelineScene } from './facts.js';
import { historyScene } from './history.js';
import { inboxScene } from './inbox.js';
import { pageScene } from './page.js';
import { palaceScene } from './palace.js';
import type { Scene } from './scene.js';
import { searchScene } from './search.js';

/** What the view on top shows. */
export function sceneOf(state: State): Scene {
  return sceneOfView(state, activeView(state));
}

function sceneOfView(state: State, view: View): Scene {
  switch (view.kind) {
    case 'search':
      return searchScene(state, view);
    case 'palace':
      return palaceScene(state, view);
    case 'drawer':
      return drawerScene(state, view);
    case 'history':
      return historyScene(state, view);
    case 'facts':
      return factsScene(state, view);
    case 'timeline':
      return timelineScene(state, view);
    case 'inbox':
      return inboxScene(state, view);
    case 'page':
      return pageScene(state, view);
  }
}
