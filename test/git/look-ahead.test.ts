import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { cli, scene, write } from './support.js';

describe.each(ENGINES)('looking ahead on %s', (engine) => {
  it('gives the status that was begun to the next who asks for that folder, once', async () => {
    const { root, git, save } = await scene(engine);
    await save({ 'wings/a.md': 'a' });
    write(root, 'wings/b.md', 'b');
    git.lookAhead?.('wings');
    const first = await git.status('wings');
    expect(first.entries.map(({ path, work }) => [path, work])).toEqual([['wings/b.md', 'added']]);
    write(root, 'wings/c.md', 'c');
    expect((await git.status('wings')).entries.map(({ path }) => path)).toEqual(['wings/b.md', 'wings/c.md']);
    await git.close();
  });

  it('leaves a question about another folder alone', async () => {
    const { root, git, save } = await scene(engine);
    await save({ 'wings/a.md': 'a' });
    git.lookAhead?.('wings');
    write(root, 'outside.md', 'b');
    expect((await git.status()).entries.map(({ path }) => path)).toEqual(['outside.md']);
    write(root, 'wings/c.md', 'c');
    expect((await git.status('wings')).entries.map(({ path }) => path)).toEqual(['wings/c.md']);
    await git.close();
  });

  it('notices a commit made since it began', async () => {
    const { root, git, save } = await scene(engine);
    await save({ 'wings/a.md': 'a' });
    git.lookAhead?.('wings');
    write(root, 'wings/b.md', 'b');
    cli(root, ['add', 'wings/b.md']);
    cli(root, ['-c', 'user.name=G', '-c', 'user.email=g@x', 'commit', '-q', '-m', 'b']);
    const { head, entries } = await git.status('wings');
    expect(head.commit).toBe(cli(root, ['rev-parse', 'HEAD']).trim());
    expect(entries).toEqual([]);
    await git.close();
  });

  it('is ended by closing', async () => {
    const { git, save } = await scene(engine);
    await save({ 'wings/a.md': 'a' });
    git.lookAhead?.('wings');
    await git.close();
  });
});
