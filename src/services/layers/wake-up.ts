import { TOKEN_ENCODING, type TokenCounter } from '../../aaak/tokens.js';
import { EXIT, PalaceError } from '../../base/errors.js';
import { didYouMean } from '../../base/near.js';
import { wingName } from '../../palace/names.js';
import type { Palace, WingName } from '../../palace/types.js';
import { fenced } from '../../text/fenced.js';
import { readCodes } from '../aaak/codes.js';
import { mustStand } from '../select/filters.js';
import { withLiveIndex } from '../select/live-rows.js';
import { withTokenCounts } from './counts.js';
import { chooseEssentials, type Essential } from './essentials.js';
import { checkBudget, fitIn } from './fit.js';
import { NO_IDENTITY, readIdentity } from './identity.js';
import { type Knowledge, readKnowledge } from './knowledge.js';
import { aaakEntries, factSentence, SNIPPET, storyAaak, storyText } from './render.js';
import { createSnippetPicker } from './snippet.js';
import { LAYER_FORMATS, type LayerFormat, type LayerMemory, type LayersResult } from './types.js';

export interface WakeUpRequest {
  /** Only this wing's memories. Holds for this call and no other. */
  wing?: string;
  /** `text` (default) or `aaak`. */
  format?: string;
  /** Most tokens of the whole text. Default 850 as text, 170 as AAAK. */
  tokens?: number;
}

const BUDGET: Readonly<Record<LayerFormat, number>> = { text: 850, aaak: 170 };
/** Memories of layer 1, unless the budget has room for more. */
const MEMORIES = 15;
const MOST_MEMORIES = 100;
/** Lengths of quotations where not all would fit. Characters. */
const SHORTER = [160, 130, 100] as const;
const NO_MEMORIES = 'No memories yet: palace add TEXT, or palace mine PATH.\n';
const MOST_FACTS = 5;

/**
 * What an assistant should know before the first word: who it is (L0) and the essential story (L1), within a budget of tokens that is
 * counted. Layer 0 is never cut for the budget.
 * @throws PalaceError `not-found` (exit 4) for a wing that is not there, `bad-name`, `bad-format`, `bad-tokens` (exit 2).
 */
export async function wakeUp(palace: Palace, request: WakeUpRequest): Promise<LayersResult> {
  const format = checkFormat(request.format ?? 'text');
  const budget = checkBudget(request.tokens ?? BUDGET[format]);
  const wing = request.wing === undefined ? undefined : wingName(request.wing);
  const [identity, knowledge, codes] = await Promise.all([
    readIdentity(palace),
    readKnowledge(palace),
    readCodes(palace),
  ]);
  const most = Math.min(MOST_MEMORIES, Math.max(MEMORIES, Math.floor(budget / 57)));
  const today = Math.floor(palace.runtime.now().getTime() / 86_400_000);
  const found = await withLiveIndex(palace, async (index) => {
    if (wing !== undefined) mustStand('wing', wing, index.places().keys());
    const essentials = await chooseEssentials(index, knowledge, {
      count: most,
      today,
      ...(wing !== undefined && { wing }),
    });
    return { ...essentials, notes: index.notes };
  });
  const first = layerZero(identity.text, format);
  const facts = format === 'aaak' ? [] : factsOf(knowledge, found.chosen, wing);
  const others = found.considered - found.superseded - found.retired;
  const picker = createSnippetPicker();
  const fitting = (longest: number, count: TokenCounter): Fitted => {
    const memories = found.chosen.map((essential) => memoryOf(essential, picker.pick(essential.words, longest)));
    const entries =
      format === 'aaak'
        ? aaakEntries(
            memories,
            found.chosen.map(({ words }) => words),
            codes,
          )
        : [];
    const story = (items: number): string =>
      format === 'aaak'
        ? storyAaak(entries.slice(0, items), codes)
        : `## L1 - ESSENTIAL STORY\n\n${storyText(memories.slice(0, items), facts, Math.max(0, others - items)) || NO_MEMORIES}`;
    const second = (items: number): string => story(items) || NO_MEMORIES;
    const separator = format === 'aaak' ? '' : '\n';
    return { memories, second, ...fitIn(budget, memories.length, count, (items) => first + separator + second(items)) };
  };
  const { whole, tokens } = await withTokenCounts(palace, (count) => {
    // Rather shorter quotations than fewer memories; in AAAK a line has one length.
    let whole = fitting(SNIPPET.L1, count);
    for (const longest of format === 'aaak' ? [] : SHORTER) {
      if (whole.items >= Math.min(MEMORIES, whole.memories.length)) break;
      whole = fitting(longest, count);
    }
    return { whole, tokens: [count(first), count(whole.second(whole.items))] as const };
  });
  const { memories } = whole;
  const notes = identity.cut ? ['identity.md is longer than 8,000 characters; its beginning is used'] : [];
  if (whole.tokens > budget)
    notes.push(`layer 0 and what must stand take ${whole.tokens} tokens, more than the budget of ${budget}`);
  return {
    text: whole.text,
    tokens: whole.tokens,
    counted: TOKEN_ENCODING,
    budget,
    format,
    layers: [
      { layer: 'L0', tokens: tokens[0], memories: [], facts: [] },
      { layer: 'L1', tokens: tokens[1], memories: memories.slice(0, whole.items), facts },
    ],
    considered: found.considered,
    superseded: found.superseded,
    retired: found.retired,
    notes: [...notes, ...found.notes],
  };
}

interface Fitted {
  memories: LayerMemory[];
  /** Layer 1 with so many of them. */
  second(items: number): string;
  items: number;
  text: string;
  tokens: number;
}

/** @throws PalaceError `bad-format` (exit 2). */
export function checkFormat(text: string): LayerFormat {
  const format = LAYER_FORMATS.find((each) => each === text.trim().toLowerCase());
  if (format !== undefined) return format;
  const near = didYouMean(text, LAYER_FORMATS);
  throw new PalaceError('bad-format', `there is no format "${text}"${near === '' ? '' : `; ${near}`}`, {
    exit: EXIT.usage,
    next: [`give one of ${LAYER_FORMATS.join(', ')}`],
    details: { field: 'format' },
  });
}

function layerZero(identity: string, format: LayerFormat): string {
  const text = identity === '' ? NO_IDENTITY : identity;
  const own = identity === '' ? `${text}\n` : fenced(text, 'identity.md, as the owner of this palace wrote it');
  return format === 'aaak' ? own : `## L0 - IDENTITY\n\n${own}`;
}

/** Facts of the wing (those of its memories), or of all; the best known first. */
function factsOf({ current, holding }: Knowledge, chosen: readonly Essential[], wing: WingName | undefined): string[] {
  const own = new Set(chosen.flatMap(({ row }) => (holding.get(row.id) ?? []).map(({ id }) => id)));
  const about =
    wing === undefined
      ? current
      : current.filter(({ id, subject, object }) => own.has(id) || isNamed(wing, subject, object));
  return [...new Set(about.map(factSentence))].slice(0, MOST_FACTS);
}

function isNamed(wing: WingName, ...names: readonly string[]): boolean {
  return names.some(
    (name) =>
      name
        .trim()
        .toLowerCase()
        .replace(/[\s_]+/g, '-') === wing,
  );
}

function memoryOf({ row, score, signals }: Essential, snippet: string): LayerMemory {
  const { id, path, wing, room, title, front } = row;
  const { date, filed, importance } = front;
  return {
    id,
    path,
    wing,
    room,
    title,
    date: date ?? filed ?? null,
    importance: typeof importance === 'number' ? importance : null,
    snippet,
    score: Math.round(score * 100) / 100,
    signals: Object.fromEntries(Object.entries(signals).map(([key, points]) => [key, Math.round(points * 100) / 100])),
  };
}
