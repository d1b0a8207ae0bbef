import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workerFile } from '../../../src/index/embedding/worker-embedder.js';
import { finished } from '../../e2e/support.js';
import { bundleWorker } from '../../support/bundle.js';
import { bundledSpec } from './support.js';

let built: string;
let script: string;
beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'palace-embedding-'));
  script = await bundleWorker(fileURLToPath(new URL('./embedding-main.ts', import.meta.url)), built);
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

const run = async (then: string) =>
  finished(
    spawn(process.execPath, [script, JSON.stringify(await bundledSpec()), workerFile(), then], { stdio: 'pipe' }),
  );

it('a program that closes its embedder goes on after that', async () => {
  expect(await run('close')).toMatchObject({ code: 0, stdout: 'embedded 512\nclosed\n', stderr: '' });
});

it('a program that forgets to ends when it has nothing else to do', async () => {
  expect(await run('nothing')).toMatchObject({ code: 0, stdout: 'embedded 512\n', stderr: '' });
});
