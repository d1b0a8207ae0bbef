import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, PalaceError } from '../../base/errors.js';
import type { ObjectId } from '../../git/types.js';
import { firstLine } from '../../history/memory.js';
import { changeLocked } from '../../palace/change.js';
import { renderDrawer } from '../../palace/codec.js';
import { readDrawer } from '../../palace/drawers.js';
import { bodyHash, shortId } from '../../palace/ids.js';
import { drawerFileName, roomPath } from '../../palace/layout.js';
import { withLock } from '../../palace/lock.js';
import { GENERAL, roomName, wingName } from '../../palace/names.js';
import { OWN_SCOPE, Redactor } from '../../palace/redactor.js';
import type { Actor, DrawerId, FrontMatter, Palace, RoomName, SecretFinding, WingName } from '../../palace/types.js';
import type { SearchModel } from '../../search/meaning-arm.js';
import { contradictionsOf } from '../check/note.js';
import type { CheckIssue } from '../check/types.js';
import { type Content, type ContentInput, readContent } from '../content/content.js';
import { freePath } from '../select/targets.js';
import { actorOf, type CheckedFacts, checkFacts, type StatedFacts } from './facts.js';
import { lookAround } from './look.js';
import { filingFolder, namesIn } from './place.js';
import type { Twin } from './twins.js';

/** The wing of memories that nobody placed. */
export const DEFAULT_WING = 'personal';

export interface AddRequest extends StatedFacts {
  content: ContentInput;
  /** Default `personal`. */
  wing?: string;
  /** Default `general`. */
  room?: string;
  /** Default: the first line that says something. */
  title?: string;
  /** Where the words are from, for people: an address, a file, a meeting. */
  source?: string;
  /** A named agent; default the person. */
  by?: string;
  /** File it although nearly the same text stands in the wing. */
  force?: boolean;
}

export interface AddResult {
  /** `exists`: the same bytes stand in this wing and room. `duplicate`: (nearly) the same stands elsewhere in the wing. */
  status: 'added' | 'exists' | 'duplicate';
  /** Of the new drawer, or of the one that stands already. */
  id: string;
  path: string;
  wing: string;
  room: string;
  title: string;
  /** Null when nothing was written. */
  commit: ObjectId | null;
  /** Drawers that hold (nearly) the same text. */
  matches: Twin[];
  /** Drawers of the wing that say the same in other words, as far as a loaded model can tell; always empty without one. */
  related: Twin[];
  /** What the new words say against the facts: remarks, filed all the same. */
  contradictions: CheckIssue[];
  /** Secrets that were kept out (`placeholder`), or let through where the settings say so. */
  secrets: SecretFinding[];
}

/**
 * Files one memory, exactly as given, as one commit.
 * @param model the model of a process that stays: what says the same in other words is named, and filed all the same.
 * @throws PalaceError what {@link readContent}, the checks of names and facts and the change itself throw.
 */
export async function addMemory(palace: Palace, request: AddRequest, model?: SearchModel): Promise<AddResult> {
  const wing = wingName(request.wing ?? DEFAULT_WING);
  const room = request.room === undefined ? GENERAL : roomName(request.room);
  const facts = checkFacts(request);
  const actor = actorOf(request.by);
  const content = await readContent(palace, request.content);
  for (let attempt = 1; ; attempt++) {
    try {
      const { file, ...once } = await addOnce(palace, request, { wing, room, facts, actor, content });
      const added = { ...once, contradictions: file === undefined ? [] : await contradictionsOf(palace, file) };
      const { warm, source } = model ?? {};
      if (added.status !== 'added' || warm === undefined || source === undefined) return { ...added, related: [] };
      const { nearByMeaning } = await import('./near-meaning.js');
      const related = await nearByMeaning(palace, { source, warm }, { wing, body: content.body });
      return { ...added, related: related.filter(({ id }) => id !== added.id) };
    } catch (error) {
      // Somebody filed the same words at the same moment: the next look finds theirs.
      if (attempt === 3 || !(error instanceof PalaceError) || error.code !== 'changed-meanwhile') throw error;
    }
  }
}

interface Prepared {
  wing: WingName;
  room: RoomName;
  facts: CheckedFacts;
  actor: Actor;
  content: Content;
}

/** What was filed, in parts; absent when nothing was. */
interface Once extends Omit<AddResult, 'related' | 'contradictions'> {
  file?: { front: FrontMatter; body: Buffer; path: string };
}

async function addOnce(palace: Palace, request: AddRequest, prepared: Prepared): Promise<Once> {
  const { wing, room, content } = prepared;
  const redactor = new Redactor(palace);
  const { content: body, secrets } = await redactor.redact(content.body, OWN_SCOPE);
  const clean = (line: string): Promise<string> => redactor.redactLine(line, OWN_SCOPE, secrets);
  const from = request.source === undefined ? undefined : await clean(request.source);
  const source = from ?? '';
  // Asked while the index is opened: git config is another process.
  const naming = nameOf(palace, prepared.actor);
  naming.catch(() => {});
  const { id, holder, matches } = await lookAround(palace, { wing, room, source, body });
  const same = holder ?? matches.find((twin) => twin.similarity === 1 && twin.room === room);
  const standing = same ?? (request.force === true ? undefined : matches[0]);
  if (standing) {
    const { id, path, title } = standing;
    // An add was cut off between its file and its commit.
    const receipt = holder && (await commitStanding(palace, holder, prepared.actor, redactor));
    if (receipt) {
      const { commit, secrets: found } = receipt;
      return { status: 'added', id, path, wing, room: standing.room, title, commit, matches, secrets: found };
    }
    const status = same ? 'exists' : 'duplicate';
    return { status, id, path, wing, room: standing.room, title, commit: null, matches, secrets: [] };
  }

  const given = oneLine(request.title);
  const title = (given && (await clean(given))) ?? firstLine(body) ?? 'memory';
  const filed = palace.runtime.now().toISOString();
  const front: FrontMatter = {
    id,
    title,
    date: prepared.facts.date,
    source: from,
    encoding: content.encoding,
    sha256: bodyHash(body),
    filed,
    by: await naming,
    hall: prepared.facts.hall,
    entities: await cleanAll(prepared.facts.entities, clean),
    tags: await cleanAll(prepared.facts.tags, clean),
    importance: prepared.facts.importance,
  };
  const file = renderDrawer(front, body);
  const { path, receipt } = await withLock(palace, 'add', async () => {
    const folder = await filingFolder(palace, wing, room, prepared.facts.date ?? filed);
    await refuseRace(palace, [...new Set([roomPath(wing, room), folder])], id);
    const path = await freePath(palace, folder, drawerFileName({ date: prepared.facts.date, title, id }));
    const receipt = await changeLocked(palace, {
      op: 'add',
      subject: `add ${wing}/${room}: ${title}`,
      writes: [{ kind: 'put', path, content: file, expect: null }],
      by: prepared.actor,
      source: from,
      redactor,
    });
    return { path, receipt };
  });
  return {
    status: 'added',
    id,
    path,
    wing,
    room,
    title,
    commit: receipt?.commit ?? null,
    matches,
    secrets: receipt?.secrets ?? [],
    file: { front, body, path },
  };
}

/** Commits a drawer that stands in the work tree and in no commit, as it is. Null when it is in one. */
async function commitStanding(palace: Palace, { path, wing, room, title }: Twin, by: Actor, redactor: Redactor) {
  const isInHead = async (): Promise<boolean> => {
    const { commit } = await palace.git.head();
    return (
      commit !== undefined && (await palace.git.blobAt((await palace.git.readCommit(commit)).tree, path)) !== undefined
    );
  };
  if (await isInHead()) return null;
  return withLock(palace, 'add', async () => {
    if (await isInHead()) return null;
    const content = await readFile(join(palace.root, path));
    const writes = [{ kind: 'put', path, content } as const];
    const subject = `add ${wing}/${room}: ${title}`;
    return changeLocked(palace, { op: 'add', subject, writes, by, redactor, takesUnsaved: true });
  });
}

/**
 * The index was read before we had the lock. Whoever files the same words in the same room meanwhile mints the same id, and
 * leaves a file that ends in it in one of these folders.
 */
async function refuseRace(palace: Palace, folders: readonly string[], id: DrawerId): Promise<void> {
  const suffix = `-${shortId(id)}.md`;
  for (const folder of folders) {
    for (const name of await namesIn(join(palace.root, folder))) {
      if (!name.endsWith(suffix)) continue;
      const path = `${folder}/${name}`;
      if ((await readDrawer(palace, path)).front.id === id)
        throw new PalaceError('changed-meanwhile', `${path} was filed by somebody else at the same moment`, {
          exit: EXIT.conflict,
          next: ['run the command again'],
        });
    }
  }
}

async function nameOf(palace: Palace, actor: Actor): Promise<string | undefined> {
  return actor.kind === 'agent' ? actor.name : (await palace.git.identity())?.name;
}

async function cleanAll(
  words: readonly string[] | undefined,
  clean: (line: string) => Promise<string>,
): Promise<readonly string[] | undefined> {
  return words && Promise.all(words.map(clean));
}

/** A title is one line, whatever a caller gives. */
function oneLine(text: string | undefined): string | undefined {
  const line = text?.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line === '' ? undefined : line;
}
