import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { userConfigFile } from '../../../src/palace/paths.js';
import { SETTING_KEYS } from '../../../src/palace/settings.js';
import { getConfig, listConfig, setConfig, unsetConfig } from '../../../src/services/config/config.js';
import { testRuntime } from '../../support/runtime.js';
import { tempDir } from '../../support/temp.js';

describe('config', () => {
  it('shows every setting with its origin, and which palace and why, without making a file', async () => {
    const runtime = testRuntime({ home: tempDir(), env: { PALACE_LOCK_WAIT: '5' } });
    const list = await listConfig({ runtime });
    expect(list.palace).toEqual({
      path: join(runtime.home, 'palace'),
      origin: 'default',
      from: 'the default',
      exists: false,
    });
    expect(list.settings.map(({ key }) => key)).toEqual(SETTING_KEYS);
    expect(list.settings.find(({ key }) => key === 'lock.wait')).toEqual({
      key: 'lock.wait',
      value: 5000,
      unit: 'ms',
      origin: 'environment',
      from: 'PALACE_LOCK_WAIT',
      description: expect.any(String),
    });
    expect(readdirSync(runtime.home)).toEqual([]);
  });

  it('reads what the palace shares', async () => {
    const runtime = testRuntime({ home: tempDir(), env: {} });
    mkdirSync(join(runtime.home, 'palace'));
    writeFileSync(join(runtime.home, 'palace/palace.yaml'), 'format: 1\nrooms:\n  fanout: 9\n');
    expect(await getConfig({ runtime }, 'rooms.fanout')).toMatchObject({
      value: 9,
      origin: 'palace.yaml',
      from: join(runtime.home, 'palace/palace.yaml'),
    });
  });

  it('sets and unsets, and says what holds now', async () => {
    const runtime = testRuntime({ home: tempDir(), env: { PALACE_SEARCH_LIMIT: '3' } });
    const set = await setConfig({ runtime }, 'search.limit', '20');
    expect(set).toMatchObject({
      changed: true,
      file: userConfigFile(runtime),
      setting: { value: 3, origin: 'environment' },
    });
    const bare = { ...runtime, env: {} };
    expect(await getConfig({ runtime: bare }, 'search.limit')).toMatchObject({ value: 20, origin: 'user config' });
    expect(await unsetConfig({ runtime: bare }, 'search.limit')).toMatchObject({
      changed: true,
      setting: { value: 10, origin: 'default' },
    });
    expect((await unsetConfig({ runtime: bare }, 'search.limit')).changed).toBe(false);
  });

  it('names the near settings of a mistyped one', async () => {
    const runtime = testRuntime({ home: tempDir(), env: {} });
    await expect(getConfig({ runtime }, 'lock.wiat')).rejects.toMatchObject({
      code: 'unknown-setting',
      exit: 2,
      message: expect.stringContaining('did you mean lock.wait'),
    });
  });

  it('is where a broken config file is an error, and can still be mended with unset', async () => {
    const runtime = testRuntime({ home: tempDir(), env: {} });
    const file = userConfigFile(runtime);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'search:\n  limit: many\n');
    await expect(listConfig({ runtime })).rejects.toMatchObject({
      code: 'bad-setting',
      message: expect.stringContaining(`${file}:2`),
    });
    await unsetConfig({ runtime }, 'search.limit');
    expect((await getConfig({ runtime }, 'search.limit')).value).toBe(10);
  });
});
