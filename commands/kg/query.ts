import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, Flags, limitFlag } from '../../src/cli/flags.js';
import { knownAtFlag, offsetFlag, validAtFlag } from '../../src/cli/kg-flags.js';
import { renderKgQuery } from '../../src/cli/output/kg.js';

export default class KgQuery extends PalaceCommand {
  static override summary = 'What is known of somebody or something: now, at a time, as it was known then.';
  static override examples = [
    '<%= config.bin %> kg query Kai',
    '<%= config.bin %> kg query Kai --as-of 2025-12-01 --known-at 2026-01',
    '<%= config.bin %> kg query --predicate works_at',
  ];
  static override args = { entity: Args.string({ description: 'A name, in any spelling, or an alias.' }) };
  static override flags = {
    predicate: Flags.string({ char: 'p', summary: 'Only this relation.', helpValue: 'WORD' }),
    direction: Flags.string({ summary: 'outgoing, incoming or both.', helpValue: 'SIDE', default: 'both' }),
    'as-of': validAtFlag(),
    'known-at': knownAtFlag(),
    retracted: Flags.boolean({ summary: 'Also what was retracted.' }),
    limit: limitFlag('Most facts (default: all).'),
    offset: offsetFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KgQuery);
    const [palace, { queryKg }] = await Promise.all([this.palace(), import('../../src/services/kg/query.js')]);
    const { 'as-of': as_of, 'known-at': known_at, predicate, direction, retracted, limit, offset } = flags;
    const { entity } = args;
    this.emit(
      await queryKg(palace, { entity, predicate, direction, as_of, known_at, retracted, limit, offset }),
      renderKgQuery,
    );
  }
}
