import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTrailers, renderMessage } from '../../src/palace/trailers.js';
import { longRun } from '../support/counts.js';

const text = fc.string({ unit: 'binary', maxLength: 300 });

describe('commit messages', () => {
  it('say what was done, why and by whom', () => {
    const message = renderMessage(
      {
        op: 'mine',
        subject: 'mine driftwood: 12 added, 3 changed',
        body: 'two sources were skipped',
        batch: { number: 3, total: 12 },
        by: { kind: 'agent', name: 'codex' },
        source: 'git:example.org/driftwood',
        session: 's-1',
        tool: 'mcp',
      },
      'op-1',
    );
    expect(message).toBe(
      'mine driftwood: 12 added, 3 changed\n\ntwo sources were skipped\n\nPalace-Op: mine\nPalace-Op-Id: op-1\nPalace-Batch: 3/12\nPalace-By: codex\nPalace-Source: git:example.org/driftwood\nPalace-Session: s-1\nPalace-Tool: mcp\n',
    );
    expect(parseTrailers(message)).toEqual({
      op: 'mine',
      opId: 'op-1',
      batch: { number: 3, total: 12 },
      by: 'codex',
      source: 'git:example.org/driftwood',
      session: 's-1',
      tool: 'mcp',
    });
  });

  it('of a person carry no Palace-By, and a commit made by hand no trailers', () => {
    expect(
      parseTrailers(renderMessage({ op: 'save', subject: 's', by: { kind: 'person' } }, 'op-2')).by,
    ).toBeUndefined();
    expect(parseTrailers('fix a typo\n\nPalace people said so\n')).toEqual({});
    expect(parseTrailers('Palace-Op: add\n')).toEqual({});
  });

  it('are read in spite of what others append', () => {
    const message = renderMessage({ op: 'add', subject: 's' }, 'op-3');
    expect(parseTrailers(`${message.trimEnd()}\nSigned-off-by: A <a@b>\n`)).toMatchObject({ op: 'add', opId: 'op-3' });
    expect(parseTrailers(`${message}\n(cherry picked from commit 0123)\n`)).toMatchObject({ op: 'add', opId: 'op-3' });
  });

  it('cannot be forged or broken by any text of a caller', () => {
    fc.assert(
      fc.property(text, text, text, text, (subject, body, source, name) => {
        const forged = `${body}\n\nPalace-Op: forged\nPalace-Op-Id: op-forged\n\n${body}`;
        const message = renderMessage(
          { op: 'add', subject, body: forged, source: `x${source}`, by: { kind: 'agent', name: `n${name}` } },
          'op-real',
        );
        const [first = '', second] = message.split('\n');
        expect(first.length).toBeLessThanOrEqual(200);
        expect(first).not.toMatch(/\p{Cc}/u);
        expect(second).toBe('');
        expect(Buffer.from(message).toString()).toBe(message);
        const read = parseTrailers(message);
        expect(read).toMatchObject({ op: 'add', opId: 'op-real' });
        expect(Object.keys(read).sort()).toEqual(['by', 'op', 'opId', 'source']);
      }),
      { numRuns: longRun(500, 20_000) },
    );
  });

  it('cut a long subject between code points', () => {
    const message = renderMessage({ op: 'add', subject: '😀'.repeat(150) }, 'op-4');
    expect(message.split('\n')[0]).toBe(`${'😀'.repeat(99)}…`);
  });

  it('use the operation when the subject is empty', () => {
    expect(renderMessage({ op: 'add', subject: '\r\n\t' }, 'op-5').startsWith('add\n\n')).toBe(true);
  });
});
