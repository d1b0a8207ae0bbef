import { EXIT, PalaceError } from '../../base/errors.js';
import type { Snapshot } from '../../history/snapshots.js';
import type { DrawerRow } from '../../index/types.js';
import { parseDrawer } from '../../palace/codec.js';
import { readDrawer } from '../../palace/drawers.js';
import { parseTranscript } from '../../palace/transcript.js';
import type { MessageKind, PlacedMessage } from '../../palace/transcript-types.js';
import type { DrawerFile, Palace, WingName } from '../../palace/types.js';

export const TRANSCRIPT_FORMAT = 'transcript/1';

/** A message as programs want it. */
export interface ShownMessage {
  /** `user`, `assistant`, `tool`, `system`, `agent`, `bot`; null between people, where only `speaker` counts. */
  role: string | null;
  speaker: string;
  timestamp: string | null;
  message_id: string | null;
  kind: MessageKind;
  text: string;
  attributes?: Readonly<Record<string, string>>;
}

export interface Conversation {
  format: typeof TRANSCRIPT_FORMAT;
  title: string;
  started_at: string | null;
  /** Speakers in order of appearance. */
  participants: string[];
  messages: ShownMessage[];
  /** How many drawers the conversation fills. */
  parts: number;
}

/**
 * The whole conversation that a drawer belongs to: its parts are joined in order, whichever of them was asked for.
 * `snapshot`: as it stood then; absent for the work tree.
 * @throws PalaceError `no-conversation` (exit 2) when the drawer holds none.
 */
export async function readConversation(
  palace: Palace,
  drawer: { path: string; wing: string; title: string; file: DrawerFile },
  snapshot: Snapshot | undefined,
): Promise<Conversation> {
  const { file } = drawer;
  if (file.front.body !== TRANSCRIPT_FORMAT)
    throw new PalaceError('no-conversation', `${drawer.path} is no conversation: it has no messages`, {
      exit: EXIT.usage,
      next: [`palace show ${file.front.id ?? drawer.path}`],
    });
  const bodies =
    file.front.part === undefined || file.front.source === undefined
      ? [file.body]
      : await partsOf(palace, drawer.wing as WingName, file.front.source, snapshot);
  const placed = parseTranscript(Buffer.concat(bodies));
  return {
    format: TRANSCRIPT_FORMAT,
    title: drawer.title,
    started_at: placed.find((message) => message.time !== undefined)?.time ?? null,
    participants: [...new Set(placed.map((message) => message.speaker).filter((speaker) => speaker !== ''))],
    messages: placed.map(toShown),
    parts: bodies.length,
  };
}

/** Bodies of all parts of one source, in order. The wing of the asked drawer comes first where a source fills several. */
async function partsOf(
  palace: Palace,
  wing: WingName,
  source: string,
  snapshot: Snapshot | undefined,
): Promise<Buffer[]> {
  const { openLiveIndex } = await import('../../index/live.js');
  const { openTreeIndex } = await import('../../index/as-of.js');
  const index = snapshot ? await openTreeIndex(palace, snapshot.commits) : await openLiveIndex(palace);
  const parts = new Map<number, DrawerRow>();
  for (const row of index.rows) {
    const { part } = row.front;
    if (row.front.source !== source || part === undefined) continue;
    const known = parts.get(part);
    if (!known || (known.wing !== wing && row.wing === wing)) parts.set(part, row);
  }
  index.close();
  const bodies: Buffer[] = [];
  for (const [, row] of [...parts].sort(([a], [b]) => a - b)) {
    const file = snapshot ? parseDrawer(await palace.git.readBlob(row.blob)) : await readDrawer(palace, row.path);
    bodies.push(file.body);
  }
  return bodies;
}

/** A message of a transcript as `show ID --messages --json` gives it. */
export function toShown(message: PlacedMessage): ShownMessage {
  return {
    role: roleOf(message),
    speaker: message.speaker,
    timestamp: message.time ?? null,
    message_id: message.id ?? null,
    kind: message.kind,
    text: message.text,
    ...(message.attributes && { attributes: message.attributes }),
  };
}

const ROLES: Readonly<Record<string, string>> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  system: 'system',
  tool: 'tool',
  agent: 'agent',
  bot: 'bot',
};

function roleOf({ speaker, kind, attributes }: PlacedMessage): string | null {
  if (attributes?.role !== undefined) return attributes.role;
  if (kind === 'tool_result') return 'tool';
  const named = ROLES[speaker.toLowerCase()];
  if (named !== undefined) return named;
  return kind === 'notice' || kind === 'context' ? 'system' : null;
}

/**
 * The view that people know from chat logs: what the user says stands behind `> `, answers stand plain. Other blocks are
 * named in one line and their text is indented. For reading: the exact form is the body itself.
 */
export function quotedTranscript(messages: readonly ShownMessage[]): string {
  return messages.map(quoted).join('\n');
}

function quoted(message: ShownMessage): string {
  const lines = message.text.replace(/\r?\n$/, '').split(/\r?\n/);
  const spoken = message.kind === 'text';
  if (spoken && message.role === 'user')
    return `${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}\n`;
  if (spoken && message.role === 'assistant') return `${lines.join('\n')}\n`;
  const name = message.attributes?.name;
  const label = spoken
    ? message.speaker
    : [message.kind.replace('_', ' '), ...(name === undefined ? [] : [name])].join(': ');
  return `[${label}]\n${lines.map((line) => (line === '' ? '' : `    ${line}`)).join('\n')}\n`;
}
