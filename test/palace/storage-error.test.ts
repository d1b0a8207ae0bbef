import { describe, expect, it } from 'vitest';
import { PalaceError } from '../../src/base/errors.js';
import { storageError } from '../../src/palace/storage-error.js';
import { tempDir } from '../support/temp.js';

describe('a write that the system refuses', () => {
  it.each([
    ['ENOSPC', 'disk-full', /no space left/],
    ['EDQUOT', 'disk-full', /your quota is used up/],
    ['EROFS', 'read-only', /not allowed to write/],
    ['EFBIG', 'file-too-big', /larger than is allowed/],
  ])('says what to do (%s)', (system, code, message) => {
    const folder = tempDir();
    const error = storageError(Object.assign(new Error(system), { code: system }), folder);
    expect(error).toBeInstanceOf(PalaceError);
    expect(error).toMatchObject({ code, exit: 1, message: expect.stringMatching(message) });
    expect(error).toMatchObject({ message: expect.stringContaining(folder), next: [expect.stringMatching(/\w/)] });
  });

  it('leaves other errors as they are', () => {
    const other = Object.assign(new Error('x'), { code: 'EIO' });
    expect(storageError(other, '/nowhere')).toBe(other);
  });
});
