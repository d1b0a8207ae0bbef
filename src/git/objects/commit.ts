import { asObjectId, type Commit, type ObjectId, type Signature } from '../types.js';

export interface CommitParts {
  tree: ObjectId;
  parents: readonly ObjectId[];
  author: Signature;
  committer: Signature;
  message: string;
}

/**
 * Bytes of a commit object, UTF-8, the message exactly as given.
 * @throws {TypeError} when the message holds NUL, which git would cut off.
 */
export function renderCommit(commit: CommitParts): Buffer {
  if (commit.message.includes('\0')) throw new TypeError('a commit message cannot hold NUL');
  const lines = [`tree ${commit.tree}`, ...commit.parents.map((parent) => `parent ${parent}`)];
  lines.push(`author ${renderSignature(commit.author)}`, `committer ${renderSignature(commit.committer)}`);
  return Buffer.from(`${lines.join('\n')}\n\n${commit.message}`, 'utf8');
}

/** `Name <email> seconds +hhmm`, with whatever would break the line taken out as git does. */
export function renderSignature(signature: Signature): string {
  const seconds = Math.floor(signature.at.getTime() / 1000);
  return `${cleanName(signature)} <${cleanEmail(signature.email)}> ${seconds} ${renderOffset(signature.offset)}`;
}

/** Name without the characters that git strips; the local part of the address when nothing is left. */
export function cleanName(person: { name: string; email: string }): string {
  const name = person.name.replace(/[<>\n\r\0]/g, '').replace(/^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g, '');
  return name === '' ? cleanEmail(person.email).split('@')[0] || 'unknown' : name;
}

export function cleanEmail(email: string): string {
  return email.replace(/[<>\s\0]/g, '');
}

/** Minutes east of UTC as git writes them: 120 is `+0200`. */
export function renderOffset(minutes: number): string {
  const size = Math.abs(Math.trunc(minutes));
  const text = `${Math.floor(size / 60)}`.padStart(2, '0') + `${size % 60}`.padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${text}`;
}

/** @throws {Error} on a damaged commit. Signatures and other extra headers are passed over. */
export function parseCommit(id: ObjectId, content: Buffer): Commit {
  const end = content.indexOf('\n\n');
  const head = content.subarray(0, end < 0 ? content.length : end);
  const decode = decoderOf(head);
  const parents: ObjectId[] = [];
  let tree: ObjectId | undefined;
  let author: Signature | undefined;
  let committer: Signature | undefined;
  for (const line of decode(head).split('\n')) {
    const value = line.slice(line.indexOf(' ') + 1);
    if (line.startsWith('tree ')) tree = asObjectId(value);
    else if (line.startsWith('parent ')) parents.push(asObjectId(value));
    else if (line.startsWith('author ')) author ??= parseSignature(value);
    else if (line.startsWith('committer ')) committer ??= parseSignature(value);
  }
  if (tree === undefined || author === undefined || committer === undefined) throw new Error(`damaged commit ${id}`);
  const message = end < 0 ? '' : decode(content.subarray(end + 2));
  return { id, tree, parents, author, committer, message };
}

/** Commits of old Latin-1 or Shift-JIS users say so in a header. */
function decoderOf(head: Buffer): (bytes: Buffer) => string {
  const label = /^encoding (.+)$/m.exec(head.toString('latin1'))?.[1];
  if (label !== undefined) {
    try {
      const decoder = new TextDecoder(label);
      return (bytes) => decoder.decode(bytes);
    } catch {
      // An encoding that this Node does not know is read as UTF-8: names may look wrong, nothing else does.
    }
  }
  return (bytes) => bytes.toString('utf8');
}

function parseSignature(text: string): Signature {
  const open = text.indexOf('<');
  const close = text.lastIndexOf('>');
  const name = open < 0 ? text : text.slice(0, open).trimEnd();
  const email = open < 0 || close < open ? '' : text.slice(open + 1, close);
  const [, seconds = '0', sign = '+', hours = '0', minutes = '0'] =
    /(-?\d+)\s+([+-])(\d{2,})(\d{2})\s*$/.exec(text.slice(close + 1)) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  return { name, email, at: new Date(Number(seconds) * 1000), offset: sign === '-' && size !== 0 ? -size : size };
}
