/** Emotion words and their codes, as the format has always had them. Compared in lower case. */
const EMOTION_WORDS: readonly (readonly [code: string, words: string])[] = [
  ['vul', 'vulnerability vulnerable'],
  ['joy', 'joy joyful'],
  ['fear', 'fear mild_fear'],
  ['trust', 'trust trust_building'],
  ['grief', 'grief raw_grief'],
  ['wonder', 'wonder philosophical_wonder'],
  ['rage', 'rage anger'],
  ['love', 'love devotion'],
  ['hope', 'hope'],
  ['despair', 'despair hopelessness'],
  ['peace', 'peace'],
  ['relief', 'relief'],
  ['humor', 'humor dark_humor'],
  ['tender', 'tenderness'],
  ['raw', 'raw_honesty brutal_honesty'],
  ['doubt', 'self_doubt'],
  ['anx', 'anxiety'],
  ['exhaust', 'exhaustion'],
  ['convict', 'conviction'],
  ['passion', 'quiet_passion'],
  ['warmth', 'warmth'],
  ['curious', 'curiosity'],
  ['grat', 'gratitude'],
  ['frust', 'frustration'],
  ['confuse', 'confusion'],
  ['satis', 'satisfaction'],
  ['excite', 'excitement'],
  ['determ', 'determination'],
  ['surprise', 'surprise'],
];

const CODE_OF_EMOTION: ReadonlyMap<string, string> = new Map(
  EMOTION_WORDS.flatMap(([code, words]) => words.split(' ').map((word): [string, string] => [word, code])),
);

/** Each emotion code and the first word that has it. */
export const EMOTIONS: ReadonlyMap<string, string> = new Map(
  EMOTION_WORDS.map(([code, words]) => [code, words.split(' ')[0] ?? code]),
);

export const FLAGS = ['DECISION', 'ORIGIN', 'CORE', 'PIVOT', 'TECHNICAL', 'SENSITIVE', 'GENESIS'] as const;
export type Flag = (typeof FLAGS)[number];
const FLAG_SET: ReadonlySet<string> = new Set(FLAGS);

export function isFlag(word: string): word is Flag {
  return FLAG_SET.has(word);
}

/** Marks of tone that a writer may put before or into a text. */
export const TONES: ReadonlyMap<string, string> = new Map([
  ['*warm*', 'joy'],
  ['*fierce*', 'determination'],
  ['*raw*', 'vulnerability'],
  ['*bloom*', 'tenderness'],
]);

/** Words before a colon that name the topic of a hand-written line. */
export const GROUPS: readonly string[] = [
  'TEAM',
  'PROJ',
  'SPRINT',
  'DECISION',
  'FAM',
  '⚠',
  'ACTION',
  'RELEASE',
  'NOTE',
];

/** Stands for "nobody" and for "no topic". */
export const NOBODY = '???';
export const NO_TOPIC = 'misc';

/** Most emotions and flags of a line. */
const MOST_MARKS = 3;

/**
 * Codes of emotion words: at most three, none twice, in order. A word that is not known gives its first four letters in lower case;
 * one without a letter gives nothing.
 */
export function emotionCodes(words: readonly string[]): string[] {
  const codes = words.flatMap((word) => {
    const key = word.trim().toLowerCase();
    const known = CODE_OF_EMOTION.get(key) ?? (EMOTIONS.has(key) ? key : undefined);
    const code =
      known ??
      Array.from(key.replace(/[^\p{L}\p{M}_]/gu, ''))
        .slice(0, 4)
        .join('');
    return code === '' ? [] : [code];
  });
  return [...new Set(codes)].slice(0, MOST_MARKS);
}

/** The word for an emotion code; the code itself when the list has none. */
export function emotionWord(code: string): string {
  return EMOTIONS.get(code) ?? code;
}
