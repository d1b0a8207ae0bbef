/** `small` in the everyday suite, `full` behind `npm run test:long` (PALACE_TEST_LONG=1). */
export function longRun(small: number, full: number): number {
  return process.env.PALACE_TEST_LONG === '1' ? full : small;
}
