import type { DialectWords } from './dialect.js';
import { dialectEn } from './dialect-en.js';
import { dialectZh } from './dialect-zh.js';

/** Every language whose feelings, flags and claims the AAAK dialect knows. */
export const DIALECTS: readonly DialectWords[] = [dialectEn, dialectZh];
