import { appendFileSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../src/palace/lock.js';
import { testRuntime } from '../support/runtime.js';

/**
 * A process that takes the lock `times` times. While it holds it, it makes a folder that only one process can make, so two holders
 * at once are an error. `hold`: says so and keeps the lock until it is killed.
 */
const [, , stateDir = '', times = '1', mode = 'work'] = process.argv;
const runtime = testRuntime({ home: stateDir, hostname: 'test-host', pid: process.pid, seed: String(process.pid) });
const palace = {
  stateDir,
  runtime,
  settings: {
    maxSourceBytes: 1,
    secrets: 'off' as const,
    searchLimit: 1,
    lockWaitMs: 60_000,
    batchSize: 1,
    vanishLimit: 1,
    roomFanout: 1,
    singleValued: [],
    commonShare: 0.8,
    closetRaises: [],
    hallRaise: 0,
    skipRooms: [],
    model: 'none',
  },
};

for (let turn = 0; turn < Number(times); turn++)
  await withLock(palace, `worker ${mode}`, async () => {
    mkdirSync(join(stateDir, 'alone'));
    if (mode === 'hold') {
      process.stdout.write('holding\n');
      await new Promise((resolve) => setTimeout(resolve, 600_000));
    }
    appendFileSync(join(stateDir, 'turns'), `${process.pid}\n`);
    await new Promise((resolve) => setImmediate(resolve));
    rmdirSync(join(stateDir, 'alone'));
  });
