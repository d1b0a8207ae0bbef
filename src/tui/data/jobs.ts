import { join } from 'node:path';
import type { Palace } from '../../palace/types.js';
import type { OpenEditor } from '../../services/edit/editor.js';
import type { Job, Outcome } from '../state/types.js';

/** What jobs need of the terminal. */
export interface Hands {
  palace: Palace;
  /** Opens the person's editor on the terminal, which is given back afterwards. */
  openEditor: OpenEditor;
  /** Puts a text on the clipboard of the terminal. */
  copy(text: string): void;
  suspend(): Promise<void>;
}

type Doer<Kind extends Job['kind']> = (hands: Hands, job: Extract<Job, { kind: Kind }>) => Promise<Outcome>;

const DOERS: { readonly [Kind in Job['kind']]: Doer<Kind> } = {
  edit: async ({ palace, openEditor }, { drawer }) => {
    const { editDrawer } = await import('../../services/edit/edit.js');
    const { title, commit, secrets } = await editDrawer(palace, { drawer }, openEditor);
    const kept = secrets.length === 0 ? '' : `; ${secrets.length} secrets were kept out: see the inbox`;
    return commit === null ? { text: `nothing was changed in ${title}` } : made(commit, `edited ${title}${kept}`);
  },
  restore: async ({ palace }, { drawer, at }) => {
    const { restoreDrawers } = await import('../../services/restore/restore.js');
    const { commit, changes } = await restoreDrawers(palace, { drawer, at });
    const [change] = changes;
    if (commit === null) return { text: 'it stands as it was then already' };
    return made(commit, `restored ${change?.title ?? drawer} as of ${at.slice(0, 10)}`);
  },
  remove: async ({ palace }, { drawers }) => {
    const { removeDrawers } = await import('../../services/remove/remove.js');
    const { commit, changes } = await removeDrawers(palace, { ids: drawers });
    return made(commit, `removed ${named(changes)}`);
  },
  move: async ({ palace }, { drawers, to }) => {
    const { moveDrawers } = await import('../../services/move/move.js');
    const { commit, changes } = await moveDrawers(palace, { ids: drawers, to });
    if (commit === null) return { text: `it stands in ${to} already` };
    const moved = Object.fromEntries(changes.map(({ from, path }) => [from ?? path, path]));
    return { ...made(commit, `moved ${named(changes)} to ${to}`), moved };
  },
  undo: async ({ palace }, { revision }) => {
    const { undoOperation } = await import('../../services/undo/undo.js');
    const { commit, undone } = await undoOperation(palace, { revision });
    return commit === null ? { text: 'it was taken back already' } : made(commit, `took back: ${undone.subject}`);
  },
  save: async ({ palace }) => {
    const { savePalace } = await import('../../services/save/save.js');
    const { commit, changes } = await savePalace(palace);
    return commit === null
      ? { text: 'nothing was unsaved', changed: true }
      : made(commit, `saved ${changes.length} changes`);
  },
  'accept-fact': async ({ palace }, { id }) => {
    const { acceptProposals } = await import('../../services/proposals/review.js');
    const { reviewed } = await acceptProposals(palace, { ids: [id] });
    const [one] = reviewed;
    return made(one?.commit ?? null, `recorded: ${one?.fact ?? id}`);
  },
  'reject-fact': async ({ palace }, { id }) => {
    const { rejectProposals } = await import('../../services/proposals/review.js');
    const { reviewed } = await rejectProposals(palace, { ids: [id] });
    const [one] = reviewed;
    return made(one?.commit ?? null, `refused: ${one?.fact ?? id}`);
  },
  'release-secret': async ({ palace }, { id }) => {
    const { releaseSecrets } = await import('../../services/quarantine/release.js');
    const { commit } = await releaseSecrets(palace, { ids: [id] });
    return made(commit, 'put back into the text');
  },
  'keep-secret': async ({ palace }, { id }) => {
    const { redactSecrets } = await import('../../services/quarantine/settle.js');
    const { commit } = await redactSecrets(palace, { ids: [id] });
    return { text: 'it stays out of the text', commit, changed: true };
  },
  copy: async ({ copy }, { text, what }) => {
    copy(text);
    return { text: `copied ${what}` };
  },
  suspend: async ({ suspend }) => {
    await suspend();
    return { text: '', changed: true };
  },
};

/** Does one thing to its end. @throws what the service throws: nothing was done then. */
export function runJob(hands: Hands, job: Job): Promise<Outcome> {
  // TypeScript does not see that job and doer belong together.
  const doer = DOERS[job.kind] as Doer<Job['kind']>;
  return doer(hands, job);
}

function made(commit: string | null, text: string): Outcome {
  return { text, commit, changed: true };
}

function named(changes: readonly { title: string }[]): string {
  const [only, ...others] = changes;
  return only !== undefined && others.length === 0 ? only.title : `${changes.length} drawers`;
}

/** Where a drawer lies on the disk: what another program opens. */
export function fileOf(palace: Pick<Palace, 'root'>, path: string): string {
  return join(palace.root, ...path.split('/'));
}
