import fc from 'fast-check';
import { expect } from 'vitest';
import type { Message } from '../../src/palace/transcript-types.js';
import { wellFormed } from '../../src/palace/unicode.js';
import { chooseAdapter } from '../../src/sources/registry.js';
import type { ReadOptions, SourceAdapter, SourceUnit } from '../../src/sources/types.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { candidateOf, messagesIn, plainRoot, read, unitsOf, write } from './support.js';

/** The units of files written to a fresh folder; the adapter must be the one that detection chooses for `file`. */
export async function unitsOfFiles(
  adapter: SourceAdapter,
  files: Record<string, string | Buffer>,
  file: string,
  options: Partial<ReadOptions> = {},
): Promise<SourceUnit[]> {
  const root = plainRoot(write(tempDir(), files), 'notes');
  expect(chooseAdapter(candidateOf(root, file), undefined, 'auto')?.name).toBe(adapter.name);
  return unitsOf(adapter, root, file, options);
}

/** The only unit of a file, with its messages. */
export async function onlyUnit(
  adapter: SourceAdapter,
  files: Record<string, string | Buffer>,
  file: string = Object.keys(files)[0] ?? '',
  options: Partial<ReadOptions> = {},
) {
  const units = await unitsOfFiles(adapter, files, file, options);
  expect(units).toHaveLength(1);
  const messages = messagesIn(units[0]);
  return { unit: units[0], messages, said: spoken(messages), all: messages.map(line) };
}

/** Why a file gives nothing. */
export async function skippedBecause(
  adapter: SourceAdapter,
  files: Record<string, string | Buffer>,
  file: string = Object.keys(files)[0] ?? '',
) {
  const result = await read(adapter, plainRoot(write(tempDir(), files), 'notes'), file);
  if ('units' in result) throw new Error(`${file} gave ${result.units.length} units`);
  return result.skipped;
}

/** What the person and the model say, in order; `~` before what is of another branch. */
export function spoken(messages: readonly Message[]): string[] {
  return messages
    .filter(({ kind, speaker }) => kind === 'text' && (speaker === 'user' || speaker === 'assistant'))
    .map(line);
}

function line({ speaker, kind, text, attributes }: Message): string {
  const branch = attributes?.branch === 'alternate' ? '~' : '';
  return `${branch}${speaker}${kind === 'text' ? '' : `/${kind}`}: ${text}`;
}

/** Words as people and models write them: several lines, marks of formats, other scripts, no blank text. */
export const words: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
    fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }),
    fc.constantFrom(
      'same words',
      '### [user] 2026-01-01T00:00:00Z',
      '```ts\nconst a = 1;\n```\n',
      '  indented\r\nline\n\n',
      'a\u2028b\u0000c',
      '---\n\n**User**',
      '> quoted',
      '你好，世界',
    ),
  )
  .map(wellFormed)
  .filter((text) => text.trim() !== '');

export interface Turn {
  role: 'user' | 'assistant';
  text: string;
}

export const turns: fc.Arbitrary<Turn[]> = fc.array(
  fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), text: words }),
  { minLength: 1, maxLength: 12 },
);

/** Asserts for generated conversations: the messages of the drawer, in order, are exactly those of the source. */
export async function assertFaithful(
  adapter: SourceAdapter,
  filesOf: (turns: readonly Turn[]) => Record<string, string | Buffer>,
  conversations: fc.Arbitrary<Turn[]> = turns,
  readTexts: (turn: Turn) => string = ({ text }) => text,
  numRuns: number = longRun(20, 1000),
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(conversations, async (said) => {
      const { said: got } = await onlyUnit(adapter, filesOf(said));
      expect(got).toEqual(said.map((turn) => `${turn.role}: ${readTexts(turn)}`));
    }),
    { numRuns },
  );
}
