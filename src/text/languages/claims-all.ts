import type { ClaimLanguage } from './claims.js';
import { claimsEn } from './claims-en.js';
import { claimsZh } from './claims-zh.js';

/** Every language in which statements are read. */
export const CLAIM_LANGUAGES: readonly ClaimLanguage[] = [claimsEn, claimsZh];
