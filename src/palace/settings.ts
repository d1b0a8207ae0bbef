import type { GitChoice } from '../git/types.js';
import { asModelChoice } from './model-choice.js';
import type { Settings } from './types.js';

/** Every value that a setting can have, by its dotted key in the user's config file. */
export interface SettingValues {
  palace: string | null;
  'git.engine': GitChoice;
  'secrets.mode': Settings['secrets'];
  'search.limit': number;
  model: string;
  model_hub: string;
  'lock.wait': number;
  'mine.max_source': number;
  'mine.batch': number;
  'mine.vanish_limit': number;
  'rooms.fanout': number;
  'facts.single_valued': string;
  'search.closets': string;
  'search.hall': number;
  'graph.common_share': number;
  'graph.skip_rooms': string;
}
export type SettingKey = keyof SettingValues;

/** One setting: where it may come from, how it is read, and what it means. */
export interface SettingSpec<K extends SettingKey = SettingKey> {
  key: K;
  /** Environment variables, the first that is set wins. */
  env: readonly string[];
  description: string;
  default: SettingValues[K];
  /** Of a number, for display. */
  unit?: 'bytes' | 'ms';
  /** May palace.yaml carry it? Never for anything that names a path, a program or a safeguard (architecture rule 8). */
  shared: boolean;
  /** @throws {TypeError} saying what is accepted. */
  parse(raw: unknown): SettingValues[K];
}

const MIB = 1024 * 1024;

/** The one table of settings. */
export const SETTINGS: { readonly [K in SettingKey]: SettingSpec<K> } = {
  palace: {
    key: 'palace',
    env: ['PALACE_PATH', 'MEMPALACE_PALACE_PATH', 'MEMPAL_PALACE_PATH'],
    description: 'folder of the palace that is used where no other is named',
    default: null,
    shared: false,
    parse: (raw) => {
      if (typeof raw === 'string' && raw !== '' && !raw.includes('\0')) return raw;
      throw new TypeError('expected the path of a folder');
    },
  },
  'git.engine': {
    key: 'git.engine',
    env: ['PALACE_GIT'],
    description: 'what speaks git: the git binary (system), isomorphic-git, or whichever is there (auto)',
    default: 'auto',
    shared: false,
    parse: oneOf('auto', 'system', 'isomorphic'),
  },
  'secrets.mode': {
    key: 'secrets.mode',
    env: ['PALACE_SECRETS'],
    description:
      'what happens to a password or token in a write: redact (kept out of notes and conversations), warn, refuse or off',
    default: 'redact',
    shared: false,
    parse: oneOf('redact', 'warn', 'refuse', 'off'),
  },
  'search.limit': {
    key: 'search.limit',
    env: ['PALACE_SEARCH_LIMIT'],
    description: 'hits of a search without --limit',
    default: 10,
    shared: false,
    parse: whole(1, 1000),
  },
  model: {
    key: 'model',
    env: ['PALACE_MODEL'],
    description: 'model that finds by meaning: bundled, none, or what palace model use was given',
    default: 'bundled',
    // Each clone makes its own vectors, and a path of one machine means nothing on another.
    shared: false,
    parse: asModelChoice,
  },
  model_hub: {
    key: 'model_hub',
    env: ['PALACE_MODEL_HUB'],
    description: 'where palace model fetch gets models from: the hub, or a mirror of it',
    default: 'https://huggingface.co',
    shared: false,
    parse: webAddress,
  },
  'lock.wait': {
    key: 'lock.wait',
    env: ['PALACE_LOCK_WAIT'],
    description: 'how long a write waits for each writer before it (seconds, or 500ms, 30s, 2m)',
    default: 60_000,
    unit: 'ms',
    shared: false,
    parse: duration,
  },
  'mine.max_source': {
    key: 'mine.max_source',
    env: ['PALACE_MAX_SOURCE'],
    description: 'larger files are reported, not read (bytes, or 900kB, 200MB, 1GB)',
    default: 500 * MIB,
    unit: 'bytes',
    shared: false,
    parse: size,
  },
  'mine.batch': {
    key: 'mine.batch',
    env: ['PALACE_MINE_BATCH'],
    description: 'drawers in one commit of a large mine',
    default: 1000,
    shared: false,
    parse: whole(1, 100_000),
  },
  'mine.vanish_limit': {
    key: 'mine.vanish_limit',
    env: ['PALACE_VANISH_LIMIT'],
    description: 'share of a wing (0 to 1) that may vanish with its sources in one mine before it stops and asks',
    default: 0.2,
    shared: false,
    parse: share,
  },
  'rooms.fanout': {
    key: 'rooms.fanout',
    env: ['PALACE_ROOM_FANOUT'],
    description: 'drawers in a room before new ones are filed in a folder of their month',
    default: 1000,
    // Clones must file alike, so this one travels with the palace.
    shared: true,
    parse: whole(1, 1_000_000),
  },
  'facts.single_valued': {
    key: 'facts.single_valued',
    env: ['PALACE_SINGLE_VALUED'],
    description: 'relations of which a subject has one value at a time: a new one ends the old one',
    default:
      'works_at, employed_by, reports_to, lives_in, married_to, birthday, born_on, starts_on, ends_on, due, scheduled_for, status',
    // Clones must judge alike, so this one travels with the palace.
    shared: true,
    parse: words,
  },
  'search.closets': {
    key: 'search.closets',
    env: ['PALACE_CLOSETS'],
    description: 'raises (0 to 1) of the drawers whose closets fit a search best, by rank: 0.4, 0.25, 0.15, 0.08, 0.04',
    default: '',
    shared: false,
    parse: (raw) => {
      const list = words(raw);
      if (list.split(', ').every((word) => Number(word) >= 0 && Number(word) <= 1)) return list;
      throw new TypeError('expected numbers from 0 to 1 with commas between them (none for no raise)');
    },
  },
  'search.hall': {
    key: 'search.hall',
    env: ['PALACE_HALL_RAISE'],
    description: 'raise (0 to 1) of a drawer whose best passage is of the hall that the search asks for',
    default: 0,
    shared: false,
    parse: share,
  },
  'graph.common_share': {
    key: 'graph.common_share',
    env: ['PALACE_COMMON_SHARE'],
    description: 'a room in more than this share of the wings (0 to 1, from 5 wings on) makes no tunnel',
    default: 0.8,
    shared: true,
    parse: share,
  },
  'graph.skip_rooms': {
    key: 'graph.skip_rooms',
    env: ['PALACE_SKIP_ROOMS'],
    description: 'rooms that stand for no idea and make no tunnel, whatever wings they are in',
    default: 'general, diary',
    shared: true,
    parse: words,
  },
};

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

export function isSettingKey(text: string): text is SettingKey {
  return Object.hasOwn(SETTINGS, text);
}

function oneOf<T extends string>(...words: readonly T[]): (raw: unknown) => T {
  return (raw) => {
    const found = words.find((word) => word === raw);
    if (found !== undefined) return found;
    throw new TypeError(`expected ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
  };
}

function whole(least: number, most: number): (raw: unknown) => number {
  return (raw) => {
    const value = numberOf(raw);
    if (value !== undefined && Number.isInteger(value) && value >= least && value <= most) return value;
    throw new TypeError(`expected a whole number from ${least} to ${most}`);
  };
}

/** Words with commas between them, given as a text or as a list; none of them means an empty list. */
function words(raw: unknown): string {
  const given = typeof raw === 'string' ? raw.split(',') : raw;
  if (Array.isArray(given) && given.every((word) => typeof word === 'string'))
    return given
      .map((word) => word.trim())
      .filter((word) => word !== '' && word !== 'none')
      .join(', ');
  throw new TypeError('expected words with commas between them, such as works_at, lives_in (none for no word)');
}

function webAddress(raw: unknown): string {
  const found = typeof raw === 'string' && URL.canParse(raw) ? new URL(raw) : undefined;
  if (found !== undefined && /^https?:$/.test(found.protocol)) return found.href.replace(/\/+$/, '');
  throw new TypeError('expected an address that begins with https:// or http://');
}

function share(raw: unknown): number {
  const value = numberOf(raw);
  if (value !== undefined && value >= 0 && value <= 1) return value;
  throw new TypeError('expected a number from 0 to 1');
}

/** Milliseconds; a bare number is seconds. */
function duration(raw: unknown): number {
  const found = /^(\d+(?:\.\d+)?)\s*(ms|s|m)?$/.exec(String(raw).trim());
  const value = found ? Number(found[1]) * ({ ms: 1, s: 1000, m: 60_000 }[found[2] ?? 's'] ?? 1000) : Number.NaN;
  if (value >= 0 && value <= 86_400_000) return Math.round(value);
  throw new TypeError('expected seconds, or a duration such as 500ms, 30s or 2m');
}

/** Bytes; `kB`, `MB`, `GB` are powers of 1000, `KiB`, `MiB`, `GiB` of 1024. */
function size(raw: unknown): number {
  const found = /^(\d+(?:\.\d+)?)\s*(?:([kKmMgG])(i?)[bB]?|[bB])?$/.exec(String(raw).trim());
  if (found) {
    const power = { k: 1, m: 2, g: 3 }[found[2]?.toLowerCase() ?? ''] ?? 0;
    const bytes = Math.round(Number(found[1]) * (found[3] ? 1024 : 1000) ** power);
    // Node cannot hold a larger text in one string.
    if (bytes >= 1 && bytes <= 500 * MIB) return bytes;
  }
  throw new TypeError('expected a size up to 500MiB, such as 900kB, 200MB or 1048576');
}

function numberOf(raw: unknown): number | undefined {
  if (typeof raw === 'number') return raw;
  if (typeof raw === 'string' && /^\d+(?:\.\d+)?$/.test(raw.trim())) return Number(raw);
  return undefined;
}
