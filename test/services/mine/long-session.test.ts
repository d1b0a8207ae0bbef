import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTranscript } from '../../../src/palace/transcript.js';
import { mine } from '../../../src/services/mine/mine.js';
import { LONG_BODY } from '../../../src/sources/types.js';
import { longRun } from '../../support/counts.js';
import { gitIn, testPalace } from '../../support/palace.js';
import { plantedSecrets } from '../../support/secrets.js';
import { joined, mineInto, sourceFolder, wingTree } from './support.js';

const SESSION = '5a1e0000-0000-4000-8000-000000000001';
const secret = plantedSecrets(1).find(({ kind }) => kind === 'github-token')?.secret ?? '';
const BIG = 'all of it was said, word for word\n'.repeat(60_000);

describe('sessions that are read by another thread', () => {
  it('are filed as those that are read one by one', async () => {
    const folder = sourceFolder('logs', {});
    const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `5a1e0000-0000-4000-8000-00000000000${letter}.jsonl`);
    for (const [file, name] of names.entries()) {
      const lines = Array.from({ length: 60 }, (_, at) => {
        // In the second one a turn was rewound; the third one holds a secret, which stands by itself before.
        const parent = file === 1 && at === 50 ? 40 : at - 1;
        const text =
          file === 2 && at % 20 === 7
            ? `my token is ${at === 7 ? '' : 'ghp token '}${secret}`
            : `${at} ${BIG.slice(0, 60_000)}`;
        const record = {
          type: 'user',
          uuid: `${file}-${at}`,
          parentUuid: at === 0 ? null : `${file}-${parent}`,
          sessionId: name,
        };
        return `${JSON.stringify({ ...record, message: { role: 'user', content: text } })}\n`;
      });
      folder.write(name, lines.join(''));
    }
    const [apart, alone] = [await testPalace(), await testPalace()];
    const result = await mineInto(apart, folder, { mode: 'chats' });
    expect(result.sources.read).toBe(names.length);
    for (const name of names) await mine(alone, { paths: [join(folder.path, name)], mode: 'chats' });
    expect(wingTree(apart)).toBe(wingTree(alone));
    expect(joined(apart, names[2]?.slice(0, -6) ?? '').includes('[secret:github-token:1]')).toBe(true);
    expect(gitIn(apart, 'log', '-S', secret, '--oneline')).toBe('');
    expect((await mineInto(apart, folder, { mode: 'chats' })).commits).toEqual([]);
  });
});

describe('a session that is longer than what is held', () => {
  // 36 MB, a dozen times.
  it.skipIf(longRun(1, 0) === 1)(
    'is filed whole, without the secret that only its end gives away, with what was rewound; and goes on',
    async () => {
      const palace = await testPalace();
      const folder = sourceFolder('logs', { [`${SESSION}.jsonl`]: '' });
      let count = 0;
      const say = (text: string, parent = count - 1): string => {
        const record = {
          type: 'user',
          uuid: `u${count}`,
          parentUuid: parent < 0 ? null : `u${parent}`,
          sessionId: SESSION,
        };
        count++;
        const line = { ...record, timestamp: '2026-03-04T10:00:00.000Z', message: { role: 'user', content: text } };
        appendFileSync(join(folder.path, `${SESSION}.jsonl`), `${JSON.stringify(line)}\n`);
        return text;
      };
      const texts = [say(`the word ${secret} by itself`)];
      for (let at = 0; at * BIG.length < LONG_BODY; at++) texts.push(say(`${at} ${BIG}`), say(`short ${at}`));
      const rewound = count;
      texts.push(say('this way was left', 5), say('and this is where it went on', rewound - 1));
      texts.push(say(`my token is ghp token ${secret}`));

      const dry = await mineInto(palace, folder, { mode: 'chats', dryRun: true });
      const first = await mineInto(palace, folder, { mode: 'chats' });
      expect(first.drawers).toEqual(dry.drawers);
      expect(first.passages).toBe(dry.passages);
      // One finding for each drawer.
      expect(first.secrets).toHaveLength(2);
      const messages = () => parseTranscript(joined(palace, SESSION));
      const clean = (text: string): string => text.replaceAll(secret, '[secret:github-token:1]');
      const read = messages();
      expect(read.length).toBe(texts.length);
      expect(read.every(({ text }, at) => text === clean(texts[at] ?? ''))).toBe(true);
      expect(read.flatMap(({ attributes }, at) => (attributes?.branch === 'alternate' ? [at] : []))).toEqual([rewound]);
      expect(gitIn(palace, 'log', '-S', secret, '--oneline')).toBe('');

      texts.push(say('and on it goes'));
      const second = await mineInto(palace, folder, { mode: 'chats' });
      expect(second.drawers).toMatchObject({ added: 0, changed: 1, unchanged: first.drawers.added - 1 });
      expect(messages().at(-1)?.text).toBe('and on it goes');
      expect((await mineInto(palace, folder, { mode: 'chats' })).commits).toEqual([]);
    },
    120_000,
  );
});
