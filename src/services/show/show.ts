import { EXIT, PalaceError } from '../../base/errors.js';
import type { ObjectId } from '../../git/types.js';
import { findIn, readWanted } from '../../history/find.js';
import { nameParsed } from '../../history/memory.js';
import { type Snapshot, snapshotAt } from '../../history/snapshots.js';
import { parseDrawer } from '../../palace/codec.js';
import { findDrawer } from '../../palace/drawers.js';
import { bodyHash } from '../../palace/ids.js';
import type { DrawerFile, FrontMatterValue, Palace } from '../../palace/types.js';
import { type Conversation, readConversation } from './conversation.js';

export interface ShowRequest {
  /** Id, prefix of 4+ digits, or path. */
  drawer: string;
  /** A revision or a date: the drawer as it stood then. */
  at?: string;
  /** Also the messages of a conversation, all its parts joined. */
  messages?: boolean;
}

/** What `show` says of every drawer. */
export interface ShownDrawer {
  id: string;
  path: string;
  wing: string;
  room: string;
  title: string;
  /** UTF-8; bytes that are none are U+FFFD here, see `body_base64`. */
  body: string;
  /** Only when the body is not UTF-8. */
  body_base64?: string;
  /** `transcript/1` for a conversation, else null. */
  format: string | null;
  /** 1-based line of the file on which the body begins. */
  body_line: number;
  /** The body is not the one that was filed; null for a file without a receipt. */
  edited: boolean | null;
  /** `--at`: the commit that was looked at; else null, and the work tree was. */
  at: ObjectId | null;
  /** What is wrong with the front-matter. */
  problem?: { line: number; message: string };
}

/**
 * A drawer as `show` gives it. The keys of its front-matter stand beside the fixed ones (which win over an unknown key of
 * the same name); with `messages` also those of the conversation.
 */
export type ShowResult = ShownDrawer & Partial<Omit<Conversation, 'format' | 'title'>> & Record<string, unknown>;

export interface Shown {
  result: ShowResult;
  /** The exact bytes of the memory. */
  body: Buffer;
}

/**
 * One drawer, from the work tree or as it stood at another time.
 * @throws PalaceError `not-found` (exit 4), `ambiguous-id`, `unknown-revision`, `no-conversation` (exit 2).
 */
export async function showDrawer(palace: Palace, request: ShowRequest): Promise<Shown> {
  const snapshot = request.at === undefined ? undefined : await snapshotAt(palace, request.at);
  const { path, file } = snapshot
    ? await drawerAt(palace, snapshot, request.drawer)
    : await standingDrawer(palace, request.drawer);
  const name = nameParsed(path, file);
  const text = file.body.toString('utf8');
  const drawer: ShownDrawer = {
    ...name,
    body: text,
    format: file.front.body ?? null,
    body_line: file.bodyLine,
    edited: file.front.sha256 === undefined ? null : file.front.sha256 !== bodyHash(file.body),
    at: snapshot?.commits[0] ?? null,
  };
  if (!Buffer.from(text, 'utf8').equals(file.body)) drawer.body_base64 = file.body.toString('base64');
  if (file.problem) drawer.problem = file.problem;
  const conversation =
    request.messages === true ? await readConversation(palace, { ...name, file }, snapshot) : undefined;
  return { result: { ...definedOf(file), ...drawer, ...conversation }, body: file.body };
}

async function standingDrawer(palace: Palace, text: string): Promise<{ path: string; file: DrawerFile }> {
  const drawer = await findDrawer(palace, text);
  return { path: drawer.path, file: drawer };
}

async function drawerAt(palace: Palace, snapshot: Snapshot, text: string): Promise<{ path: string; file: DrawerFile }> {
  const found = await findIn(palace, snapshot, readWanted(palace, text));
  const [one, ...others] = found;
  if (!one)
    throw new PalaceError('not-found', `no drawer "${text}" stood in this palace at ${snapshot.label}`, {
      exit: EXIT.notFound,
      next: [`palace log ${text}`, `palace show ${text}`],
    });
  if (others.length > 0)
    throw new PalaceError('ambiguous-id', `"${text}" names ${found.length} drawers at ${snapshot.label}`, {
      exit: EXIT.usage,
      next: found.slice(0, 5).map(({ path }) => `palace show ${path} --at ${snapshot.label}`),
      details: { paths: found.map(({ path }) => path) },
    });
  return { path: one.path, file: parseDrawer(await one.version.content()) };
}

function definedOf(file: DrawerFile): Record<string, FrontMatterValue> {
  const values: Record<string, FrontMatterValue> = {};
  for (const [key, value] of Object.entries(file.front)) if (value !== undefined) values[key] = value;
  return values;
}
