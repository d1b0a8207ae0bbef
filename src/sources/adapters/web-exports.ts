import type { SourceAdapter } from '../types.js';
import { chatgpt } from './chatgpt.js';
import { claudeAi } from './claude-ai.js';
import { claudeAiProject } from './claude-ai-project.js';

/** Exports of assistants on the web. */
export const WEB_EXPORTS: readonly SourceAdapter[] = [chatgpt, claudeAi, claudeAiProject];
