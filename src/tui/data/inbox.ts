import type { Palace } from '../../palace/types.js';

/** Something that waits for a person. */
export interface InboxItem {
  kind: 'unsaved' | 'conflict' | 'fact' | 'secret' | 'damaged';
  /** What a job is told: a path, or the id of a proposal or of a secret. */
  id: string;
  title: string;
  /** At the right of the row. */
  note: string;
  details: string[];
  /** The keys that do something with it, in words; '' where there is nothing to do here. */
  actions: string;
  /** Path of the drawer that it is about, and lines of its body. */
  drawer?: string;
  lines?: readonly [number, number];
  /** Words to mark in it. */
  words: string;
}

/** Where things come from that wait. A further kind of thing is one more of these. */
type Source = (palace: Palace) => Promise<InboxItem[]>;

/** Proposals that are listed; the rest follows as these are decided. */
const MOST_PROPOSALS = 200;

const unsaved: Source = async (palace) => {
  const { readStatus } = await import('../../services/status/status.js');
  const status = await readStatus(palace);
  const conflicts = new Set(status.conflicts);
  const edited = status.unsaved.filter(({ path, outside }) => !outside && !conflicts.has(path));
  return [
    ...status.conflicts.map(
      (path): InboxItem => ({
        kind: 'conflict',
        id: path,
        title: path,
        note: 'both sides changed it',
        details: ['A merge could not decide. Open the file, keep what is right, and save.'],
        actions: 'e opens it, s saves all',
        drawer: path,
        words: '',
      }),
    ),
    ...edited.map(
      ({ path, change }): InboxItem => ({
        kind: 'unsaved',
        id: path,
        title: path.split('/').at(-1) ?? path,
        note: change,
        details: [path],
        actions: 'a or s saves all unsaved edits as one commit, e goes on editing',
        drawer: path,
        words: '',
      }),
    ),
  ];
};

const proposals: Source = async (palace) => {
  const { proposeFacts } = await import('../../services/proposals/propose.js');
  const { proposals: found } = await proposeFacts(palace, { limit: MOST_PROPOSALS });
  return found.map((proposal): InboxItem => {
    const { id, subject, predicate, object, over, valid_from, valid_to, confidence, conflicts } = proposal;
    const [source] = proposal.sources;
    const details = [
      `${valid_from ?? 'since an unknown day'}${valid_to === null ? '' : ` to ${valid_to}`}${over ? ' (it holds no longer)' : ''}`,
      ...(source === undefined ? [] : [`“${source.quote.trim()}”`, source.path]),
      ...conflicts.map(({ evidence }) => `but: ${evidence}`),
    ];
    return {
      kind: 'fact',
      id,
      title: `${subject} ${predicate.replaceAll('_', ' ')} ${object}`,
      note: `${Math.round(confidence * 100)} %`,
      details,
      actions: 'a records it as a fact, x refuses it',
      ...(source !== undefined && { drawer: source.path, lines: source.lines }),
      words: [subject, object].join(' '),
    };
  });
};

const secrets: Source = async (palace) => {
  const { listQuarantine } = await import('../../services/quarantine/list.js');
  const { secrets: held, damaged } = await listQuarantine(palace);
  return [
    ...held.map(({ id, kind, placeholder, at, places }): InboxItem => {
      const path = places.find((place) => place.path !== null)?.path;
      return {
        kind: 'secret',
        id,
        title: kind,
        note: at.slice(0, 10),
        details: [`In the text stands ${placeholder}`, ...places.map((place) => place.path ?? place.id)],
        actions: 'a puts it back into the text (it is none), x keeps it out',
        ...(path !== null && path !== undefined && { drawer: path }),
        words: '',
      };
    }),
    ...damaged.map((file): InboxItem => damagedItem(file, 'a file of the quarantine that cannot be read')),
  ];
};

const damaged: Source = async (palace) => {
  const { verify } = await import('../../services/verify/verify.js');
  const { problems, duplicate_ids, outside_layout } = await verify(palace);
  return [
    ...problems.map(({ path, line, message }) =>
      damagedItem(path, line === null ? message : `line ${line}: ${message}`),
    ),
    ...duplicate_ids.map(({ id, paths }) => damagedItem(paths[0] ?? id, `the id ${id} stands in ${paths.join(', ')}`)),
    ...outside_layout.map(({ path, message }) => damagedItem(path, message)),
  ];
};

function damagedItem(path: string, message: string): InboxItem {
  return {
    kind: 'damaged',
    id: path,
    title: path.split('/').at(-1) ?? path,
    note: '',
    details: [path, message],
    actions: 'e opens the file; palace doctor says more',
    drawer: path,
    words: '',
  };
}

const SOURCES: readonly Source[] = [unsaved, secrets, damaged, proposals];

/** Everything that waits for a person, the most pressing first. @throws what the services throw. */
export async function readInbox(palace: Palace, signal: AbortSignal): Promise<InboxItem[]> {
  const items: InboxItem[] = [];
  for (const source of SOURCES) {
    signal.throwIfAborted();
    items.push(...(await source(palace)));
  }
  return items;
}
