import type { NameWords } from './names.js';
import { namesEn } from './names-en.js';
import { namesZh } from './names-zh.js';

/** Every language whose names are found in prose. */
export const NAME_LANGUAGES: readonly NameWords[] = [namesEn, namesZh];
