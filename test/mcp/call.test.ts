import { describe, expect, it } from 'vitest';
import { type Notice, progressNotices } from '../../src/mcp/call.js';
import { withLock } from '../../src/palace/lock.js';
import { gitIn } from '../support/palace.js';
import { connected } from './support.js';

const drawer = (content: string) => ({
  name: 'mempalace_add_drawer',
  arguments: { wing: 'w', room: 'r', content },
});

describe('a call', () => {
  it('that was cancelled while it waited for its turn to write writes nothing', async () => {
    const { palace, client } = await connected();
    const before = gitIn(palace, 'rev-parse', 'HEAD');
    await withLock(palace, 'test', async () => {
      const given = new AbortController();
      const asked = client.callTool(drawer('Never mind.'), { signal: given.signal });
      // It is at work, or stands in line: what is asked after it is answered.
      await client.callTool({ name: 'mempalace_list_wings', arguments: {} });
      given.abort();
      await expect(asked).rejects.toThrow();
      await client.ping();
    });
    expect(await client.callTool(drawer('This one.'))).toMatchObject({ structuredContent: { success: true } });
    expect(gitIn(palace, 'rev-list', '--count', `${before.trim()}..HEAD`)).toBe('1\n');
    expect(gitIn(palace, 'show', '--name-only', '--format=', 'HEAD')).toContain('this-one');
  });

  it('tells how far it is, to clients that ask', async () => {
    const { client } = await connected();
    const heard: number[] = [];
    const said: (string | undefined)[] = [];
    await client.callTool(drawer('GraphQL it is.'), {
      onprogress: (notice) => {
        heard.push(notice.progress);
        said.push((notice as { message?: string }).message);
      },
    });
    expect(heard.length).toBeGreaterThan(2);
    expect(heard).toEqual([...new Set(heard)].sort((a, b) => a - b));
    expect(said).toContain('write 1 of 1');
  });

  it('says little where steps are quick', () => {
    let now = 0;
    const sent: Notice[] = [];
    const hear = progressNotices(
      () => now,
      (notice) => sent.push(notice),
    );
    for (let done = 1; done <= 1000; done++) {
      now += 1;
      hear({ phase: 'vectors', done, total: 1000 });
    }
    expect(sent.length).toBeLessThan(15);
    expect(sent[0]).toEqual({ progress: 1, message: 'vectors 1 of 1000' });
    expect(sent.at(-1)).toEqual({ progress: 1000, message: 'vectors 1000 of 1000' });
    hear({ phase: 'ref', done: 1, label: 'main' });
    expect(sent.at(-1)).toEqual({ progress: 1001, message: 'ref 1 main' });
  });
});
