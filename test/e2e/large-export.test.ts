import { once } from 'node:events';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longRun } from '../support/counts.js';
import { builtBeforeAll, Machine } from './support.js';

const MEGABYTE = 1_000_000;
const WORDS = 'harbour rope tide lamp knot sail keel anchor buoy gull wind rain chart mast deck oar'.split(' ');

/** Some text that is the same at every run, and that no two messages share. */
function textOf(seed: number, length: number): string {
  let state = seed + 1;
  let text = '';
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    text += `${WORDS[state % WORDS.length]}${state % 997}${state % 11 === 0 ? '.\n' : ' '}`;
  }
  return text;
}

function conversation(id: number): string {
  const mapping: Record<string, unknown> = {};
  for (let at = 0; at < 24; at++) {
    const key = `c${id}-${at}`;
    const role = at % 2 === 0 ? 'user' : 'assistant';
    const content = { content_type: 'text', parts: [textOf(id * 31 + at, role === 'user' ? 200 : 1500)] };
    mapping[key] = {
      id: key,
      message: {
        id: key,
        author: { role, name: null, metadata: {} },
        create_time: 1_700_000_000 + id * 100 + at,
        content,
        recipient: 'all',
        metadata: {},
      },
      parent: at === 0 ? null : `c${id}-${at - 1}`,
      children: at === 23 ? [] : [`c${id}-${at + 1}`],
    };
  }
  return JSON.stringify({
    title: `Chat ${id}`,
    create_time: 1_700_000_000 + id * 100,
    mapping,
    current_node: `c${id}-23`,
    conversation_id: `c${id}`,
  });
}

/** Writes an export of about so many bytes; the number of conversations. */
async function writeExport(path: string, bytes: number): Promise<number> {
  const out = createWriteStream(path);
  let written = 0;
  let count = 0;
  for (; written < bytes; count++) {
    const text = `${count === 0 ? '[' : ','}${conversation(count)}`;
    written += text.length;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end(']');
  await once(out, 'close');
  return count;
}

builtBeforeAll();

describe('a large export of conversations', () => {
  it('is read with memory that does not grow with the file', { timeout: 600_000 }, async () => {
    const machine = new Machine();
    await machine.cli(['init', '--yes']);
    const hook = join(machine.home, 'peak.cjs');
    writeFileSync(
      hook,
      `process.on('exit', () => require('fs').writeFileSync(process.env.PEAK, String(process.resourceUsage().maxRSS)));`,
    );
    const peakOf = async (bytes: number): Promise<number> => {
      const file = join(machine.work, 'conversations.json');
      const peak = join(machine.home, 'peak');
      const count = await writeExport(file, bytes);
      const env = { NODE_OPTIONS: `--require ${hook}`, PEAK: peak };
      const ran = await machine.cli(['mine', file, '--dry-run', '--json'], { env });
      expect(ran.json<{ drawers: { added: number } }>().drawers.added).toBe(count);
      // Kilobytes.
      return (Number(readFileSync(peak, 'utf8')) * 1024) / MEGABYTE;
    };
    const small = await peakOf(longRun(2, 5) * MEGABYTE);
    const large = await peakOf(longRun(12, 60) * MEGABYTE);
    // 60 MB held as text, parsed and rendered would be several times that; what is seen is a heap that is collected late.
    expect(large - small).toBeLessThan(longRun(100, 150));
    expect(large).toBeLessThan(350);
  });
});
