import { homedir } from 'node:os';
import type { Phase } from '../../src/base/runtime.js';
import type { GitChoice } from '../../src/git/types.js';
import { change } from '../../src/palace/change.js';
import { openPalace } from '../../src/palace/open.js';
import { testRuntime } from '../support/runtime.js';

/** A process that adds `times` drawers named after itself, one change each, or kills itself at a moment of the first change. */
const [, , root = '', engine = 'system', name = 'w', times = '1', killPhase, killAt = '1'] = process.argv;
let seen = 0;
const runtime = testRuntime({
  home: homedir(),
  env: process.env,
  seed: `${name}:${process.pid}`,
  onProgress: ({ phase }: { phase: Phase }) => {
    if (phase === killPhase && ++seen === Number(killAt)) process.kill(process.pid, 'SIGKILL');
  },
});
const palace = await openPalace(root, runtime, { git: engine as GitChoice });
for (let turn = 0; turn < Number(times); turn++)
  await change(palace, {
    op: 'add',
    subject: `add ${name} ${turn}`,
    writes: ['a', 'b', 'c'].map((file) => ({
      kind: 'put' as const,
      path: `wings/race/${name}/${turn}-${file}.md`,
      content: Buffer.from(`${name} ${turn} ${file}\n`.repeat(100)),
    })),
  });
await palace.close();
