import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseTranscript } from '../../src/palace/transcript.js';
import { type ShownMessage, toShown } from '../../src/services/show/conversation.js';
import { chooseAdapter } from '../../src/sources/registry.js';
import type { SkippedSource, SourceUnit } from '../../src/sources/types.js';
import { candidateOf, plainRoot, read } from './support.js';

/** The samples that are shared with the people who order this product; absent in a checkout of its own. */
const SHARED = join(dirname(fileURLToPath(import.meta.url)), '../../../shared/fixtures/chats');

interface WantedMessage {
  role?: string | null;
  speaker?: string;
  text_sha256: string | null;
  text_starts_with?: string | null;
  text_length?: number;
  timestamp?: string | null;
  branch?: string;
  optional?: boolean;
  derived?: unknown;
  joined?: unknown;
  resolved?: unknown;
  markup?: unknown;
  part?: unknown;
}

export interface WantedConversation {
  title?: string | null;
  started_at?: string | null;
  cwd?: string;
  git_branch?: string | null;
  model?: string;
  messages: WantedMessage[];
}

interface Wanted {
  files?: string[];
  conversations?: WantedConversation[];
}

/** What reading a sample gave: the units in order, and what was skipped. */
export interface SampleReading {
  units: SourceUnit[];
  skipped: SkippedSource[];
  adapters: (string | undefined)[];
}

const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const isLoose = (m: WantedMessage): boolean => Boolean(m.derived || m.joined || m.resolved || m.markup || m.part);

/** Position of the wanted text in a text of ours, or -1: it may be part of a joined one. */
function find(text: string, wanted: WantedMessage): number {
  if (wanted.text_sha256 === null) return text === '' ? 0 : -1;
  if (sha(text) === wanted.text_sha256) return 0;
  const points = [...text];
  const start = [...(wanted.text_starts_with ?? '')];
  const length = wanted.text_length ?? 0;
  for (let at = 0; at + length <= points.length; at++)
    if (
      start.every((character, index) => points[at + index] === character) &&
      sha(points.slice(at, at + length).join('')) === wanted.text_sha256
    )
      return at;
  return -1;
}

const instant = (time: string): number => Date.parse(time.endsWith('Z') ? time : `${time}Z`);

/** Faults of a conversation by the rules of ../shared/fixtures/check.mjs, and how many messages were found exactly. */
export function compare(
  want: WantedConversation,
  got: { title: string; messages: readonly ShownMessage[] },
): { faults: string[]; exact: number } {
  const faults: string[] = [];
  if (want.title && got.title !== want.title) faults.push(`title ${got.title} instead of ${want.title}`);
  const used = new Set<number>();
  let last = -1;
  let lastPosition = -1;
  let exact = 0;
  for (const wanted of want.messages) {
    if (wanted.optional || wanted.text_sha256 === null) {
      for (const [index, message] of got.messages.entries()) if (find(message.text, wanted) >= 0) used.add(index);
      continue;
    }
    const who = (message: ShownMessage): boolean =>
      wanted.role ? message.role === wanted.role : wanted.speaker ? message.speaker === wanted.speaker : true;
    const hits = got.messages
      .map((message, index): [number, number] => [index, who(message) ? find(message.text, wanted) : -1])
      .filter(([, position]) => position >= 0);
    const onward = ([index, position]: [number, number]): boolean =>
      wanted.branch === 'alternate' || index > last || (index === last && position > lastPosition);
    const hit = hits.find(onward) ?? hits[0];
    const said = `${wanted.role ?? wanted.speaker}: ${JSON.stringify(wanted.text_starts_with)}`;
    if (hit === undefined) {
      if (!isLoose(wanted)) faults.push(`missing ${said}`);
      continue;
    }
    exact++;
    used.add(hit[0]);
    if (wanted.branch !== 'alternate') {
      if (hit[0] < last) faults.push(`out of order: ${said}`);
      [last, lastPosition] = hit;
    }
    const time = got.messages[hit[0]]?.timestamp ?? null;
    const isNear = wanted.timestamp && time !== null && Math.abs(instant(wanted.timestamp) - instant(time)) <= 5;
    const isInherited = got.messages.slice(0, hit[0] + 1).some(({ timestamp }) => timestamp === wanted.timestamp);
    if (wanted.timestamp && !isNear && !isInherited)
      faults.push(`time ${time} instead of ${wanted.timestamp}: ${said}`);
    if (wanted.timestamp === null && time) faults.push(`a time was invented: ${time}: ${said}`);
  }
  if (!want.messages.some(isLoose))
    for (const [index, { role, text }] of got.messages.entries())
      if (!used.has(index) && role === 'user' && text.trim() !== '')
        faults.push(`words nobody wrote as the user's: ${JSON.stringify(text.slice(0, 50))}`);
  return { faults, exact };
}

/** Facts that a conversation of ours must hold where the expectation names them. `title: null`: none may be invented. */
function factFaults(want: WantedConversation, { title, date, facts }: SourceUnit): string[] {
  const faults: string[] = [];
  const check = (what: string, wanted: unknown, got: unknown): void => {
    if (wanted !== undefined && wanted !== null && wanted !== got)
      faults.push(`${what} ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
  };
  if (want.title === null && title !== '') faults.push(`a title was invented: ${title}`);
  if (want.started_at?.endsWith('Z')) check('started_at', Date.parse(want.started_at), Date.parse(date ?? ''));
  check('cwd', want.cwd, facts?.cwd);
  check('git_branch', want.git_branch, facts?.git_branch);
  check('model', want.model, facts?.model);
  return faults;
}

/** Reads the files of a sample, each by the adapter that detection chooses, as `mine FILES --mode chats` does. */
async function readSample(folder: string, files: readonly string[]): Promise<SampleReading> {
  const reading: SampleReading = { units: [], skipped: [], adapters: [] };
  const seen = new Set<string>();
  for (const file of files) {
    const path = resolve(folder, file);
    const root = { ...plainRoot(dirname(path), 'notes'), file: basename(path) };
    const adapter = chooseAdapter(candidateOf(root, root.file), undefined, 'chats');
    reading.adapters.push(adapter?.name);
    if (adapter === undefined) continue;
    const result = await read(adapter, root, root.file);
    if ('skipped' in result) reading.skipped.push(result.skipped);
    else
      for (const unit of result.units) {
        if (seen.has(unit.source)) continue;
        seen.add(unit.source);
        reading.units.push(unit);
      }
  }
  return reading;
}

/**
 * A sample read in-process and compared: the faults, none when it gives what it must. `name` is `format/sample`, without
 * `.expect.json`.
 */
export async function checkSample(name: string): Promise<{ faults: string[]; reading: SampleReading }> {
  const path = join(SHARED, `${name}.expect.json`);
  const wanted: Wanted = JSON.parse(readFileSync(path, 'utf8'));
  const reading = await readSample(dirname(path), wanted.files ?? []);
  const again = await readSample(dirname(path), wanted.files ?? []);
  const conversations = reading.units
    .filter(({ format }) => format === 'transcript/1')
    .map((unit) => ({ unit, title: unit.title, messages: parseTranscript(unit.body).map(toShown) }));
  const faults: string[] = [];
  for (const want of wanted.conversations ?? []) {
    const [best] = conversations
      .map((got) => ({ ...compare(want, got), got }))
      .sort((a, b) => b.exact - a.exact || a.faults.length - b.faults.length);
    if (best === undefined) faults.push(`no conversation for ${JSON.stringify(want.title)}`);
    else faults.push(...best.faults, ...factFaults(want, best.got.unit));
  }
  if (again.units.some((unit, index) => !reading.units[index]?.body.equals(unit.body)))
    faults.push('a second reading gives something else');
  return { faults, reading };
}

/** Names of the samples of a format, for {@link checkSample}. */
export function samplesOf(format: string): string[] {
  if (!existsSync(join(SHARED, format))) return [];
  return readdirSync(join(SHARED, format))
    .filter((file) => file.endsWith('.expect.json'))
    .sort()
    .map((file) => `${format}/${file.slice(0, -'.expect.json'.length)}`);
}

/** Tests that every shared sample of a format gives its expected result, taken by the adapter of that name. */
export function describeSamples(format: string, adapter: string = format): void {
  describe.skipIf(!existsSync(SHARED))(`the shared samples of ${format} (skipped where ../shared is absent)`, () => {
    it.each(samplesOf(format))('%s', async (name) => {
      const { faults, reading } = await checkSample(name);
      expect(faults).toEqual([]);
      expect(reading.units.length).toBeGreaterThan(0);
      expect(new Set(reading.adapters)).toEqual(new Set([adapter]));
    });
  });
}
