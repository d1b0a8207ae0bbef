import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Runtime } from '../../../src/base/runtime.js';
import { bundledFolder, fetchedFolder } from '../../../src/index/embedding/places.js';
import { resolveModel } from '../../../src/index/embedding/resolve.js';
import { fetchModel } from '../../../src/services/model/fetch.js';
import { testRuntime } from '../../support/runtime.js';
import { tempDir } from '../../support/temp.js';
import { refusal } from '../support.js';
import { type Hub, localHub } from './support.js';

const name = 'acme/encoder';

function runtimeFor(hub: Pick<Hub, 'address'>, more: Partial<Runtime> = {}) {
  return testRuntime({ home: tempDir('home'), env: { PALACE_MODEL_HUB: hub.address }, ...more });
}

/** What lies in the folder of fetched models, leftovers too. */
const kept = (runtime: Runtime): string[] =>
  existsSync(fetchedFolder(runtime)) ? readdirSync(fetchedFolder(runtime)).sort() : [];

describe('fetching a model', () => {
  it('downloads, tries and keeps it, tells progress, and finds it again', async () => {
    const hub = await localHub();
    const runtime = runtimeFor(hub);
    const fetched = await fetchModel(runtime, { name });
    const folder = join(fetchedFolder(runtime), 'acme', 'encoder');
    expect(fetched).toMatchObject({ name, folder, dimensions: 512, fetched: true, in_use: false });
    expect(fetched.id).toMatch(/^encoder-[0-9a-f]{12}$/);
    expect(kept(runtime)).toEqual(['acme']);
    const steps = runtime.phases.filter(({ phase }) => phase === 'download');
    expect(steps.at(-1)?.total).toBeGreaterThan(1000);
    expect(steps.at(-1)?.done).toBe(steps.at(-1)?.total);
    expect(steps.at(-1)?.label).toContain('model_quantized.onnx');
    expect(await resolveModel(runtime, { model: name })).toMatchObject({ id: fetched.id, dimensions: 512 });

    const asked = hub.asked.length;
    expect(await fetchModel(runtime, { name })).toEqual({ ...fetched, fetched: false });
    expect(hub.asked).toHaveLength(asked);
    expect(await fetchModel(runtime, { name, again: true })).toEqual(fetched);
    expect(hub.asked.length).toBeGreaterThan(asked);
  });

  it('fetches a damaged one anew and sweeps what a killed download left', async () => {
    const runtime = runtimeFor(await localHub());
    const { folder, id } = await fetchModel(runtime, { name });
    writeFileSync(join(folder, 'config.json'), '');
    // No process has this number: it is above the largest that systems give.
    mkdirSync(join(fetchedFolder(runtime), '.fetch-99999999-0abc'));
    mkdirSync(join(fetchedFolder(runtime), `.fetch-${process.pid}-other`));
    expect(await fetchModel(runtime, { name })).toMatchObject({ fetched: true, id });
    expect(kept(runtime)).toEqual([`.fetch-${process.pid}-other`, 'acme']);
  });

  it.each(['../evil', 'acme', 'acme/..', 'a/b/c', '/acme/encoder', 'acme\\encoder', 'acme/encoder?x', ''])(
    'refuses the name %j before anything is asked or written',
    async (bad) => {
      const hub = await localHub();
      const runtime = runtimeFor(hub);
      expect(await refusal(fetchModel(runtime, { name: bad }))).toMatchObject({ code: 'bad-model-name', exit: 2 });
      expect(hub.asked).toEqual([]);
      expect(readdirSync(runtime.home)).toEqual([]);
    },
  );

  it('says when the hub has no such model', async () => {
    const runtime = runtimeFor(await localHub());
    const error = await refusal(fetchModel(runtime, { name: 'acme/nothing' }));
    expect(error).toMatchObject({ code: 'model-not-found', exit: 4 });
    expect(error.message).toContain('config.json');
    expect(kept(runtime)).toEqual([]);
  });

  it('says when there is no network', async () => {
    const hub = await localHub();
    // A port that nobody listens at: the one of a server that has been closed would do as well.
    const error = await refusal(fetchModel(runtimeFor({ address: 'http://127.0.0.1:1' }), { name }));
    expect(error).toMatchObject({ code: 'no-network', exit: 6 });
    expect(error.next.join('\n')).toContain('palace config set model_hub');
    expect(hub.asked).toEqual([]);
  });

  it.each([
    [
      'answers with an error',
      'answered 500',
      (answer: import('node:http').ServerResponse) => answer.writeHead(500).end(),
    ],
    [
      'breaks off',
      '',
      (answer: import('node:http').ServerResponse) => {
        answer.writeHead(200, { 'content-length': 9_000_000 });
        answer.write(Buffer.alloc(1000), () => answer.destroy());
      },
    ],
  ])('keeps the old one when the hub %s', async (_, why, spoil) => {
    let spoilt = false;
    const hub = await localHub((path, answer) => {
      if (!spoilt || !path.endsWith('.onnx')) return false;
      spoil(answer);
      return true;
    });
    const runtime = runtimeFor(hub);
    const { id } = await fetchModel(runtime, { name });
    spoilt = true;
    const error = await refusal(fetchModel(runtime, { name, again: true }));
    expect(error.exit).toBe(6);
    expect(error.message).toContain(why);
    expect(kept(runtime)).toEqual(['acme']);
    expect((await resolveModel(runtime, { model: name }))?.id).toBe(id);
  });

  it('keeps nothing that does not load', async () => {
    const hub = await localHub((path, answer) => {
      if (!path.endsWith('model_quantized.onnx')) return false;
      answer.writeHead(200).end('<html>sign in</html>');
      return true;
    });
    const runtime = runtimeFor(hub);
    expect(await refusal(fetchModel(runtime, { name }))).toMatchObject({ code: 'model-damaged' });
    expect(kept(runtime)).toEqual([]);
  });

  it('takes a network that is not quantized where there is no other', async () => {
    const bytes = readFileSync(join(bundledFolder(), 'onnx/model_quantized.onnx'));
    const hub = await localHub((path, answer) => {
      if (!path.includes('/onnx/')) return false;
      if (path.endsWith('/model.onnx')) answer.writeHead(200).end(bytes);
      else answer.writeHead(404).end();
      return true;
    });
    expect(await fetchModel(runtimeFor(hub), { name })).toMatchObject({ dimensions: 512 });
  });

  it('stops when it is told to', async () => {
    const controller = new AbortController();
    const hub = await localHub((path, answer) => {
      if (!path.endsWith('.onnx')) return false;
      answer.writeHead(200, { 'content-length': 9_000_000 });
      answer.write(Buffer.alloc(1000), () => controller.abort());
      return true;
    });
    const runtime = runtimeFor(hub, { signal: controller.signal });
    expect(await refusal(fetchModel(runtime, { name }))).toMatchObject({ code: 'interrupted', exit: 130 });
    expect(kept(runtime)).toEqual([]);
  });
});
