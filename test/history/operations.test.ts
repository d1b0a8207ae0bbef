import { describe, expect, test } from 'vitest';
import { asObjectId, type Commit } from '../../src/git/types.js';
import { type CommitFacts, groupOperations } from '../../src/history/operations.js';

let count = 0;
const facts = new Map<Commit, CommitFacts>();

function commit(given: CommitFacts = {}): Commit {
  const id = asObjectId((++count).toString(16).padStart(40, '0'));
  const person = { name: 'A', email: 'a@example.org', at: new Date(0), offset: 0 };
  const made: Commit = { id, tree: id, parents: [], author: person, committer: person, message: 'subject\n' };
  facts.set(made, given);
  return made;
}

const group = (commits: Commit[]) => groupOperations(commits, (each) => facts.get(each) ?? {});

describe('groupOperations', () => {
  test('batches of one operation are one entry at the newest of them, also around a foreign commit', () => {
    const third = commit({ op: 'mine', opId: 'x', batch: { number: 3, total: 3 } });
    const foreign = commit();
    const second = commit({ op: 'mine', opId: 'x', batch: { number: 2, total: 3 } });
    const first = commit({ op: 'mine', opId: 'x', batch: { number: 1, total: 3 } });
    const before = commit({ op: 'add', opId: 'y' });
    const operations = group([third, foreign, second, first, before]);
    expect(operations.map(({ op, commits }) => [op, commits])).toEqual([
      ['mine', [third, second, first]],
      ['commit', [foreign]],
      ['add', [before]],
    ]);
    expect(operations.every((operation) => operation.complete)).toBe(true);
  });

  test('an operation whose first batch is not there is incomplete', () => {
    const [operation] = group([commit({ op: 'mine', opId: 'z', batch: { number: 2, total: 2 } })]);
    expect(operation?.complete).toBe(false);
  });

  test('commits without an operation id are never joined', () => {
    expect(group([commit(), commit()])).toHaveLength(2);
  });
});
