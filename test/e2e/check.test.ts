import { describe, expect, it } from 'vitest';
import { builtBeforeAll, Machine, shapeOf } from './support.js';

builtBeforeAll();

interface Proposed {
  proposals: { id: string; object: string }[];
  total: number;
}

describe('check and kg propose', () => {
  it('compare texts with facts, and make facts of what texts say', async () => {
    const machine = new Machine();
    await machine.cli(['init', '--json']);
    expect((await machine.cli(['check', 'Ravi owns invoice-import.'])).stdout).toContain('there are no facts yet');
    await machine.cli(['kg', 'add', 'Dana', 'owns', 'invoice-import', '--from', '2026-01']);

    const wrong = await machine.cli(['check', 'Ravi owns invoice-import.']);
    expect(wrong.stdout).toContain('🔴 INVOICE-IMPORT: attribution conflict — Dana owns it, not Ravi');
    expect(wrong.code).toBe(5);
    const json = await machine.cli(['check', '-', '--json'], { input: 'Ravi owns invoice-import.' });
    expect(shapeOf(json.json())).toMatchSnapshot('keys of check');
    expect((await machine.cli(['check'])).code).toBe(2);
    expect((await machine.cli(['kg', 'check'])).code).toBe(0);

    const added = await machine.cli(['add', 'Ravi owns invoice-import. Ines leads Driftwood.', '--wing', 'team']);
    expect(added.code).toBe(0);
    expect(added.stderr).toContain('attribution conflict');
    expect((await machine.cli(['kg', 'check'])).code).toBe(5);

    const proposed = await machine.cli(['kg', 'propose', '--json']);
    expect(shapeOf(proposed.json())).toMatchSnapshot('keys of kg propose');
    const { proposals, total } = proposed.json<Proposed>();
    expect(total).toBe(2);
    const idOf = (object: string): string => proposals.find((each) => each.object === object)?.id ?? '';
    const accepted = await machine.cli(['kg', 'review', 'accept', idOf('Driftwood'), '--from', '2026-05', '--json']);
    expect(shapeOf(accepted.json())).toMatchSnapshot('keys of kg review accept');
    expect((await machine.cli(['kg', 'review', 'reject', idOf('invoice-import')])).stdout).toContain('rejected');
    expect((await machine.cli(['kg', 'review'])).stdout).toContain('nothing to propose');
    expect((await machine.cli(['kg', 'query', 'Ines'])).stdout).toContain('Driftwood');
  });
});
