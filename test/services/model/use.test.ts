import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledFolder, fetchedFolder } from '../../../src/index/embedding/places.js';
import { resolveModel } from '../../../src/index/embedding/resolve.js';
import { userConfigFile } from '../../../src/palace/paths.js';
import { setUserSetting } from '../../../src/palace/user-config.js';
import { listModels } from '../../../src/services/model/list.js';
import { useModel } from '../../../src/services/model/use.js';
import { testRuntime } from '../../support/runtime.js';
import { tempDir } from '../../support/temp.js';
import { refusal } from '../support.js';

const runtimeOf = (env: Record<string, string> = {}) => testRuntime({ home: tempDir('home'), env });

/** A model as a person would have it: without our record. */
function folderIn(home: string): string {
  const folder = join(home, 'models', 'mine');
  cpSync(bundledFolder(), folder, { recursive: true });
  rmSync(join(folder, 'palace-model.json'));
  return folder;
}

describe('choosing a model', () => {
  it('goes to the user config, for a folder as an absolute path', async () => {
    const runtime = runtimeOf();
    const folder = folderIn(runtime.home);
    const used = await useModel(runtime, './models/mine');
    expect(used).toMatchObject({ model: folder, dimensions: 512, changed: true, before: 'bundled' });
    expect(used.setting).toMatchObject({ value: folder, origin: 'user config' });
    expect(readFileSync(userConfigFile(runtime), 'utf8')).toBe(`model: ${folder}\n`);
    expect((await resolveModel(runtime, { model: used.model }))?.id).toBe(used.id);

    expect(await useModel(runtime, 'none')).toMatchObject({
      model: 'none',
      id: null,
      dimensions: null,
      before: folder,
    });
    expect(await useModel(runtime, 'none')).toMatchObject({ changed: false });
    expect(await useModel(runtime, 'bundled')).toMatchObject({ model: 'bundled', dimensions: 512, before: 'none' });
  });

  it('reads off the model how long its vectors are, when its config does not say', async () => {
    const runtime = runtimeOf();
    const folder = folderIn(runtime.home);
    writeFileSync(join(folder, 'config.json'), '{}');
    expect(await refusal(resolveModel(runtime, { model: folder }))).toMatchObject({ code: 'model-damaged' });
    expect(await useModel(runtime, folder)).toMatchObject({ dimensions: 512 });
    expect(await resolveModel(runtime, { model: folder })).toMatchObject({ dimensions: 512 });
  });

  it.each([
    ['xenova/all-minilm', ['palace model fetch xenova/all-minilm', 'palace model list']],
    ['bundld', ['palace model use bundled', 'palace model list']],
    ['./nowhere', ['palace model list']],
  ])('of what is not there (%s) changes nothing and says what to type', async (text, next) => {
    const runtime = runtimeOf();
    const error = await refusal(useModel(runtime, text));
    expect(error).toMatchObject({ code: 'model-not-found', exit: 4, next });
    expect(existsSync(userConfigFile(runtime))).toBe(false);
  });

  it('that does not load changes nothing', async () => {
    const runtime = runtimeOf();
    const folder = folderIn(runtime.home);
    writeFileSync(join(folder, 'onnx/model_quantized.onnx'), 'noise');
    expect(await refusal(useModel(runtime, folder))).toMatchObject({ code: 'model-damaged' });
    expect(existsSync(userConfigFile(runtime))).toBe(false);
  });

  it('says when the environment wins', async () => {
    const used = await useModel(runtimeOf({ PALACE_MODEL: 'none' }), 'bundled');
    expect(used.setting).toMatchObject({ value: 'none', origin: 'environment', from: 'PALACE_MODEL' });
  });

  it.each(['models/mine/deep', 'relative', './x', '', 'a/..'])('the setting cannot be %j', async (text) => {
    expect(await refusal(setUserSetting(runtimeOf(), 'model', text))).toMatchObject({ code: 'bad-setting' });
  });
});

describe('the list of models', () => {
  it('has the bundled one, fetched ones and folders that were used, and marks the one in use', async () => {
    const runtime = runtimeOf();
    const folder = folderIn(runtime.home);
    cpSync(bundledFolder(), join(fetchedFolder(runtime), 'acme', 'encoder'), { recursive: true });
    await useModel(runtime, folder);
    const list = await listModels(runtime);
    expect(list.in_use).toBe(folder);
    expect(list.models.map(({ model, kind, in_use, state }) => [model, kind, in_use, state])).toEqual([
      ['bundled', 'bundled', false, 'ok'],
      ['acme/encoder', 'fetched', false, 'ok'],
      [folder, 'folder', true, 'ok'],
    ]);
    for (const { id, dimensions, bytes } of list.models) {
      expect(id).toMatch(/-[0-9a-f]{12}$/);
      expect(dimensions).toBe(512);
      expect(bytes).toBeGreaterThan(5e6);
    }
    await useModel(runtime, 'none');
    rmSync(folder, { recursive: true });
    expect((await listModels(runtime)).models.map(({ model }) => model)).toEqual(['bundled', 'acme/encoder']);
  });

  it('finds a byte that was changed in a fetched model, and a model in use that is gone', async () => {
    const runtime = runtimeOf();
    const folder = join(fetchedFolder(runtime), 'acme', 'encoder');
    cpSync(bundledFolder(), folder, { recursive: true });
    const file = join(folder, 'onnx/model_quantized.onnx');
    const bytes = readFileSync(file);
    bytes[4_000_000] = (bytes[4_000_000] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const damaged = (await listModels(runtime)).models.find(({ model }) => model === 'acme/encoder');
    expect(damaged).toMatchObject({ state: 'damaged', id: null });
    expect(damaged?.problem).toContain('onnx/model_quantized.onnx');
    await setUserSetting(runtime, 'model', '/no/such/model');
    const gone = (await listModels(runtime)).models.find(({ in_use }) => in_use);
    expect(gone).toMatchObject({ model: '/no/such/model', state: 'missing', dimensions: null });
  });
});
