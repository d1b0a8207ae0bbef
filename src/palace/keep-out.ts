import { EXIT, PalaceError } from '../base/errors.js';
import type { ObjectId } from '../git/types.js';
import type { PlannedFile } from './change-plan.js';
import { placeholderOf } from './quarantine.js';
import type { Redactor } from './redactor.js';
import { findSecrets } from './secret-spans.js';
import type { KeptOut } from './secret-titles.js';
import type { ChangeSet, FileWrite, Palace, SecretFinding } from './types.js';

const MOST_WARNINGS = 5;
/** A rule may find what another one hid before; more rounds than this mean that placeholders do not help. */
const ROUNDS = 4;

/**
 * The set with placeholders for the secrets that its callers left in it: in texts that are new here (whatever way they came),
 * in the message and the trailers. The same set when there are none, or when its texts come from git's own history.
 * @throws PalaceError `secret-in-path` (exit 2), `secret-found` when a text cannot be freed of it.
 */
export async function keepOut(
  palace: Palace,
  redactor: Redactor,
  set: ChangeSet,
  plan: readonly PlannedFile[],
): Promise<ChangeSet> {
  if (!redactor.isOn || set.fromHistory === true) return set;
  await assertNoSecretPath(redactor, plan);
  const clean = new Map<string, Buffer>();
  const secrets: KeptOut[] = [];
  const origins = originsOf(set, plan);
  for (const { path, content, fresh } of plan) {
    if (content === null || !fresh) continue;
    const standing = async (): Promise<Buffer | undefined> => {
      const before = origins.get(path) ?? null;
      return before === null ? undefined : palace.git.readBlob(before);
    };
    const redacted = await redactWhole(redactor, path, content, standing);
    secrets.push(...redacted.secrets);
    if (!redacted.content.equals(content)) clean.set(path, redacted.content);
  }
  return cleaned(redactor, set, clean, secrets);
}

/** The blob in HEAD that each path's content was made of: its own, or that of the path it moves from. */
function originsOf(set: ChangeSet, plan: readonly PlannedFile[]): Map<string, ObjectId | null> {
  const origins = new Map(plan.map(({ path, before }) => [path, before]));
  for (const write of set.writes) if (write.kind === 'move') origins.set(write.to, origins.get(write.from) ?? null);
  return origins;
}

async function redactWhole(
  redactor: Redactor,
  path: string,
  content: Buffer,
  standing: () => Promise<Buffer | undefined>,
): Promise<{ content: Buffer; secrets: KeptOut[] }> {
  const secrets: KeptOut[] = [];
  let bytes = content;
  for (let round = 1; round <= ROUNDS; round++) {
    const redacted = await redactor.redactFile(path, bytes, standing);
    if (redacted.content.equals(bytes)) return { content: bytes, secrets };
    secrets.push(...redacted.secrets);
    bytes = redacted.content;
  }
  throw new PalaceError('secret-found', `nothing was written, because ${path} holds a secret that cannot be kept out`, {
    exit: EXIT.failed,
    next: [`take the secret out of ${path}`],
    details: { path },
  });
}

async function cleaned(
  redactor: Redactor,
  set: ChangeSet,
  clean: ReadonlyMap<string, Buffer>,
  secrets: readonly KeptOut[],
): Promise<ChangeSet> {
  const result: ChangeSet = { ...set, subject: await redactor.scrub(set.subject, secrets) };
  for (const key of ['body', 'source', 'session', 'tool'] as const) {
    const text = set[key];
    if (text !== undefined) result[key] = await redactor.scrub(text, secrets);
  }
  if (clean.size === 0) return result;
  const withClean = (write: FileWrite): FileWrite => {
    if (write.kind === 'remove') return write;
    const content = clean.get(write.kind === 'move' ? write.to : write.path);
    return content === undefined ? write : { ...write, content };
  };
  return { ...result, writes: set.writes.map(withClean) };
}

/** Names of files are in every tree, and nothing can stand there instead. */
async function assertNoSecretPath(redactor: Redactor, plan: readonly PlannedFile[]): Promise<void> {
  const paths = plan.filter(({ content, before }) => content !== null && before === null).map(({ path }) => path);
  const names = new Set(paths.flatMap((path) => namesOf(path)));
  if ((await findSecrets('', Buffer.from([...names].join('\n')))).length === 0) return;
  for (const path of paths) {
    let shown = path;
    for (const name of namesOf(path)) {
      const clean = await redactor.scrub(name);
      shown = shown.replace(name, () => clean);
    }
    if (shown === path) continue;
    throw new PalaceError('secret-in-path', `the name of ${shown} holds a secret; nothing was written`, {
      exit: EXIT.usage,
      next: ['give the file or folder another name'],
      details: { path: shown },
    });
  }
}

/** The names in a path, the file's also without its ending: behind a secret, `.md` looks as if it went on. */
function namesOf(path: string): string[] {
  const names = path.split('/');
  const stem = names.at(-1)?.replace(/\.[A-Za-z0-9]{1,5}$/, '') ?? '';
  return [...names, stem];
}

/** What was kept out of these files and where, also said in a few lines. Notes their places in the quarantine. */
export function reportKept(
  palace: Palace,
  redactor: Redactor,
  files: readonly { path: string; content: Buffer }[],
): SecretFinding[] {
  const kept = files.flatMap(({ path, content }) =>
    redactor.place(path, content).map((entry): SecretFinding => {
      const placeholder = placeholderOf(entry);
      const line = lineOf(content, content.lastIndexOf(placeholder));
      const message = `${entry.kind.replaceAll('-', ' ')} kept out: ${placeholder} stands there instead`;
      return { path, line, rule: 'palace', kind: entry.kind, message, placeholder, quarantine_id: entry.id };
    }),
  );
  const { logger } = palace.runtime;
  for (const { path, line, message } of kept.slice(0, MOST_WARNINGS)) logger.warn(`${path}:${line}: ${message}`);
  if (kept.length > MOST_WARNINGS) logger.warn(`${kept.length - MOST_WARNINGS} more secrets kept out`);
  if (kept.length > 0) logger.warn('see what was kept out, or put it back, with: palace quarantine list');
  return kept;
}

function lineOf(content: Buffer, offset: number): number {
  let line = 1;
  for (let at = content.indexOf(10); at !== -1 && at < offset; at = content.indexOf(10, at + 1)) line++;
  return line;
}
