import { EXIT, PalaceError } from '../base/errors.js';
import { isSecretLine } from './secret-markers.js';
import type { RoomName, WingName } from './types.js';

const MAX_CHARACTERS = 128;
const MAX_BYTES = 200;
/** A file name has a date before and an id after it, and file systems stop at 255 bytes. */
const FILE_SLUG_CHARACTERS = 60;
const FILE_SLUG_BYTES = 180;

/** Windows refuses these as file names, with any extension and in any case. */
const WINDOWS_RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/;

/** No shorter word is taken for a secret. Characters. */
const LEAST_SECRET = 12;

/** Plain ASCII slugs: a quick yes for the names that folding cannot change. */
const PLAIN = /^[a-z0-9+#]+(?:[.-][a-z0-9+#]+)*$/;

/**
 * One text folded to the form in which names stand on disk and are compared: NFKC, lower-case, letters, marks, digits,
 * `.` `-` `+` `#` kept, everything else `-`, runs of `-` and of `.` collapsed, none of either at an end. Idempotent.
 * May be empty; never throws. Names that people give go through {@link wingName} or {@link roomName}, which also refuse.
 */
export function slug(text: string): string {
  let folded = text;
  // Lower-casing can undo NFKC and the other way round; two rounds settle every known character.
  for (let round = 0; round < 8; round++) {
    const next = foldOnce(folded);
    if (next === folded) break;
    folded = next;
  }
  return folded;
}

function foldOnce(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}.+#-]/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '');
}

/** A text as the name of a wing. `field` names the argument in the message. @throws PalaceError `bad-name`. */
export function wingName(text: string, field = 'wing'): WingName {
  return checkedSlug(text, field) as WingName;
}

/** A text as the name of a room. `field` names the argument in the message. @throws PalaceError `bad-name`. */
export function roomName(text: string, field = 'room'): RoomName {
  return checkedSlug(text, field) as RoomName;
}

/** The room of what is not classified. */
export const GENERAL = 'general' as RoomName;

/** True when `text` is already the slug of a permitted name, as the folder of a wing or room that we write is. */
export function isCanonicalName(text: string): boolean {
  return refusal(text) === undefined && slug(text) === text;
}

/** The wing or room that a folder of this name stands for, undefined when it cannot be one. Never throws. */
export function nameOfFolder(folder: string): string | undefined {
  // Nearly every folder is one that we made; this is asked for every drawer of a palace.
  if (folder.length <= MAX_CHARACTERS && PLAIN.test(folder) && !WINDOWS_RESERVED.test(folder)) return folder;
  return refusal(folder) === undefined ? slug(folder) : undefined;
}

/** The readable middle of a drawer's file name: at most 60 characters, `memory` when nothing is left. */
export function fileSlug(title: string): string {
  let cut = '';
  let characters = 0;
  // A long title is a paragraph; only its beginning can matter.
  for (const character of slug(title.slice(0, 1000))) {
    if (characters === FILE_SLUG_CHARACTERS) break;
    if (Buffer.byteLength(cut) + Buffer.byteLength(character) > FILE_SLUG_BYTES) break;
    cut += character;
    characters++;
  }
  return cut.replace(/[.-]+$/, '') || 'memory';
}

/**
 * A name as the original program's users type it, without its literal `wing_` or `hall_`, unless a wing (or hall) of the
 * whole name exists here. Only for input meant for the original: its binary, its tools, its exports.
 */
export function stripOriginalPrefix(kind: 'wing' | 'hall', name: string, exists: (slug: string) => boolean): string {
  const prefix = `${kind}_`;
  if (!name.toLowerCase().startsWith(prefix) || name.length === prefix.length) return name;
  return exists(slug(name)) ? name : name.slice(prefix.length);
}

/**
 * Names become folders and lines of commits, where no placeholder can stand. @throws PalaceError `secret-in-name` (exit 2), which does not
 * repeat it.
 */
export function refuseSecretName(text: string, field: string): void {
  if (text.length < LEAST_SECRET || !isSecretLine(text)) return;
  throw new PalaceError(
    'secret-in-name',
    `${field} is refused: it looks like a secret, and a name cannot be kept out of git`,
    {
      exit: EXIT.usage,
      next: [`give another ${field}`],
      details: { field },
    },
  );
}

function checkedSlug(text: string, field: string): string {
  refuseSecretName(text, field);
  const reason = refusal(text);
  if (reason === undefined) return slug(text);
  throw new PalaceError('bad-name', `${field} ${JSON.stringify(shown(text))} is refused: ${reason}`, {
    exit: EXIT.usage,
    next: [
      `give another ${field}: letters and digits of any script, "." "-" "+" "#", 1 to ${MAX_CHARACTERS} characters`,
    ],
    details: { field, reason },
  });
}

function shown(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}

function refusal(text: string): string | undefined {
  // A name is never a path: these are looked for in what was typed and in its compatibility form ("‥" folds to "..").
  const typed = text.trim();
  const folded = typed.normalize('NFKC');
  if (typed.includes('\0')) return 'it contains NUL';
  if (/[/\\]/.test(typed)) return 'it contains a path separator';
  if (typed.includes('..') || folded.includes('..')) return 'it contains ".."';
  if (/^\.git$/i.test(folded)) return 'git keeps that name for itself';
  if (typed.length > MAX_CHARACTERS && characterCount(typed) > MAX_CHARACTERS)
    return `it is longer than ${MAX_CHARACTERS} characters`;
  const name = slug(typed);
  if (name === '') return typed === '' ? 'it is empty' : 'it has no letter or digit';
  if (name.length > MAX_CHARACTERS && characterCount(name) > MAX_CHARACTERS)
    return `it is longer than ${MAX_CHARACTERS} characters`;
  if (Buffer.byteLength(name) > MAX_BYTES) return `it is longer than ${MAX_BYTES} bytes`;
  if (WINDOWS_RESERVED.test(name)) return 'Windows keeps that name for itself';
  return undefined;
}

function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
