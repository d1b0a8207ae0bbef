import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeModel } from '../../../src/index/embedding/describe.js';
import { hashModel, listModelFiles, type ModelRecord, RECORD_FILE } from '../../../src/index/embedding/model-files.js';
import { bundledFolder, fetchedFolder } from '../../../src/index/embedding/places.js';
import { resolveModel } from '../../../src/index/embedding/resolve.js';
import { userCacheDir } from '../../../src/palace/paths.js';
import { refusal } from '../../services/support.js';
import { testRuntime } from '../../support/runtime.js';
import { tempDir } from '../../support/temp.js';
import { copiedModel } from './support.js';

const runtimeOf = () => testRuntime({ home: tempDir('home') });

describe('the bundled model', () => {
  it('is what the build recorded of it, byte for byte', async () => {
    const folder = bundledFolder();
    const record = JSON.parse(readFileSync(join(folder, RECORD_FILE), 'utf8')) as ModelRecord;
    const files = await listModelFiles(folder, record.name);
    expect(await hashModel(folder, record.name, files, record.dimensions)).toEqual(record);
    expect(record.id).toMatch(/^sentence-encoder-[0-9a-f]{12}$/);
  });

  it('names where it comes from', () => {
    expect(readFileSync(join(bundledFolder(), 'NOTICE'), 'utf8')).toMatch(/Universal Sentence Encoder Lite.*Apache/s);
    expect(readFileSync(join(bundledFolder(), 'LICENSE'), 'utf8')).toContain('Apache License');
  });

  it('is told without writing anything', async () => {
    const runtime = runtimeOf();
    expect(await resolveModel(runtime, { model: 'bundled' })).toMatchObject({
      name: 'sentence-encoder',
      dimensions: 512,
    });
    expect(existsSync(userCacheDir(runtime))).toBe(false);
  });
});

describe('a folder of a model', () => {
  /** Of somebody else: without our record. */
  const foreign = (): string => {
    const folder = copiedModel();
    rmSync(join(folder, RECORD_FILE));
    return folder;
  };

  it('has an identity that is its files, wherever it lies', async () => {
    const runtime = runtimeOf();
    const [one, two] = [foreign(), foreign()];
    const first = await describeModel(runtime, one, 'owner/encoder');
    expect(first.id).toMatch(/^encoder-[0-9a-f]{12}$/);
    expect((await describeModel(runtime, two, 'owner/encoder')).id).toBe(first.id);
    writeFileSync(join(two, 'tokenizer_config.json'), '{"model_max_length": 64}');
    expect((await describeModel(runtime, two, 'owner/encoder')).id).not.toBe(first.id);
  });

  it('is hashed once and again when a file has changed, by size or time', async () => {
    const runtime = runtimeOf();
    const folder = foreign();
    const before = await describeModel(runtime, folder, 'x/encoder');
    const memory = join(userCacheDir(runtime), 'model-ids.json');
    writeFileSync(memory, readFileSync(memory, 'utf8').replace(before.id, 'remembered-0'));
    expect((await describeModel(runtime, folder, 'x/encoder')).id).toBe('remembered-0');
    const file = join(folder, 'config.json');
    const later = new Date(statSync(file).mtimeMs + 5000);
    utimesSync(file, later, later);
    expect((await describeModel(runtime, folder, 'x/encoder')).id).toBe(before.id);
  });

  it('with a record of other files is hashed', async () => {
    const folder = copiedModel();
    const spec = await describeModel(runtimeOf(), folder, 'sentence-encoder');
    writeFileSync(join(folder, 'config.json'), '{"hidden_size": 512, "changed": true}');
    expect((await describeModel(runtimeOf(), folder, 'sentence-encoder')).id).not.toBe(spec.id);
    writeFileSync(join(folder, RECORD_FILE), '{"format": 1, "files');
    expect((await describeModel(runtimeOf(), folder, 'sentence-encoder')).dimensions).toBe(512);
  });

  it.skipIf(process.getuid?.() === 0)('is told too when the cache cannot be written', async () => {
    const runtime = runtimeOf();
    mkdirSync(userCacheDir(runtime), { recursive: true });
    chmodSync(userCacheDir(runtime), 0o500);
    expect((await describeModel(runtime, foreign(), 'x/encoder')).dimensions).toBe(512);
  });

  it('is told too when the cache is a file, or holds nonsense', async () => {
    const [blocked, spoilt] = [runtimeOf(), runtimeOf()];
    writeFileSync(join(blocked.home, '.cache'), '');
    expect((await describeModel(blocked, foreign(), 'x/encoder')).dimensions).toBe(512);
    mkdirSync(userCacheDir(spoilt), { recursive: true });
    writeFileSync(join(userCacheDir(spoilt), 'model-ids.json'), '{{{');
    expect((await describeModel(spoilt, foreign(), 'x/encoder')).dimensions).toBe(512);
  });

  it.each([
    ['config.json', (file: string) => rmSync(file), 'is missing'],
    ['tokenizer.json', (file: string) => writeFileSync(file, ''), 'is empty'],
    ['onnx/model_quantized.onnx', (file: string) => rmSync(file), 'is missing'],
    ['config.json', (file: string) => writeFileSync(file, '{}'), 'does not say how long its vectors are'],
    ['config.json', (file: string) => writeFileSync(file, 'hidden'), 'is not JSON'],
  ])('with a bad %s is damaged', async (path, spoil, why) => {
    const folder = foreign();
    spoil(join(folder, path));
    const error = await refusal(describeModel(runtimeOf(), folder, folder));
    expect(error).toMatchObject({ code: 'model-damaged' });
    expect(error.message).toContain(join(folder, path));
    expect(error.message).toContain(why);
  });
});

describe('resolveModel', () => {
  it('turned off gives none', async () => {
    expect(await resolveModel(runtimeOf(), { model: 'none' })).toBeUndefined();
  });

  it('finds a fetched model by its name and a folder by its path, also from home', async () => {
    const runtime = runtimeOf();
    const { cpSync } = await import('node:fs');
    cpSync(bundledFolder(), join(fetchedFolder(runtime), 'acme', 'encoder'), { recursive: true });
    cpSync(bundledFolder(), join(runtime.home, 'models', 'mine'), { recursive: true });
    const bundled = await resolveModel(runtime, { model: 'bundled' });
    for (const model of ['acme/encoder', '~/models/mine', join(runtime.home, 'models', 'mine')])
      expect(await resolveModel(runtime, { model }), model).toMatchObject({ id: bundled?.id, dimensions: 512 });
  });

  it('says what to do about a model that is gone', async () => {
    const runtime = runtimeOf();
    const fetched = await refusal(resolveModel(runtime, { model: 'acme/encoder' }));
    expect(fetched).toMatchObject({ code: 'model-missing', exit: 4 });
    expect(fetched.next).toEqual(['palace model fetch acme/encoder', 'palace model use bundled', 'palace model list']);
    const folder = await refusal(resolveModel(runtime, { model: '/no/such/model' }));
    expect(folder.message).toContain('/no/such/model');
    expect(folder.next).toEqual(['palace model use bundled', 'palace model list']);
  });
});
