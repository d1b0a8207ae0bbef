import { describeSamples } from './shared-fixtures.js';

for (const format of 'gemini-cli cline roo-code opencode goose continue copilot-chat cursor windsurf'.split(' '))
  describeSamples(format);
