import { join } from 'node:path';
import { EXIT, PalaceError } from '../../base/errors.js';
import { hashBlob } from '../../git/hash.js';
import type { ObjectId } from '../../git/types.js';
import { nameParsed, withTitleFollowing } from '../../history/memory.js';
import { change, changeLocked } from '../../palace/change.js';
import { parseDrawer, withFront } from '../../palace/codec.js';
import { findDrawer, headBlob, readDrawerBytes } from '../../palace/drawers.js';
import { withLock } from '../../palace/lock.js';
import { Redactor } from '../../palace/redactor.js';
import type { Actor, Drawer, Palace, SecretFinding } from '../../palace/types.js';
import { actorOf } from '../add/facts.js';
import { type ContentInput, readContent } from '../content/content.js';
import { editorOf, type OpenEditor, openEditor } from './editor.js';

export interface EditRequest {
  /** Id, prefix of 4+ digits, or path. */
  drawer: string;
  /** The new words, exactly; absent: the person's editor opens the file. */
  content?: ContentInput;
  by?: string;
}

export interface EditResult {
  id: string;
  path: string;
  title: string;
  /** Null when nothing differed. */
  commit: ObjectId | null;
  secrets: SecretFinding[];
}

/**
 * Changes the words of one drawer and commits that file only. The receipt (`sha256`) stays: it tells later that the memory
 * was edited; a title that was the first line of the words follows them. Without `content` the person's editor opens the very file; what it leaves is committed when it ends well.
 * @throws PalaceError `editor-failed` (exit 1), `broken-front-matter`, `unsaved-edit` (exit 5), `not-found` (exit 4), …
 */
export async function editDrawer(
  palace: Palace,
  request: EditRequest,
  open: OpenEditor = openEditor,
): Promise<EditResult> {
  const actor = actorOf(request.by);
  const drawer = await findDrawer(palace, request.drawer);
  return request.content ? replaceBody(palace, drawer, request.content, actor) : editFile(palace, drawer, actor, open);
}

async function replaceBody(palace: Palace, drawer: Drawer, input: ContentInput, actor: Actor): Promise<EditResult> {
  const { body } = await readContent(palace, input);
  return withLock(palace, 'edit', async () => {
    const bytes = await readDrawerBytes(palace, drawer.path);
    const now = parseDrawer(bytes);
    // Everything before the body stays as it is, byte for byte.
    const head = now.problem ? Buffer.alloc(0) : bytes.subarray(0, bytes.length - now.body.length);
    const redactor = new Redactor(palace);
    // Before a title is made of it.
    const { content: clean } = await redactor.redactFile(drawer.path, Buffer.concat([head, body]), async () => bytes);
    const content = withTitleFollowing(now, clean);
    const { id, title } = nameParsed(drawer.path, parseDrawer(content));
    const receipt = await changeLocked(palace, {
      op: 'edit',
      subject: `edit ${title}`,
      writes: [{ kind: 'put', path: drawer.path, content }],
      by: actor,
      redactor,
    });
    return { id, path: drawer.path, title, commit: receipt?.commit ?? null, secrets: receipt?.secrets ?? [] };
  });
}

async function editFile(palace: Palace, drawer: Drawer, actor: Actor, open: OpenEditor): Promise<EditResult> {
  const { path } = drawer;
  const file = join(palace.root, ...path.split('/'));
  const code = await open(editorOf(palace.runtime), file, palace.runtime);
  if (code !== 0)
    throw new PalaceError(
      'editor-failed',
      `the editor ended with ${code}; nothing was committed; your text is in ${file}`,
      {
        next: [
          // What a shell answers when there is no such program.
          code === 127 ? `EDITOR=vim palace edit ${path} (or another editor that is installed)` : `palace edit ${path}`,
          'palace save',
          `git -C ${palace.root} checkout -- ${path} (throws the edit away)`,
        ],
        details: { path, code },
      },
    );
  const left = await readDrawerBytes(palace, path);
  const redactor = new Redactor(palace);
  const { content: bytes } = await redactor.redactFile(path, left, () => standing(palace, path));
  const edited = parseDrawer(bytes);
  if (edited.problem && !drawer.problem)
    throw new PalaceError(
      'broken-front-matter',
      `${path}:${edited.problem.line}: ${edited.problem.message}; nothing was committed; your text is in the file`,
      {
        exit: EXIT.conflict,
        next: [`palace edit ${path}`, 'palace save (keeps it as it is)'],
        details: { path, line: edited.problem.line },
      },
    );
  // An id is minted once: an editor cannot take it away.
  const { id } = drawer.front;
  const withId = id !== undefined && edited.front.id !== id && !edited.problem ? withFront(bytes, { id }) : bytes;
  const content = withTitleFollowing(drawer, withId);
  const name = nameParsed(path, parseDrawer(content));
  const unchanged = (await headBlob(palace, path)) === hashBlob(content) && content.equals(left);
  const receipt = unchanged
    ? null
    : await change(palace, {
        op: 'edit',
        subject: `edit ${name.title}`,
        writes: [{ kind: 'put', path, content }],
        by: actor,
        takesUnsaved: true,
        redactor,
      });
  return {
    id: name.id,
    path,
    title: name.title,
    commit: receipt?.commit ?? null,
    secrets: receipt?.secrets ?? [],
  };
}

/** The drawer as HEAD has it. */
async function standing(palace: Palace, path: string): Promise<Buffer | undefined> {
  const blob = await headBlob(palace, path);
  return blob ? palace.git.readBlob(blob) : undefined;
}
