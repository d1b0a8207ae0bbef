import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Ends the run with one line for programs: `123 passed, 0 failed` and `, 4 skipped` when any were. A file that could not
 * be loaded, and an error outside any test, count as one failure each.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      let failedHere = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state] += 1;
        if (state === 'failed') failedHere += 1;
      }
      if (failedHere === 0 && !module.ok()) counts.failed += 1;
    }
    const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`;
    // After vitest's own summary, which is printed when the reporters before this one end.
    process.stdout.write(`${counts.passed} passed, ${counts.failed + counts.pending} failed${skipped}\n`);
  }
}
