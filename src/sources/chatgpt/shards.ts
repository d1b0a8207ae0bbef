import { isObject, parseJson } from '../json.js';
import { namesBeside, textBeside } from '../siblings.js';
import type { Candidate } from '../types.js';

const SHARD = /^conversations-(\d+)\.json$/;
const MANIFEST = 'export_manifest.json';

/**
 * Shards of the same export that are not there: named by the manifest, or a gap in the numbers. Only the first shard that
 * stands beside the others says so, that it is said once.
 */
export function missingShards(candidate: Candidate): string[] {
  const own = candidate.relative.slice(candidate.relative.lastIndexOf('/') + 1);
  if (!SHARD.test(own)) return [];
  const present = namesBeside(candidate).filter((name) => SHARD.test(name));
  if ([...present].sort()[0] !== own) return [];
  const wanted = new Set([...manifestNames(candidate), ...gaps(present)]);
  return [...wanted].filter((name) => !present.includes(name)).sort();
}

function gaps(present: readonly string[]): string[] {
  const numbers = present.map((name) => Number(SHARD.exec(name)?.[1]));
  const digits = SHARD.exec(present[0] ?? '')?.[1]?.length ?? 3;
  const last = Math.max(...numbers);
  // A file of another kind with a huge number is no sign of a thousand lost ones.
  if (last > present.length + 1000) return [];
  return Array.from({ length: last }, (_, number) => number)
    .filter((number) => !numbers.includes(number))
    .map((number) => `conversations-${String(number).padStart(digits, '0')}.json`);
}

function manifestNames(candidate: Candidate): string[] {
  const manifest = parseJson(textBeside(candidate, MANIFEST));
  const logical = isObject(manifest) && isObject(manifest.logical_files) ? Object.values(manifest.logical_files) : [];
  return logical.flatMap((entry) =>
    isObject(entry) && Array.isArray(entry.files)
      ? entry.files.filter((name): name is string => typeof name === 'string' && SHARD.test(name))
      : [],
  );
}
