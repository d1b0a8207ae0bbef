import { join } from 'node:path';
import {
  type AgentChanges,
  type AgentFile,
  agentName,
  agentPath,
  editAgentFile,
  parseAgentFile,
} from '../../agents/agent-file.js';
import { EXIT, PalaceError } from '../../base/errors.js';
import { readIfExists } from '../../base/files.js';
import { hashBlob } from '../../git/hash.js';
import type { ObjectId } from '../../git/types.js';
import { change } from '../../palace/change.js';
import type { Palace } from '../../palace/types.js';

export interface AddAgentRequest extends Omit<AgentChanges, 'created'> {
  name: string;
}

export interface AddAgentResult extends AgentFile {
  /** `exists`: it says so already. */
  status: 'added' | 'changed' | 'exists';
  path: string;
  /** Null when nothing was written. */
  commit: ObjectId | null;
}

/**
 * Registers an agent, or changes what its file says; what is not given stays.
 * @throws PalaceError `bad-name`, `bad-agent` (exit 2), `broken-yaml`, those of the change (an unsaved edit of the file is a conflict, exit 5).
 */
export async function addAgent(palace: Palace, { name: given, ...changes }: AddAgentRequest): Promise<AddAgentResult> {
  const name = agentName(given);
  const path = agentPath(name);
  const bytes = await readIfExists(join(palace.root, path));
  const before = bytes?.toString('utf8');
  const created = before === undefined ? { created: palace.runtime.now().toISOString().slice(0, 10) } : {};
  const after = editAgentFile(before, name, { ...changes, ...created });
  const file = parseAgentFile(after, name);
  if (before === after) return { ...file, status: 'exists', path, commit: null };
  const receipt = await change(palace, {
    op: 'agent',
    subject: `${before === undefined ? 'add' : 'change'} agent ${name}`,
    writes: [{ kind: 'put', path, content: Buffer.from(after), expect: bytes === undefined ? null : hashBlob(bytes) }],
  });
  return { ...file, status: before === undefined ? 'added' : 'changed', path, commit: receipt?.commit ?? null };
}

/** @throws PalaceError `not-found` (exit 4). */
export function unknownAgent(name: string, near: string): PalaceError {
  return new PalaceError('not-found', `there is no agent "${name}"${near === '' ? '' : `; ${near}`}`, {
    exit: EXIT.notFound,
    next: ['palace agents list', `palace agents add ${name} --focus "what it looks at"`],
    details: { field: 'agent' },
  });
}
