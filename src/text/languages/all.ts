import { en } from './en.js';
import type { LanguagePack } from './language.js';
import { zh } from './zh.js';

/** Every language pack that ships. */
export const LANGUAGES: readonly LanguagePack[] = [en, zh];

/** The stop words of all languages together: a palace mixes languages within one sentence. */
export const STOP_WORDS: ReadonlySet<string> = new Set(LANGUAGES.flatMap((language) => language.stopWords));
