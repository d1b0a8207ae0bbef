// A program with nothing to do but to embed (embedding-main.test.ts): its arguments are the model and the worker's program.
import type { ModelSpec } from '../../../src/index/embedding/encoder.js';
import { openEmbedderInWorker } from '../../../src/index/embedding/worker-embedder.js';

const [spec = '{}', worker = '', then = ''] = process.argv.slice(2);
const embedder = await openEmbedderInWorker(JSON.parse(spec) as ModelSpec, { file: worker });
const [embedding] = await embedder.embed(['Hello there.']);
process.stdout.write(`embedded ${embedding?.vector?.length}\n`);
if (then === 'close') {
  await embedder.close();
  process.stdout.write('closed\n');
}
