import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../../src/palace/machine.js';
import { localHub } from '../services/model/support.js';
import { tempDir } from '../support/temp.js';
import { builtBeforeAll, Machine, ROOT, shapeOf } from './support.js';

builtBeforeAll();

describe('palace model', () => {
  it('lists the bundled one, in use from the start, and writes nothing', async () => {
    const machine = new Machine();
    const ran = await machine.cli(['model', 'list']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^\* {2}bundled +512 .* sentence-encoder-[0-9a-f]{12} {2}ok$/m);
    const json = await machine.cli(['model', 'list', '--json']);
    expect(shapeOf(json.json())).toMatchSnapshot();
    expect(existsSync(join(machine.home, '.config'))).toBe(false);
  });

  it('fetches, uses and turns off, and says what follows', async () => {
    const machine = new Machine();
    const env = { PALACE_MODEL_HUB: (await localHub()).address };
    const fetched = await machine.cli(['model', 'fetch', 'acme/encoder'], { env });
    expect(fetched.code, fetched.stderr).toBe(0);
    expect(fetched.stdout).toContain('acme/encoder is here now');
    expect(fetched.stderr).toContain('palace model use acme/encoder');
    const used = await machine.cli(['model', 'use', 'acme/encoder']);
    expect(used.code, used.stderr).toBe(0);
    expect(used.stderr).toContain('palace index refresh');
    const list = (await machine.cli(['model', 'list', '--json'])).json<{
      models: { model: string; in_use: boolean }[];
    }>();
    expect(list.models.filter(({ in_use }) => in_use)).toMatchObject([{ model: 'acme/encoder' }]);
    const off = await machine.cli(['model', 'use', 'none', '--json']);
    expect(off.json()).toMatchObject({ model: 'none', id: null, changed: true, before: 'acme/encoder' });
    expect(readFileSync(join(machine.home, '.config/palace/config.yaml'), 'utf8')).toBe('model: none\n');
  });

  it.each([
    [['model', 'use', 'bundeld'], 4, 'palace model use bundled'],
    [['model', 'fetch', 'nonsense'], 2, 'palace model fetch Xenova/all-MiniLM-L6-v2'],
    [['model', 'use', '/'], 1, 'palace model list'],
  ])('given %j, says what to type', async (args, code, next) => {
    const ran = await new Machine().cli(args);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).toContain(`next: ${next}`);
    expect(ran.stderr).not.toContain('    at ');
  });
});

describe('the process that embeds', () => {
  const script = (body: string): string => {
    const file = join(tempDir(), 'main.mjs');
    const worker = join(ROOT, 'dist/src/index/embedding/worker.js');
    const spec = {
      id: 'x',
      name: 'sentence-encoder',
      dimensions: 512,
      folder: join(ROOT, 'dist/models/sentence-encoder'),
      network: 'onnx/model_quantized.onnx',
    };
    writeFileSync(
      file,
      `import { fork } from 'node:child_process';
       const child = fork(${JSON.stringify(worker)}, [${JSON.stringify(JSON.stringify(spec))}], { serialization: 'advanced' });
       child.on('message', (answer) => { ${body} });
       process.stdout.write(child.pid + '\\n');`,
    );
    return file;
  };
  /** It ends when it notices that nobody listens any more. */
  const hasEnded = async (pid: number): Promise<boolean> => {
    while (isAlive(pid, '')) await new Promise((resolve) => setImmediate(resolve));
    return true;
  };

  it.each([
    ['killed', 'process.kill(process.pid, "SIGKILL");'],
    ['ended', 'process.exit(0);'],
    [
      'ended in the middle of its work',
      'child.send({ kind: "embed", call: 1, texts: Array(500).fill("Hello there.") }, () => process.exit(0));',
    ],
  ])('ends when the one that started it is %s', async (_, body) => {
    const ran = await new Machine().run(process.execPath, [script(body)]);
    expect(ran.stderr).toBe('');
    expect(await hasEnded(Number(ran.stdout.trim()))).toBe(true);
  });
});
