import { describeSamples } from './shared-fixtures.js';

describeSamples('claude-code');
