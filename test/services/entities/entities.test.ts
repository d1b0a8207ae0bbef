import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMemory } from '../../../src/services/add/add.js';
import { acceptEntities, withAccepted } from '../../../src/services/entities/accept.js';
import { addEntity } from '../../../src/services/entities/add.js';
import { aliasEntity, codeEntity, mergeEntities, removeEntity } from '../../../src/services/entities/change.js';
import { detectIn } from '../../../src/services/entities/detect.js';
import { confirmedOf } from '../../../src/services/entities/file.js';
import { listConfirmed } from '../../../src/services/entities/list.js';
import { addFact } from '../../../src/services/kg/add.js';
import { queryKg } from '../../../src/services/kg/query.js';
import { undoOperation } from '../../../src/services/undo/undo.js';
import { assertClean, edit, gitIn, testPalace } from '../../support/palace.js';

describe('entities.yaml', () => {
  it('is added to, changed, merged and undone; comments stay; every change is one commit', async () => {
    const palace = await testPalace();
    const text = () => readFileSync(join(palace.root, 'entities.yaml'), 'utf8');
    const before = text();
    const added = await addEntity(palace, { name: ' Ines  Ramos ', aliases: ['Innie', 'Innie'] });
    expect(added).toMatchObject({ status: 'added', dry_run: false });
    expect(added.entity).toEqual({
      name: 'Ines Ramos',
      type: 'person',
      aliases: ['Innie'],
      code: 'INE',
      code_chosen: false,
    });
    expect(added.commit).toBe(gitIn(palace, 'rev-parse', 'HEAD').trim());
    expect(text()).toContain('# People and projects that were confirmed');
    expect(await addEntity(palace, { name: 'innie' })).toMatchObject({ status: 'unchanged', commit: null });

    await aliasEntity(palace, { name: 'Innie', aliases: ['iramos'] });
    await codeEntity(palace, { name: 'iramos', code: 'ines' });
    expect((await listConfirmed(palace)).entities).toEqual([
      { name: 'Ines Ramos', type: 'person', aliases: ['Innie', 'iramos'], code: 'INES', code_chosen: true },
    ]);
    await addEntity(palace, { name: 'I. Ramos', aliases: ['IR'] });
    const merged = await mergeEntities(palace, { name: 'I. Ramos', into: 'Ines Ramos' });
    expect(merged.entity.aliases).toEqual(['Innie', 'iramos', 'I. Ramos', 'IR']);
    expect(await mergeEntities(palace, { name: 'IR', into: 'Innie' })).toMatchObject({
      status: 'unchanged',
      commit: null,
    });
    await aliasEntity(palace, { name: 'Ines Ramos', aliases: ['IR', 'i. ramos'], remove: true });
    await codeEntity(palace, { name: 'Ines Ramos', code: null });
    const removed = await removeEntity(palace, { name: 'Innie', dryRun: true });
    expect(removed).toMatchObject({ status: 'removed', commit: null, dry_run: true, entity: { name: 'Ines Ramos' } });
    expect((await listConfirmed(palace)).total).toBe(1);
    await removeEntity(palace, { name: 'Innie' });
    expect(text()).toBe(before);
    await undoOperation(palace, {});
    expect((await listConfirmed(palace)).entities).toMatchObject([
      { name: 'Ines Ramos', aliases: ['Innie', 'iramos'] },
    ]);
    expect(gitIn(palace, 'log', '-3', '--format=%(trailers:key=Palace-Op,valueonly,separator=)')).toContain('entities');
    assertClean(palace);
  });
});

describe('entities', () => {
  it('codes never collide, thrice over, and a later name never takes one', async () => {
    const palace = await testPalace();
    const code = async (name: string, type?: string) => (await addEntity(palace, { name, type })).entity.code;
    expect(await code('Nadia')).toBe('NAD');
    expect(await code('Nadine')).toBe('NADI');
    expect(await code('Nadim')).toBe('NA2');
    expect(await code('Nadir')).toBe('NA3');
    expect(await code('Orsa', 'project')).toBe('ORSA');
    // A person stands before the projects in the file: its code is written down lest it take that of the project.
    expect(await code('Ors')).toBe('ORS');
    expect(await code('Orsay')).toBe('OR2');
    const codes = (await listConfirmed(palace)).entities.map((one) => [one.name, one.code]);
    expect(Object.fromEntries(codes)).toMatchObject({ Nadia: 'NAD', Nadine: 'NADI', Orsa: 'ORSA', Orsay: 'OR2' });
    await expect(codeEntity(palace, { name: 'Nadir', code: 'NAD' })).rejects.toMatchObject({
      code: 'code-taken',
      exit: 5,
    });
    await expect(codeEntity(palace, { name: 'Nadir', code: 'ARC' })).rejects.toMatchObject({
      code: 'bad-code',
      exit: 2,
    });
  });

  it('any names at all get codes of their own, and adding changes no code', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((text) => /[\p{L}\p{N}]/u.test(text) && !/\p{Cc}/u.test(text));
    const entry = fc.record({ name, type: fc.constantFrom('person', 'project', 'tool', 'ship') });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
        let text = 'people: []\nprojects: []\n';
        let codes = new Map<string, string>();
        for (const one of entries) {
          const { text: next, added } = withAccepted(text, [{ ...one, name: one.name.trim() }]);
          text = next;
          const now = new Map(
            confirmedOf(text)
              .codes.entries()
              .map(([code, owner]) => [owner, code]),
          );
          for (const [owner, code] of codes) expect(now.get(owner)).toBe(code);
          expect(new Set(now.values()).size).toBe(now.size);
          expect(confirmedOf(text).codes.collisions).toEqual([]);
          if (added.length === 0) expect(text).toBe(next);
          codes = now;
        }
      }),
      { numRuns: 40 },
    );
  });

  it('names of one letter, common words and bad input', async () => {
    const palace = await testPalace();
    expect(await addEntity(palace, { name: 'J' })).toMatchObject({
      entity: { code: 'J1' },
      notes: [expect.stringContaining('one letter')],
    });
    expect(await addEntity(palace, { name: 'Will' })).toMatchObject({ notes: [expect.stringContaining('a word too')] });
    for (const name of ['', '  ', '...', '🙂', 'a\u0007b', 'x'.repeat(501)])
      await expect(addEntity(palace, { name })).rejects.toMatchObject({ code: 'bad-name', exit: 2 });
    await expect(addEntity(palace, { name: 'Bo', type: 'two words' })).rejects.toMatchObject({ code: 'bad-type' });
    await expect(addEntity(palace, { name: 'Will', type: 'project' })).rejects.toMatchObject({
      code: 'name-taken',
      exit: 5,
    });
    await expect(addEntity(palace, { name: 'Bo', aliases: ['J'] })).rejects.toMatchObject({
      code: 'name-taken',
      exit: 5,
    });
    await expect(removeEntity(palace, { name: 'Wil' })).rejects.toMatchObject({
      code: 'not-found',
      exit: 4,
      message: expect.stringContaining('"Will"'),
    });
    await expect(aliasEntity(palace, { name: 'Will', aliases: ['Bill'], remove: true })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(mergeEntities(palace, { name: 'Nobody', into: 'Will' })).rejects.toMatchObject({ code: 'not-found' });
    writeFileSync(join(palace.root, 'entities.yaml'), 'people: [\n');
    await expect(addEntity(palace, { name: 'Bo' })).rejects.toMatchObject({ code: 'broken-yaml' });
  });

  it('a name of facts can be merged into an entry: facts are found under both', async () => {
    const palace = await testPalace();
    await addFact(palace, { subject: 'iramos', predicate: 'works_on', object: 'Orion' });
    await addEntity(palace, { name: 'Ines Ramos' });
    await mergeEntities(palace, { name: 'iramos', into: 'Ines Ramos' });
    expect((await queryKg(palace, { entity: 'Ines Ramos' })).facts).toHaveLength(1);
  });

  it('an unsaved edit of the file is never lost', async () => {
    const palace = await testPalace();
    edit(palace, 'entities.yaml', 'people:\n  - Bo # by hand\n');
    await expect(addEntity(palace, { name: 'Ada' })).rejects.toMatchObject({ code: 'unsaved-edit', exit: 5 });
    gitIn(palace, 'commit', '-qam', 'by hand');
    await aliasEntity(palace, { name: 'Bo', aliases: ['B.'] });
    expect(readFileSync(join(palace.root, 'entities.yaml'), 'utf8')).toMatch(/- name: Bo[\s\S]*aliases: \[B\.\]/);
  });
});

describe('detection in a palace', () => {
  it('of an empty one finds nothing; else names of drawers, known ones marked', async () => {
    const palace = await testPalace();
    expect(await detectIn(palace, {})).toMatchObject({ source: 'palace', texts: 0, people: [], uncertain: [] });
    await addMemory(palace, {
      content: { kind: 'text', text: 'Nadia said we ship. Thanks Nadia! 王芳说好，谢谢王芳。' },
      wing: 'driftwood',
      room: 'team',
    });
    await addMemory(palace, {
      content: { kind: 'text', text: 'Ivora Tinn, our CFO, said no.' },
      wing: 'harbour',
      room: 'team',
    });
    await addEntity(palace, { name: '王芳' });
    const one = await detectIn(palace, { newest: 1 });
    expect(one).toMatchObject({ texts: 1 });
    expect(one.notes).toEqual(['only the newest drawer was read, 1 older one was not: --newest 0 reads all']);
    expect(await detectIn(palace, { newest: 0 })).toMatchObject({ texts: 2, notes: [] });
    const all = await detectIn(palace, {});
    expect(all.people.map(({ name, known }) => [name, known])).toEqual(
      expect.arrayContaining([
        ['Nadia', false],
        ['王芳', true],
        ['Ivora Tinn', false],
      ]),
    );
    expect(all.people.find(({ name }) => name === 'Nadia')?.evidence[0]?.source).toMatch(/^wings\/driftwood\/team\//);
    const wing = await detectIn(palace, { wing: 'Harbour' });
    expect([wing.source, wing.people.map(({ name }) => name)]).toEqual(['Harbour', ['Ivora Tinn']]);
    await expect(detectIn(palace, { wing: 'harbur' })).rejects.toMatchObject({ exit: 4 });
    const result = await acceptEntities(palace, {
      accepted: [
        { name: 'Nadia', type: 'person' },
        { name: '王芳', type: 'person' },
      ],
    });
    expect(result.added).toEqual([{ name: 'Nadia', type: 'person' }]);
    expect(await acceptEntities(palace, { accepted: [{ name: 'Nadia', type: 'person' }] })).toMatchObject({
      added: [],
      commit: null,
    });
  });

  it('goes online only when told, asks for uncertain names only, and takes no page for no person', async () => {
    const palace = await testPalace();
    await addMemory(palace, {
      content: { kind: 'text', text: 'Zorb. Zorb! Zorb? Blorv. Blorv! Blorv? Nadia said hi. Thanks Nadia!' },
      wing: 'w',
      room: 'r',
    });
    const asked: string[] = [];
    const look = async (language: string, title: string) => {
      asked.push(`${language}:${title}`);
      return title === 'Zorb' ? { disambiguation: false, text: 'Zorb is a given name. Irish given name.' } : undefined;
    };
    await detectIn(palace, { look });
    expect(asked).toEqual([]);
    const found = await detectIn(palace, { online: true, look });
    expect(asked.sort()).toEqual(['en:Blorv', 'en:Zorb']);
    expect(found.uncertain.map(({ name, guess, certain }) => [name, guess, certain])).toEqual(
      expect.arrayContaining([
        ['Zorb', 'person', false],
        ['Blorv', null, false],
      ]),
    );
    const offline = await detectIn(palace, { online: true, look: () => Promise.reject(new Error('no network')) });
    expect(offline.notes.join()).toContain('could not be asked (no network)');
  });
});
