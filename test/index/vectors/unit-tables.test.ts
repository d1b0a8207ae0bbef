import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src/index/container.js';
import { type Unit, UnitTable, UnitTableBuilder } from '../../../src/index/vectors/unit-table.js';
import { UnitTables } from '../../../src/index/vectors/unit-tables.js';
import { longRun } from '../../support/counts.js';
import { testRuntime } from '../../support/runtime.js';
import { tempDir } from '../../support/temp.js';

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const unit = fc.record<Unit>({
  // Few keys, so that drawers share texts.
  key: fc.integer({ min: 0, max: 40 }).map((number) => number.toString(16).padStart(16, '0')),
  size: fc.constantFrom('sentence', 'window'),
  firstLine: fc.integer({ min: 1, max: 1_000_000 }),
  lastLine: fc.integer({ min: 1, max: 1_000_000 }),
});
const blobs = fc.uniqueArray(fc.tuple(hex(40), fc.array(unit, { maxLength: 8 })), {
  selector: ([id]) => id,
  maxLength: 30,
});

function tableOf(list: readonly (readonly [string, readonly Unit[]])[]): UnitTableBuilder {
  const builder = new UnitTableBuilder();
  for (const [id, units] of list) builder.add(id, units);
  return builder;
}

function ownersIn(list: readonly (readonly [string, readonly Unit[]])[], key: string): string[] {
  return list
    .flatMap(([id, units]) =>
      units.filter((each) => each.key === key).map((each) => JSON.stringify({ ...each, blob: id })),
    )
    .sort();
}

describe('UnitTable', () => {
  it('gives back what was put in: by blob and by key', () => {
    fc.assert(
      fc.property(blobs, (list) => {
        const bytes = tableOf(list).finish();
        expect(bytes === undefined).toBe(list.length === 0);
        if (bytes === undefined) return;
        const table = UnitTable.open(memorySource(Buffer.from(Uint8Array.from(bytes).buffer)));
        expect(table.blobs).toBe(list.length);
        for (const [id, units] of list) {
          const blob = table.find(Buffer.from(id, 'hex'));
          expect(table.idOf(blob).toString('hex')).toBe(id);
          expect(table.unitsOf(blob)).toEqual(units);
        }
        expect(table.find(Buffer.alloc(20, 0xee))).toBe(-1);
        for (let number = 0; number < 41; number++) {
          const key = number.toString(16).padStart(16, '0');
          const found = table
            .unitsOfKey(Buffer.from(key, 'hex'))
            .map((at) => JSON.stringify({ ...table.unit(at), blob: table.idOf(table.blobOf(at)).toString('hex') }));
          expect(found.sort()).toEqual(ownersIn(list, key));
        }
      }),
      { numRuns: longRun(60, 1_000) },
    );
  });
});

describe('UnitTables', () => {
  it('joins many small files to few that hold the same, for whoever opens them next', () => {
    const folder = join(tempDir(), 'units');
    const tables = UnitTables.open(folder, testRuntime({ home: tempDir() }));
    const list: [string, Unit[]][] = Array.from({ length: 40 }, (_, at) => [
      at.toString(16).padStart(40, '0'),
      [{ key: at.toString(16).padStart(16, '0'), size: 'window', firstLine: at + 1, lastLine: at + 1 }],
    ]);
    for (const each of list) tables.add(tableOf([each]));
    expect(readdirSync(folder).length).toBeLessThanOrEqual(8);
    const again = UnitTables.open(folder, testRuntime({ home: tempDir() }));
    for (const [id, [first]] of list) {
      expect(again.has(Buffer.from(id, 'hex'))).toBe(true);
      expect(again.ownersOf(first?.key ?? '').map(({ blob }) => blob.toString('hex'))).toEqual([id]);
    }
    again.keepOnly((blob) => blob.toString('hex') < (list[5]?.[0] ?? ''));
    const rest = UnitTables.open(folder, testRuntime({ home: tempDir() }));
    expect(list.filter(([id]) => rest.has(Buffer.from(id, 'hex'))).length).toBe(5);
  });

  it('leaves out a damaged file with one line, and keeps the others', () => {
    const folder = join(tempDir(), 'units');
    const tables = UnitTables.open(folder, testRuntime({ home: tempDir() }));
    const ids = ['a'.repeat(40), 'b'.repeat(40)];
    for (const id of ids) tables.add(tableOf([[id, []]]));
    const [victim = ''] = readdirSync(folder);
    const bytes = readFileSync(join(folder, victim));
    bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 0xff;
    bytes[20] = (bytes[20] ?? 0) ^ 0xff;
    writeFileSync(join(folder, victim), bytes);
    const runtime = testRuntime({ home: tempDir() });
    const opened = UnitTables.open(folder, runtime);
    expect(ids.filter((id) => opened.has(Buffer.from(id, 'hex')))).toHaveLength(1);
    expect(runtime.warnings).toHaveLength(1);
  });

  it('works from memory where nothing can be written', () => {
    const file = join(tempDir(), 'a-file');
    writeFileSync(file, '');
    const runtime = testRuntime({ home: tempDir() });
    const tables = UnitTables.open(join(file, 'units'), runtime);
    tables.add(tableOf([['c'.repeat(40), []]]));
    expect(tables.has(Buffer.alloc(20, 0xcc))).toBe(true);
    expect(runtime.warnings.join()).toContain('cannot be written');
  });
});
