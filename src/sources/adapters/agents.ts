import type { SourceAdapter } from '../types.js';
import { claudeCode } from './claude-code.js';
import { cline, rooCode } from './cline.js';
import { codex } from './codex.js';
import { continueDev } from './continue.js';
import { copilotChat } from './copilot-chat.js';
import { cursor } from './cursor.js';
import { geminiCli } from './gemini-cli.js';
import { goose } from './goose.js';
import { opencode } from './opencode.js';
import { windsurf } from './windsurf.js';

/** Logs and exports of coding agents. */
export const AGENTS: readonly SourceAdapter[] = [
  claudeCode,
  codex,
  geminiCli,
  cline,
  rooCode,
  opencode,
  goose,
  continueDev,
  copilotChat,
  cursor,
  windsurf,
];
