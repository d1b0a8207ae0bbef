/** What the adapters of coding agents' logs declare in the same words. */
export const LOG_TRANSFORMS = {
  records: 'records become blocks of transcript/1, in the order of the file',
  brief: 'with tools `brief`, calls and results are shortened',
} as const;
