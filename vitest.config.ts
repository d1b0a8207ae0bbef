import { defineConfig } from 'vitest/config';
import { vectraName } from './scripts/vectra-parts.mjs';
import CountReporter from './test/support/count-reporter.js';

/** `PALACE_TEST_LONG=1` (npm run test:long) turns the small counts of property, kill and load tests into the full ones. */
export default defineConfig({
  resolve: { alias: vectraName },
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    disableConsoleIntercept: true,
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', new CountReporter()],
  },
});
