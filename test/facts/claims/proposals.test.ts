import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { KnownNames } from '../../../src/facts/claims/known-names.js';
import { ClaimReader } from '../../../src/facts/claims/reader.js';
import { entityKey } from '../../../src/facts/names.js';
import { candidatesOf } from '../../../src/facts/proposals/candidates.js';
import { contentDate } from '../../../src/text/dates.js';
import { factsOf } from '../support.js';
import { LABELS, NOTES } from './labels.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const FACTS = factsOf([]);
const READER = new ClaimReader(new KnownNames(FACTS));

interface Proposed {
  source: string;
  line: string;
  over: boolean;
  quote: string;
}

function proposed(source: string, text: string): Proposed[] {
  const date = contentDate(source, text) ?? '2026-06-01';
  const claims = READER.read(text, { today: Date.parse(date.slice(0, 10)) });
  const found = claims.flatMap((claim) => candidatesOf(claim, FACTS, { ourselves: 'WING', day: date.slice(0, 10) }));
  const unique = new Map(
    found.map((each) => [`${lineOf(each.subject, each.predicate, each.object)}${each.over}`, each]),
  );
  return [...unique.values()].map(({ subject, predicate, object, over, claim }) => ({
    source,
    line: lineOf(subject, predicate, object),
    over,
    quote: claim.quote,
  }));
}

function lineOf(subject: string, predicate: string, object: string): string {
  return [entityKey(subject), predicate, entityKey(object)].join(' | ');
}

/** Texts of a folder with what people said in sessions; nothing of JSON itself. */
function* textsBelow(folder: string): Generator<[string, string]> {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* textsBelow(path);
    else if (/\.(?:md|txt)$/.test(name)) yield [path, readFileSync(path, 'utf8')];
    else if (name.endsWith('.jsonl')) yield [path, sessionText(readFileSync(path, 'utf8'))];
  }
}

function sessionText(lines: string): string {
  return lines
    .split('\n')
    .flatMap((line): string[] => {
      if (line.trim() === '') return [];
      const { message } = JSON.parse(line) as { message?: { content?: string | { type: string; text?: string }[] } };
      const content = message?.content ?? [];
      return typeof content === 'string'
        ? [content]
        : content.flatMap(({ type, text }) => (type === 'text' && text ? [text] : []));
    })
    .join('\n\n');
}

describe('proposals', () => {
  it('of the demo and the fixtures are right 17 times in 20, by a list made before the rules', () => {
    const folders = ['templates/demo', 'test/fixtures/chinese', 'test/fixtures/sources/note'];
    const all = folders.flatMap((folder) =>
      [...textsBelow(join(ROOT, folder))].flatMap(([path, text]) => proposed(path, text)),
    );
    const isRight = ({ source, line, over }: Proposed): boolean =>
      LABELS.some(
        (label) => source.includes(label.source) && lineOf(...label.fact) === line && (label.over === true) === over,
      );
    const wrong = all.filter((each) => !isRight(each));
    const precision = 1 - wrong.length / all.length;
    expect(all.length).toBeGreaterThanOrEqual(20);
    expect({ precision, wrong }).toSatisfy(({ precision: share }) => share >= 0.85);
  });

  it.each(NOTES)('of "$text"', ({ text, facts }) => {
    const wanted = facts.map(
      ([subject, predicate, object, over]) => `${lineOf(subject, predicate, object)}${over ?? ''}`,
    );
    expect(
      proposed('note', text)
        .map(({ line, over }) => `${line}${over ? 'over' : ''}`)
        .sort(),
    ).toEqual(wanted.sort());
  });
});
