import { describe, expect, it } from 'vitest';
import { Beginning } from '../../src/cli/beginning.js';
import { sharedFromArgv } from '../../src/cli/shared-flags.js';
import type { Palace } from '../../src/palace/types.js';

const plain = { palace: undefined, json: false, quiet: false, verbose: false, 'no-color': false };

describe('a beginning', () => {
  it('fits the flags that it was begun with, and no others', async () => {
    const beginning = new Beginning({ ...plain, palace: '/a' }, () => Promise.reject(new Error('none')));
    expect(beginning.fits({ ...plain, palace: '/a' })).toBe(true);
    for (const other of [{ palace: '/b' }, { palace: undefined }, { json: true }, { quiet: true }, { verbose: true }])
      expect(beginning.fits({ ...plain, palace: '/a', ...other })).toBe(false);
    await expect(beginning.palace).rejects.toThrow('none');
    await beginning.close();
  });

  it('closes the palace that it opened', async () => {
    let closed = 0;
    const palace = { close: async () => void closed++ } as unknown as Palace;
    await new Beginning(plain, async () => palace).close();
    expect(closed).toBe(1);
  });

  it('knows the palace of a command line', () => {
    const palaceOf = (...argv: string[]): string | undefined => sharedFromArgv(argv, {}).palace;
    expect(palaceOf('x', '--palace', '/a', 'y')).toBe('/a');
    expect(palaceOf('--palace=/a')).toBe('/a');
    expect(palaceOf('--palace=/a', '--palace', '/b')).toBe('/b');
    expect(palaceOf('x', '--', '--palace', '/a')).toBeUndefined();
    expect(palaceOf('x', '--palace')).toBeUndefined();
    expect(palaceOf('--palaces', '/a')).toBeUndefined();
  });
});
