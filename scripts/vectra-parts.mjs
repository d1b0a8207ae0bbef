// vectra is an index with many things around it. Only its LocalIndex is used, which its package does not offer by name, and which
// loads a text search and a language model (wink) that are not used: whoever bundles or runs our sources resolves these names so.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ABSENT = join(ROOT, 'scripts', 'absent.cjs');

/** For running the sources: everything is installed, only the name is missing. */
export const vectraName = {
  'vectra/lib/LocalIndex.js': join(ROOT, 'node_modules', 'vectra', 'lib', 'LocalIndex.js'),
};

/** For bundling: what is not used stays out. */
export const vectraParts = {
  ...vectraName,
  'wink-bm25-text-search': ABSENT,
  'wink-nlp': ABSENT,
  'wink-eng-lite-web-model': ABSENT,
  protobufjs: ABSENT,
};
