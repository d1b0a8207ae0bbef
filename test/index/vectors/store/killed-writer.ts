import { openVectorStore } from '../../../../src/index/vectors/store/open.js';
import { testRuntime } from '../../../support/runtime.js';
import { DIMENSIONS, idOf, item } from './vectors.js';

/** Adds batches of random size, one after another from the first that is missing, saying each, until it is killed or done. */
const [folder = '', offset = '0', batches = '1000000'] = process.argv.slice(2);
const runtime = testRuntime({ home: folder });
const store = await openVectorStore(folder, { dimensions: DIMENSIONS, model: 'test', runtime });
const size = (batch: number): number => [3, 170, 40, 600, 1, 90][batch % 6] ?? 1;
let from = Number(offset);
for (let batch = 0; batch < Number(batches); batch++) {
  const items = Array.from({ length: size(batch) }, (_, at) => item(from + at));
  from += items.length;
  if (store.has(idOf(from - 1))) continue;
  await store.upsert(items);
  process.stdout.write(`${batch}\n`);
}
// Whatever another writer kept from being written.
for (let attempt = 0; attempt < 20; attempt++) await store.upsert([]);
store.close();
