import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/sources/adapters/claude-code.js';
import type { SourceUnit } from '../../src/sources/types.js';
import { candidateOf, messagesIn, plainRoot, read } from './support.js';

const SHARED = join(dirname(fileURLToPath(import.meta.url)), '../../../shared/fixtures/chats/claude-code');
const SAMPLES = ['v1.0-basic', 'v2.0-inline-sidechain', 'v2.1-session', 'edge-damaged-lines'];

interface WantedMessage {
  role: string;
  kind: string;
  timestamp: string | null;
  text_sha256: string | null;
  tool_name?: string;
  call_id?: string;
  is_error?: boolean;
  source_id?: string;
  mime?: string;
  optional?: boolean;
}
interface Wanted {
  files: string[];
  conversations: {
    title: string | null;
    started_at: string;
    cwd?: string;
    git_branch?: string | null;
    session_id: string;
    sidechain?: boolean;
    agent_id?: string;
    messages: WantedMessage[];
  }[];
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function unitsOfSample(wanted: Wanted, subagents: boolean): Promise<SourceUnit[]> {
  const units: SourceUnit[] = [];
  for (const file of wanted.files) {
    const root = plainRoot(SHARED);
    expect(claudeCode.detect(candidateOf(root, file))).toBeGreaterThan(0.5);
    const result = await read(claudeCode, root, file, { subagents });
    if ('units' in result) units.push(...result.units);
    else expect(['bookkeeping', 'sub-agent']).toContain(result.skipped.reason);
  }
  return units;
}

describe.skipIf(!existsSync(SHARED))('the shared Claude Code samples (skipped where ../shared is absent)', () => {
  it.each(SAMPLES)('%s: every conversation with its roles, kinds, texts, times and order', async (name) => {
    const wanted: Wanted = JSON.parse(readFileSync(join(SHARED, `${name}.expect.json`), 'utf8'));
    const units = await unitsOfSample(wanted, true);
    expect(units).toHaveLength(wanted.conversations.length);
    for (const [index, conversation] of wanted.conversations.entries()) {
      const unit = units[index];
      expect(unit?.title).toBe(conversation.title ?? '');
      expect(unit?.date).toBe(conversation.started_at);
      const id = `claude-code:${conversation.session_id}`;
      if (conversation.sidechain) expect(unit?.source.startsWith(`${id}/`)).toBe(true);
      else expect(unit?.source).toBe(id);
      if (conversation.agent_id !== undefined) expect(unit?.source).toBe(`${id}/${conversation.agent_id}`);
      if (conversation.cwd !== undefined) expect(unit?.facts?.cwd).toBe(conversation.cwd);
      if (conversation.git_branch !== undefined)
        expect(unit?.facts?.git_branch).toBe(conversation.git_branch ?? undefined);
      const got = messagesIn(unit).map((message) => ({
        role: message.speaker,
        kind: message.kind,
        timestamp: message.time ?? null,
        text_sha256: message.kind === 'attachment' ? null : sha256(message.text),
        tool_name: message.attributes?.name,
        call_id: message.attributes?.call,
        is_error: message.attributes?.error === 'true' || undefined,
        source_id: message.id,
        mime: message.attributes?.type,
      }));
      const expected = conversation.messages.map(
        ({ role, kind, timestamp, text_sha256, tool_name, call_id, is_error, source_id, mime }) => ({
          role,
          kind,
          timestamp,
          text_sha256,
          tool_name,
          call_id,
          is_error,
          source_id,
          mime,
        }),
      );
      // Optional messages are all kept too; what is of an unknown kind is kept raw beside them.
      expect(got.filter(({ kind }) => kind !== 'context' || expected.some((one) => one.kind === 'context'))).toEqual(
        expected,
      );
      expect(messagesIn(unit).some(({ attributes }) => attributes?.branch === 'alternate')).toBe(false);
    }
  });

  it('leave sub-agents out by default, with a count', async () => {
    for (const name of ['v2.0-inline-sidechain', 'v2.1-session']) {
      const wanted: Wanted = JSON.parse(readFileSync(join(SHARED, `${name}.expect.json`), 'utf8'));
      expect(await unitsOfSample(wanted, false)).toHaveLength(1);
    }
    const inline = await read(claudeCode, plainRoot(SHARED), 'v2.0-inline-sidechain.jsonl');
    const left = 'units' in inline ? inline.units[0]?.notKept : [];
    expect(left).toContainEqual({ what: 'sub-agent transcripts', count: 1, bytes: expect.any(Number) });
    const alone = 'v2.1-session/f7a553df-9872-533c-b6e0-af9d6fc52806/subagents/agent-a4be01.jsonl';
    const skipped = await read(claudeCode, plainRoot(SHARED), alone);
    expect(skipped).toMatchObject({
      skipped: { reason: 'sub-agent', notKept: [{ what: 'sub-agent transcripts', count: 1 }] },
    });
    const named = join(SHARED, alone);
    const asked = await read(
      claudeCode,
      { ...plainRoot(dirname(named)), file: relative(dirname(named), named) },
      relative(dirname(named), named),
    );
    expect(asked).toMatchObject({ units: [{ source: 'claude-code:f7a553df-9872-533c-b6e0-af9d6fc52806/a4be01' }] });
  });

  it('count damaged lines, the line cut in the middle and records written twice', async () => {
    const result = await read(claudeCode, plainRoot(SHARED), 'edge-damaged-lines.jsonl');
    const counts = Object.fromEntries(
      ('units' in result ? (result.units[0]?.notKept ?? []) : []).map(({ what, count }) => [what, count]),
    );
    expect(counts).toEqual({ 'damaged lines': 5, 'unfinished last line': 1 });
    const session = await read(
      claudeCode,
      plainRoot(SHARED),
      'v2.1-session/f7a553df-9872-533c-b6e0-af9d6fc52806.jsonl',
    );
    expect('units' in session && session.units[0]?.notKept).toContainEqual({
      what: 'repeated records',
      count: 1,
      bytes: expect.any(Number),
    });
  });
});
