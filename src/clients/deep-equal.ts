import { isDeepStrictEqual } from 'node:util';

/** Whether two values of JSON are the same. The order of keys makes no difference. */
export function deepEqual(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(plain(one), plain(other));
}

/** Without the prototypes and dates of parsers. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}
