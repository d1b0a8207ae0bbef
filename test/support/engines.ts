/** Both git engines; `PALACE_TEST_GIT=system` limits a run to one. */
export const ENGINES = (['system', 'isomorphic'] as const).filter(
  (engine) => process.env.PALACE_TEST_GIT === undefined || process.env.PALACE_TEST_GIT === engine,
);
