import type { SourceAdapter } from './types.js';

/** Front-matter key: the adapter that read the source and its version, `claude-code/2`; absent for version 1. */
export const ADAPTER_VERSION = 'adapter_version';

/** What a drawer says of the adapter that read its source; undefined for version 1, which says nothing. */
export function readerMark({ name, version }: Pick<SourceAdapter, 'name' | 'version'>): string | undefined {
  return version > 1 ? `${name}/${version}` : undefined;
}

/** The adapter and version that a mark names; undefined where it is none. */
export function parseReaderMark(mark: unknown): { name: string; version: number } | undefined {
  const found = typeof mark === 'string' ? /^(.+)\/([1-9]\d{0,8})$/.exec(mark) : null;
  const [, name, version] = found ?? [];
  return name === undefined || version === undefined ? undefined : { name, version: Number(version) };
}
