import { openPalace } from '../../../src/palace/open.js';
import { mine } from '../../../src/services/mine/mine.js';
import { testRuntime } from '../../support/runtime.js';

/**
 * A process that mines and kills itself with SIGKILL at the n-th event of a phase.
 * Arguments: palace, engine, project, phase, n, batch size.
 */
const [, , root = '', engine = 'system', project = '', phase = '', nth = '1', batch = '1000'] = process.argv;
let seen = 0;
const runtime = testRuntime({
  home: root,
  pid: process.pid,
  env: { ...process.env },
  onProgress: (progress) => {
    if (progress.phase === phase && ++seen === Number(nth)) process.kill(process.pid, 'SIGKILL');
  },
});
const palace = await openPalace(root, runtime, {
  git: engine === 'isomorphic' ? 'isomorphic' : 'system',
  requireTrust: false,
});
palace.settings.batchSize = Number(batch);
await mine(palace, { paths: [project], mode: 'files' });
await palace.close();
