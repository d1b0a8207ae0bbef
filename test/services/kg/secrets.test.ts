import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeDiary } from '../../../src/services/diary/write.js';
import { acceptEntities } from '../../../src/services/entities/accept.js';
import { addEntity } from '../../../src/services/entities/add.js';
import { aliasEntity } from '../../../src/services/entities/change.js';
import { addFact } from '../../../src/services/kg/add.js';
import { correctFact } from '../../../src/services/kg/correct.js';
import { describeEntity } from '../../../src/services/kg/entities.js';
import { importFacts } from '../../../src/services/kg/import.js';
import { retractFact } from '../../../src/services/kg/retract.js';
import { gitIn, testPalace } from '../../support/palace.js';
import { commitCount } from '../support.js';

const HIDDEN = `ghp_${'R7kq2ZxW9vLm4TnB8yHc'}${'3JdF6sPaQ1uEoXgY'}`;
const MARK = '[secret:github-token:1]';

describe('what was typed with a secret in it', () => {
  it('is answered as it was filed, and known when it is said once more', async () => {
    const palace = await testPalace();
    const say = () =>
      addFact(palace, { subject: 'Kai', predicate: 'uses', object: `token ${HIDDEN}`, source_file: `${HIDDEN}.txt` });
    const added = await say();
    expect(added).toMatchObject({
      status: 'added',
      fact: `Kai → uses → token ${MARK}`,
      secrets: [{ placeholder: MARK }],
    });
    const commits = commitCount(palace);
    const again = await say();
    expect(again).toMatchObject({ triple_id: added.triple_id });
    expect(JSON.stringify([added, again])).not.toContain(HIDDEN);
    const corrected = await correctFact(palace, { id: added.triple_id, set: { object: `key ${HIDDEN}` } });
    expect(corrected.fact).toBe(`Kai → uses → key ${MARK}`);
    expect(corrected.changed).toEqual([{ field: 'object', before: `token ${MARK}`, after: `key ${MARK}` }]);
    const set = { id: added.triple_id, set: { object: `key ${HIDDEN}` } };
    expect((await correctFact(palace, set)).status).toBe('unchanged');
    const described = await describeEntity(palace, { name: 'Kai', set: [`login=${HIDDEN}`] });
    expect(described.entity.properties).toEqual({ login: MARK });
    const retracted = await retractFact(palace, { id: added.triple_id, reason: `it was ${HIDDEN}` });
    expect(JSON.stringify([corrected, described, retracted])).not.toContain(HIDDEN);
    expect(commitCount(palace)).toBeGreaterThan(commits);
    expect(gitIn(palace, 'log', '-p', '--all')).not.toContain(HIDDEN);
  });

  it('is one fact when it is imported twice', async () => {
    const palace = await testPalace();
    const facts = [{ subject: 'Kai', predicate: 'uses', object: HIDDEN }];
    writeFileSync(join(palace.runtime.cwd, 'facts.json'), JSON.stringify(facts));
    const read = () => importFacts(palace, { content: { kind: 'file', path: 'facts.json' } });
    expect(await read()).toMatchObject({ added: 1, facts: [{ fact: `Kai → uses → ${MARK}` }] });
    expect(await read()).toMatchObject({ added: 0, unchanged: 1, commit: null });
  });

  it('is answered so of names and of diaries too', async () => {
    const palace = await testPalace();
    const added = await addEntity(palace, { name: `Bot ${HIDDEN}`, type: 'tool', aliases: [HIDDEN] });
    expect(added.entity).toMatchObject({ name: `Bot ${MARK}`, aliases: [MARK] });
    expect(await addEntity(palace, { name: `Bot ${HIDDEN}` })).toMatchObject({ status: 'unchanged' });
    await addEntity(palace, { name: 'Ines' });
    const named = await aliasEntity(palace, { name: 'Ines', aliases: [`I ${HIDDEN}`] });
    expect(named.entity.aliases).toEqual([`I ${MARK}`]);
    const accepted = await acceptEntities(palace, { accepted: [{ name: `C ${HIDDEN}`, type: 'person' }] });
    expect(accepted.added).toEqual([{ name: `C ${MARK}`, type: 'person' }]);
    const content = { kind: 'text', text: `NOTE:2026-02-30|${HIDDEN}` } as const;
    const entry = await writeDiary(palace, { agent: 'ops', content, topic: `about ${HIDDEN}`, format: 'aaak' });
    expect(entry.topic).toBe(`about ${MARK}`);
    expect(JSON.stringify([added, named, accepted, entry])).not.toContain(HIDDEN);
    expect(gitIn(palace, 'log', '-p', '--all')).not.toContain(HIDDEN);
  });
});
