import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compressDrawers } from '../../../src/services/aaak/compress.js';
import { encodeTexts } from '../../../src/services/aaak/encode.js';
import { decodeText, lintText, measureText, readSpecification } from '../../../src/services/aaak/read.js';
import { edit, testPalace } from '../../support/palace.js';
import { testRuntime } from '../../support/runtime.js';
import { tempDir } from '../../support/temp.js';
import { refusal, remember } from '../support.js';

const NAMES =
  'people:\n  - name: Nadia Petrov\n    aliases: [Nadia]\n    code: NPT\n  - Omar\nprojects:\n  - Lanternfish\n';

describe('coding texts', () => {
  it("uses the palace's codes and explains them", async () => {
    const palace = await testPalace();
    edit(palace, 'entities.yaml', NAMES);
    const text = 'Nadia Petrov decided to drop Redis from Lanternfish on 2026-02-11. It rained.';
    const { text: coded, stats } = await encodeTexts(
      palace,
      { inputs: [{ kind: 'text', text }], wing: 'atlas' },
      palace.runtime,
    );
    expect(coded).toMatch(/^atlas\|\?\|\?\|\?\nCODES:NPT=Nadia Petrov;LANT=Lanternfish;RED=Redis\n0:NPT\+LANT\+RED\|/);
    expect(stats).toMatchObject({ original_chars: text.length, counted: 'o200k_base' });
    const claims = await encodeTexts(palace, { inputs: [{ kind: 'text', text }], claims: true }, palace.runtime);
    expect(claims.text).toContain('C1:NPT+LANT|NPT decided to drop Redis from LANT on 2026-02-11.|DECISION');
    expect(claims.claims).toEqual({ sentences: 2, claims: 1, left_out: [{ line: 1, text: 'It rained.' }] });
    const { files, unknown_codes: unknown } = await decodeText(
      palace,
      { kind: 'text', text: '0:NPT+ZZZ|queue' },
      palace.runtime,
    );
    expect(files[0]?.entries[0]?.people).toEqual(['Nadia Petrov', 'ZZZ']);
    expect(unknown).toEqual(['ZZZ']);
    expect(await lintText(palace, { kind: 'text', text: '0:NPT+ZZZ|queue' }, palace.runtime)).toMatchObject({
      errors: 0,
      warnings: 1,
    });
  });

  it('works without a palace, on several files, with the settings of the original', async () => {
    const home = tempDir();
    const runtime = testRuntime({ home });
    writeFileSync(join(home, 'a.txt'), 'We met with Nadia.');
    writeFileSync(join(home, 'codes.json'), '{"entities": {"Nadia": "NDX"}, "skip_names": ["Gandalf"]}');
    writeFileSync(
      join(home, 'z.json'),
      '{"source_file": "7-x.txt", "zettels": [{"id": "1", "people": ["Gandalf", "Nadia"]}]}',
    );
    const inputs = ['a.txt', 'z.json'].map((path) => ({ kind: 'file' as const, path }));
    const { text, modes } = await encodeTexts(undefined, { inputs, compat: true, config: 'codes.json' }, runtime);
    expect(modes).toEqual(['compat', 'zettel']);
    expect(text).toBe(
      '?|?|?|a\n0:NDX|met_nadia|"We met with Nadia"\n---\n7|NDX|unknown|x\n1:NDX|misc|0.5'.replace(
        'met_nadia',
        'nadia_met',
      ),
    );
    expect((await readSpecification()).aaak_spec).toContain('ALC');
    expect(await measureText({ kind: 'text', text: 'a b\nc\n' }, runtime)).toMatchObject({
      chars: 6,
      bytes: 6,
      lines: 2,
    });
  });

  it('names what it cannot read', async () => {
    const home = tempDir();
    const runtime = testRuntime({ home });
    const encode = (path: string, more = {}) =>
      encodeTexts(undefined, { inputs: [{ kind: 'file', path }], ...more }, runtime);
    expect((await refusal(encode('absent.txt'))).code).toBe('not-found');
    writeFileSync(join(home, 'z.json'), '{"zettels": [{"id": ""}]}');
    expect((await refusal(encode('z.json'))).message).toContain('zettels[0].id');
    writeFileSync(join(home, 'z.json'), '{"zettels": [{"id": 1, "emotional_weight": 2}]}');
    expect((await refusal(encode('z.json'))).message).toContain('emotional_weight');
    writeFileSync(join(home, 'b.bin'), Buffer.from([0, 1, 2, 3, 0, 255]));
    expect((await refusal(encode('b.bin'))).code).toBe('binary-content');
    expect((await refusal(encode('z.json', { config: 'b.bin' }))).exit).toBe(2);
    expect((await refusal(encode('z.json', { layer1: true, threshold: 7 }))).code).toMatch(/bad-/);
  });
});

describe('compressing drawers', () => {
  it('gives an entry a drawer, newest first, and changes nothing', async () => {
    const palace = await testPalace();
    await remember(palace, 'We chose Postgres on Monday.', {
      wing: 'atlas',
      room: 'db',
      date: '2026-01-02',
      importance: 5,
    });
    await remember(palace, 'Omar likes tea.', { wing: 'atlas', room: 'people', date: '2026-02-02' });
    await remember(palace, 'Something else.', { wing: 'home', room: 'garden' });
    const result = await compressDrawers(palace, { wing: 'Atlas' });
    expect(result.total).toBe(2);
    expect(result.drawers.map(({ room }) => room)).toEqual(['people', 'db']);
    expect(result.drawers[1]?.text).toMatch(/^atlas\|db\|2026-01-02\|[^\n]*\n(CODES:[^\n]*\n)?0:.*\|DECISION\|\*{5}$/);
    expect(result.original_tokens).toBe(result.drawers.reduce((sum, drawer) => sum + drawer.original_tokens, 0));
    expect((await compressDrawers(palace, { limit: 1 })).drawers).toHaveLength(1);
    expect((await compressDrawers(palace, { wing: 'atlas', claims: true })).drawers[1]?.text).toContain('C1:');
    expect((await refusal(compressDrawers(palace, { wing: 'atlsa' }))).message).toContain('did you mean "atlas"');
    expect((await compressDrawers(await testPalace(), {})).drawers).toEqual([]);
  });
});
