import { describe, expect, it } from 'vitest';
import { EXIT, PalaceError } from '../../src/base/errors.js';
import { arrangeArgv } from '../../src/cli/argv.js';
import { describeError, errorJson, errorText } from '../../src/cli/errors.js';
import { programName } from '../../src/cli/main.js';
import { sharedFromArgv } from '../../src/cli/shared-flags.js';

const command = { bin: 'palace', name: 'search', flags: ['limit', 'wing', 'json'] };

describe('an error on the command line', () => {
  it('of a service says what happened and what to type next', () => {
    const error = new PalaceError('not-found', 'no wing `drifwood`', {
      exit: EXIT.notFound,
      next: ['palace tree', 'palace search --wing driftwood'],
      details: { near: ['driftwood'] },
    });
    const shown = describeError(error, command);
    expect(shown.exit).toBe(4);
    expect(errorText(shown, false)).toBe(
      'error: no wing `drifwood`\n  next: palace tree\n  next: palace search --wing driftwood\n',
    );
    expect(errorJson(shown)).toEqual({
      error: {
        code: 'not-found',
        message: 'no wing `drifwood`',
        next: ['palace tree', 'palace search --wing driftwood'],
        near: ['driftwood'],
      },
    });
  });

  it('cannot move the cursor or recolour the terminal, whatever path or name it quotes', () => {
    const error = new PalaceError('not-found', 'no drawer \u001b[2Ja\u202eb', { next: ['palace show \u0007x'] });
    expect(errorText(describeError(error, command), false)).toBe('error: no drawer �[2Ja�b\n  next: palace show �x\n');
  });

  it('that nobody expected is one line, and a stack only when asked', () => {
    const shown = describeError(new TypeError('x is not a function'), command);
    expect(shown).toMatchObject({ code: 'unexpected', exit: EXIT.failed });
    expect(errorText(shown, false)).not.toContain('    at ');
    expect(errorText(shown, true)).toContain('    at ');
  });

  it('of the system keeps its code', () => {
    const error = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    expect(describeError(error, command)).toMatchObject({ code: 'enospc', exit: EXIT.failed });
  });

  it('that is an abort means interrupted', () => {
    expect(describeError(AbortSignal.abort().reason, command)).toMatchObject({ code: 'interrupted', exit: 130 });
  });

  it('that is no Error at all is still shown', () => {
    expect(describeError('plain words', command).message).toBe('plain words');
  });
});

describe('the command line as typed', () => {
  it.each([
    [
      ['--palace', 'x', 'search', 'a'],
      ['search', 'a', '--palace', 'x'],
    ],
    [
      ['--json', '--palace=x', 'search', 'a', '--', '-b'],
      ['search', 'a', '--json', '--palace=x', '--', '-b'],
    ],
    [
      ['search', '--json'],
      ['search', '--json'],
    ],
    [['--help'], ['--help']],
    [['--json'], ['--json']],
    [
      ['--unknown', 'search'],
      ['--unknown', 'search'],
    ],
  ])('%j means %j', (typed, arranged) => {
    expect(arrangeArgv(typed)).toEqual(arranged);
  });

  it.each([
    ['/usr/bin/palace', 'palace'],
    ['/usr/bin/mempalace', 'mempalace'],
    ['C:/bin/mempalace.cmd', 'mempalace'],
    ['/x/bin/run.js', 'palace'],
  ])('%s is the program %s', (path, name) => {
    expect(programName(path)).toBe(name);
  });

  it('tells how an error is wanted even when it cannot be parsed', () => {
    expect(sharedFromArgv(['search', '--json', '--nonsense'], {})).toMatchObject({ json: true, quiet: false });
    expect(sharedFromArgv(['add', '--', '--json'], {})).toMatchObject({ json: false });
    expect(sharedFromArgv([], { PALACE_JSON: '1', PALACE_QUIET: 'no' })).toMatchObject({ json: true, quiet: false });
  });
});
