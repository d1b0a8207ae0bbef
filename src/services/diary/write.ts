import { join } from 'node:path';
import type { LintFinding } from '../../aaak/lint.js';
import { EXIT, PalaceError } from '../../base/errors.js';
import type { ObjectId } from '../../git/types.js';
import { firstLine } from '../../history/memory.js';
import { changeLocked } from '../../palace/change.js';
import { renderDrawer } from '../../palace/codec.js';
import { bodyHash, mintDrawerId, shortId } from '../../palace/ids.js';
import { drawerFileName } from '../../palace/layout.js';
import { withLock } from '../../palace/lock.js';
import { OWN_SCOPE, Redactor } from '../../palace/redactor.js';
import type { DrawerId, FrontMatter, Palace, SecretFinding } from '../../palace/types.js';
import { readCodes } from '../aaak/codes.js';
import { type CheckedFacts, checkFacts } from '../add/facts.js';
import { filingFolder, namesIn } from '../add/place.js';
import { type ContentInput, readContent } from '../content/content.js';
import { checkFormat } from '../layers/wake-up.js';
import { freePath } from '../select/targets.js';
import { agentPlace, DIARY } from './place.js';

export interface DiaryWriteRequest {
  agent: string;
  content: ContentInput;
  /** Default `general`. */
  topic?: string;
  /** `aaak`: the entry is looked at by the linter. It is kept as given in any case. */
  format?: string;
  /** Default: now. */
  date?: string;
  importance?: number;
  session?: string;
}

export interface DiaryWriteResult {
  /** Id of the drawer. */
  entry_id: DrawerId;
  agent: string;
  topic: string;
  /** When it was filed, ISO UTC. */
  timestamp: string;
  path: string;
  commit: ObjectId | null;
  /** What the linter says of an entry in AAAK; it is filed all the same. */
  lint: LintFinding[];
  secrets: SecretFinding[];
}

export const GENERAL_TOPIC = 'general';

/**
 * Files an entry in an agent's diary, exactly as given, as one commit of that agent's. Two equal entries are two. The agent need not be registered.
 * @throws PalaceError `bad-name`, `bad-topic`, `bad-format`, `bad-date`, `bad-importance`, `empty-content` (exit 2), those of the change itself.
 */
export async function writeDiary(palace: Palace, request: DiaryWriteRequest): Promise<DiaryWriteResult> {
  const { name, wing } = await agentPlace(palace, request.agent);
  const format = checkFormat(request.format ?? 'text');
  const facts = checkFacts({
    ...(request.date !== undefined && { date: request.date }),
    ...(request.importance !== undefined && { importance: request.importance }),
  });
  const { body: given, encoding } = await readContent(palace, request.content);
  // The title becomes a file's name, which nothing takes out of history again: no secret may come so far.
  const redactor = new Redactor(palace);
  const topic = await redactor.redactValue(checkTopic(request.topic), OWN_SCOPE);
  const { content: body } = await redactor.redact(given, OWN_SCOPE);
  const lint = format === 'aaak' ? await lintEntry(palace, body) : [];
  const filed = palace.runtime.now().toISOString();
  const entry = { body, topic, facts, filed, name, encoding };
  const { path, id, receipt } = await withLock(palace, 'diary', async () => {
    const folder = await filingFolder(palace, wing, DIARY, facts.date ?? filed);
    const names = await namesIn(join(palace.root, folder));
    let id: DrawerId;
    let n = 0;
    // Two entries of one moment with the same words are two.
    do id = mintDrawerId({ kind: 'diary', wing, source: '', unit: `${filed}\n${bodyHash(body)}`, n: n++ });
    while (names.some((file) => file.endsWith(`-${shortId(id)}.md`)));
    const title = titleOf(body);
    const path = await freePath(palace, folder, drawerFileName({ date: facts.date ?? filed, title, id }));
    const receipt = await changeLocked(palace, {
      op: 'diary',
      subject: `diary ${name}: ${title}`,
      writes: [{ kind: 'put', path, content: renderDrawer(frontOf(id, title, entry), body), expect: null }],
      by: { kind: 'agent', name },
      redactor,
      ...(request.session !== undefined && { session: request.session }),
    });
    return { path, id, receipt };
  });
  return {
    entry_id: id,
    agent: name,
    topic,
    timestamp: filed,
    path,
    commit: receipt?.commit ?? null,
    lint,
    secrets: receipt?.secrets ?? [],
  };
}

export interface EntryParts {
  body: Buffer;
  topic: string;
  facts: CheckedFacts;
  filed: string;
  /** Of the agent. */
  name: string;
  encoding?: string | undefined;
  source?: string;
}

/** Front-matter of an entry. */
export function frontOf(
  id: DrawerId,
  title: string,
  { body, topic, facts, filed, name, encoding, source }: EntryParts,
): FrontMatter {
  return {
    id,
    title,
    date: facts.date,
    source,
    encoding,
    sha256: bodyHash(body),
    filed,
    by: name,
    hall: 'diary',
    tags: [topic],
    importance: facts.importance,
  };
}

export function titleOf(body: Buffer): string {
  return firstLine(body)?.replace(/^#+\s*/, '') || 'diary entry';
}

/** @throws PalaceError `bad-topic` (exit 2). */
export function checkTopic(text: string | undefined): string {
  const topic = text?.trim() ?? '';
  if (topic === '') return GENERAL_TOPIC;
  if (topic.length <= 200 && !/\p{Cc}/u.test(topic)) return topic;
  throw new PalaceError('bad-topic', `topic ${JSON.stringify(topic.slice(0, 40))} is refused`, {
    exit: EXIT.usage,
    next: ['give one line of 200 characters at most'],
    details: { field: 'topic' },
  });
}

async function lintEntry(palace: Palace, body: Buffer): Promise<LintFinding[]> {
  const [{ lintAaak }, codes] = await Promise.all([import('../../aaak/lint.js'), readCodes(palace)]);
  const known = codes.entries().length > 0;
  return lintAaak(body.toString('utf8'), known ? { nameOf: (code) => codes.nameOf(code) } : {});
}
