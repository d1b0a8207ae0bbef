import type { SourceAdapter } from '../types.js';
import { chatgpt } from './chatgpt.js';
import { claudeAi } from './claude-ai.js';
import { claudeAiProject } from './claude-ai-project.js';
import { copilotCsv } from './copilot-csv.js';
import { geminiTakeout } from './gemini-takeout.js';
import { googleAiStudio } from './google-ai-studio.js';

/** Exports of assistants on the web. */
export const WEB_EXPORTS: readonly SourceAdapter[] = [
  chatgpt,
  claudeAi,
  claudeAiProject,
  geminiTakeout,
  googleAiStudio,
  copilotCsv,
];
