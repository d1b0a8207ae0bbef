import type { SourceAdapter } from '../types.js';
import { claudeCode } from './claude-code.js';
import { codex } from './codex.js';

/** Logs and exports of coding agents, the surest first. */
export const AGENTS: readonly SourceAdapter[] = [claudeCode, codex];
