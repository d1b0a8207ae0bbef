import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeModel } from '../../../src/index/embedding/describe.js';
import { openEmbedder } from '../../../src/index/embedding/embedder.js';
import type { Embedder } from '../../../src/index/embedding/types.js';
import { openEmbedderInWorker } from '../../../src/index/embedding/worker-embedder.js';
import { refusal } from '../../services/support.js';
import { testRuntime } from '../../support/runtime.js';
import { tempDir } from '../../support/temp.js';
import { bundledSpec, copiedModel } from './support.js';

const NETWORK = 'onnx/model_quantized.onnx';

describe.each([
  ['in this thread', openEmbedder],
  ['in a process of its own', openEmbedderInWorker],
] as const)('a damaged model, %s', (_, open) => {
  const opened = async (spoil: (folder: string) => void): Promise<Embedder> => {
    const folder = copiedModel();
    const spec = await describeModel(testRuntime({ home: tempDir() }), folder, folder);
    spoil(folder);
    return open(spec);
  };

  it.each([
    ['a cut network', NETWORK, 'does not load', (file: string) => truncateSync(file, 1_000_000)],
    ['a network of noise', NETWORK, 'does not load', (file: string) => writeFileSync(file, 'no network')],
    ['no network', NETWORK, 'does not load (ENOENT)', (file: string) => rmSync(file)],
    ['no tokenizer', 'tokenizer.json', 'is missing', (file: string) => rmSync(file)],
    ['half a tokenizer', 'tokenizer.json', 'is not JSON', (file: string) => truncateSync(file, 5000)],
    ['a tokenizer without pieces', 'tokenizer.json', 'has no vocabulary', (file: string) => writeFileSync(file, '{}')],
    ['a list for a config', 'config.json', 'is not what it should be', (file: string) => writeFileSync(file, '[]')],
    [
      'a tokenizer of no known kind',
      'tokenizer.json',
      'does not load',
      (file: string) => writeFileSync(file, '{"added_tokens": [], "model": {"type": "Runes", "vocab": {"a": 0}}}'),
    ],
  ])('with %s names the file and what to type', async (_what, path, why, spoil) => {
    const error = await refusal(opened((folder) => spoil(join(folder, path))));
    expect(error.code).toBe('model-damaged');
    expect(error.message).toContain(path);
    expect(error.message).toContain(why);
    expect(error.message).not.toMatch(/\n| at /);
    expect(error.next).toContain('palace model use bundled');
  });

  it('of other dimensions than it says is none to embed with', async () => {
    const embedder = await open({ ...(await bundledSpec()), dimensions: 384 });
    try {
      const error = await refusal(embedder.embed(['Hello']));
      expect(error).toMatchObject({ code: 'model-damaged' });
      expect(error.message).toContain('gives vectors of 512 numbers instead of 384');
    } finally {
      await embedder.close();
    }
  });
});

describe('a process that fails', () => {
  it('without its program is no mystery', async () => {
    const error = await refusal(openEmbedderInWorker(await bundledSpec(), { file: join(tempDir(), 'worker.js') }));
    expect(error).toMatchObject({ code: 'model-unavailable' });
    expect(error.message).toContain('worker.js is missing');
  });

  it.each([
    ['throws at its start', 'throw new Error("boom");', 'ended (code 1)'],
    ['is killed', 'process.kill(process.pid, "SIGKILL");', 'ended (SIGKILL)'],
    ['ends at its start', 'process.exit(3);', 'ended (code 3)'],
  ])('because it %s, rejects with a PalaceError', async (_, program, why) => {
    const file = join(tempDir(), 'worker.mjs');
    writeFileSync(file, program);
    const error = await refusal(openEmbedderInWorker(await bundledSpec(), { file }));
    expect(error).toMatchObject({ code: 'model-unavailable' });
    expect(error.message).toContain(why);
  });

  it('while it works, rejects the work and all that follows', async () => {
    const file = join(tempDir(), 'worker.mjs');
    writeFileSync(
      file,
      `process.on('message', () => process.abort());
       process.send({ kind: 'ready', known: ['a'], pieces: 128 });`,
    );
    const embedder = await openEmbedderInWorker(await bundledSpec(), { file });
    expect((await refusal(embedder.embed(['a']))).message).toContain('ended (SIGABRT)');
    expect(await refusal(embedder.embed(['a']))).toMatchObject({ code: 'model-unavailable' });
    await embedder.close();
  });
});
