import { type LeftOut, preserveClaims } from '../../aaak/claims.js';
import type { CodeTable } from '../../aaak/codes.js';
import {
  compressAsOriginal,
  type DialectConfig,
  originalEstimate,
  type TextPlace,
} from '../../aaak/compat/compress.js';
import { compressText } from '../../aaak/compress.js';
import { renderLines } from '../../aaak/lines.js';
import { createSignals } from '../../aaak/signals.js';
import { type CompressionStats, compressionStats, loadTokenCounter, TOKEN_ENCODING } from '../../aaak/tokens.js';
import type { DrawerRow } from '../../index/types.js';
import { readDrawer } from '../../palace/drawers.js';
import { roomName, wingName } from '../../palace/names.js';
import { type NamedRoom, namedRoom } from '../../palace/room-aliases.js';
import { parseTranscript } from '../../palace/transcript.js';
import type { Drawer, Palace } from '../../palace/types.js';
import { mustStand, roomMustStand } from '../select/filters.js';
import { liveRows } from '../select/live-rows.js';
import { readCodes, readDialectConfig } from './codes.js';

export interface CompressRequest {
  wing?: string;
  room?: string;
  /** Most drawers, the newest first; 0 for all. Default 100. */
  limit?: number;
  claims?: boolean;
  compat?: boolean;
  config?: string;
}

export interface CompressedDrawer extends CompressionStats {
  id: string;
  path: string;
  wing: string;
  room: string;
  text: string;
  left_out: LeftOut[];
}

export interface CompressResult extends CompressionStats {
  drawers: CompressedDrawer[];
  /** Drawers that fit, those beyond the limit too. */
  total: number;
  mode: 'index' | 'claims' | 'compat';
}

/**
 * The drawers of a palace, wing or room in AAAK. Nothing is written: it is derived, and made again when asked for.
 * @throws PalaceError `not-found` (exit 4) for a wing or room that is not there, `bad-name`, `bad-config` (exit 2).
 */
export async function compressDrawers(palace: Palace, request: CompressRequest): Promise<CompressResult> {
  const config = await readDialectConfig(request.config, palace.runtime);
  const codes = await readCodes(palace, config);
  const room = request.room === undefined ? undefined : await namedRoom(palace, roomName(request.room));
  const rows = chosenRows(await liveRows(palace), request, room);
  const limit = request.limit ?? 100;
  const counter = await loadTokenCounter();
  const [count, counted] = request.compat === true ? [originalEstimate, 'estimate'] : [counter, TOKEN_ENCODING];
  const encode = createEncoder(request, codes, config);
  const drawers: CompressedDrawer[] = [];
  for (const { path, id, wing, room } of limit === 0 ? rows : rows.slice(0, limit)) {
    palace.runtime.signal?.throwIfAborted();
    const drawer = await readDrawer(palace, path);
    const words = wordsOf(drawer);
    const { text, left_out } = encode(drawer, words);
    drawers.push({ id, path, wing, room, text, left_out, ...compressionStats(words, text, count, counted) });
  }
  const total = (key: 'original_tokens' | 'compressed_tokens' | 'original_chars' | 'compressed_chars'): number =>
    drawers.reduce((sum, drawer) => sum + drawer[key], 0);
  const before = total('original_tokens');
  const after = total('compressed_tokens');
  return {
    drawers,
    total: rows.length,
    mode: request.compat === true ? 'compat' : request.claims === true ? 'claims' : 'index',
    original_tokens: before,
    compressed_tokens: after,
    ratio: Math.round((before / Math.max(after, 1)) * 1000) / 1000,
    original_chars: total('original_chars'),
    compressed_chars: total('compressed_chars'),
    counted,
  };
}

function chosenRows(rows: readonly DrawerRow[], request: CompressRequest, room: NamedRoom | undefined): DrawerRow[] {
  const wing = request.wing === undefined ? undefined : wingName(request.wing);
  const names = (read: (row: DrawerRow) => string): string[] => rows.map(read);
  if (wing !== undefined)
    mustStand(
      'wing',
      wing,
      names((row) => row.wing),
    );
  const inWing = wing === undefined ? rows : rows.filter((row) => row.wing === wing);
  if (room !== undefined) roomMustStand(room, inWing);
  const time = (row: DrawerRow): string => String(row.front.date ?? row.front.filed ?? '');
  return inWing
    .filter((row) => room === undefined || room.holds(row.wing, row.room))
    .sort((a, b) => (time(a) === time(b) ? (a.path < b.path ? -1 : 1) : time(a) < time(b) ? 1 : -1));
}

/** What was said: of a conversation without the header lines. */
export function wordsOf(drawer: Drawer): string {
  if (drawer.front.body !== 'transcript/1') return drawer.body.toString('utf8');
  return parseTranscript(drawer.body)
    .filter(({ kind }) => kind === 'text')
    .map(({ speaker, text }) => `${speaker}: ${text}`)
    .join('\n\n');
}

function createEncoder(
  request: CompressRequest,
  codes: CodeTable,
  config: DialectConfig,
): (drawer: Drawer, words: string) => { text: string; left_out: LeftOut[] } {
  const signals = createSignals();
  return ({ front, wing, room, path }, words) => {
    const place: TextPlace = { wing, room, source_file: path, ...(front.date !== undefined && { date: front.date }) };
    if (request.compat === true) return { text: compressAsOriginal(words, place, config), left_out: [] };
    if (request.claims === true) {
      const { lines, left_out } = preserveClaims(words, codes, place);
      return { text: renderLines(lines), left_out };
    }
    const stars = front.importance === undefined ? {} : { importance: front.importance };
    return { text: renderLines(compressText(words, { codes, place, signals, ...stars })), left_out: [] };
  };
}
