import { openVectorStore } from '../../../../src/index/vectors/store/open.js';
import { testRuntime } from '../../../support/runtime.js';
import { DIMENSIONS, idOf, item } from './vectors.js';

/** Adds batches of random size, one after another from the first that is missing, saying each, until it is killed or done. */
const [folder = '', offset = '0', batches = '1000000'] = process.argv.slice(2);
// Two writers draw different tokens for their locks.
const runtime = testRuntime({ home: folder, seed: offset });
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
// What another writer kept from being written waits in memory: on a slow disk, for as long as that one goes on.
for (let kept = false; !kept; ) {
  await store.upsert([]);
  const onDisk = await openVectorStore(folder, { dimensions: DIMENSIONS, model: 'test', runtime, readOnly: true });
  kept = from === Number(offset) || onDisk.has(idOf(from - 1));
  onDisk.close();
}
store.close();
