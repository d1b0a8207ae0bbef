import { EXIT, PalaceError } from '../../src/base/errors.js';
import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, byFlag, Flags } from '../../src/cli/flags.js';
import { renderKgAdd } from '../../src/cli/output/kg-writes.js';

export default class KgAdd extends PalaceCommand {
  static override summary = 'State a fact, with when it holds and who says so.';
  static override description = [
    'A fact that is known already is made better (an earlier start, an end, another source) and not repeated. Of relations with one',
    'value at a time (setting facts.single_valued) a new value ends the old one, unless --also says that both hold.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> kg add Kai works_on Orion --from 2025-06-01',
    '<%= config.bin %> kg add "Ines Ramos" works_at Ferryline --drawer d-9637 --lines 3',
  ];
  static override args = {
    subject: Args.string({ required: true, description: 'Whom or what it is about.' }),
    predicate: Args.string({ required: true, description: 'The relation: works_at, leads, prefers, …' }),
    object: Args.string({ required: true, description: 'The other side: a name, a date, a text.' }),
  };
  static override flags = {
    from: Flags.string({ summary: 'Since when: 2026, 2026-03, 2026-03-04 or a timestamp.', helpValue: 'DATE' }),
    to: Flags.string({ summary: 'Until when; a date lasts through it.', helpValue: 'DATE' }),
    confidence: Flags.string({ summary: 'How sure it is, from 0 to 1 (default: 1).', helpValue: '0-1' }),
    drawer: Flags.string({ summary: 'The memory that says so.', helpValue: 'ID' }),
    lines: Flags.string({ summary: 'Lines of that memory: 12 or 12-15.', helpValue: 'N-M' }),
    file: Flags.string({ summary: 'A file or address that says so.', helpValue: 'NAME' }),
    closet: Flags.string({ summary: 'A closet that it belongs to.', helpValue: 'NAME' }),
    also: Flags.boolean({ summary: 'Beside the other values: nothing ends.' }),
    by: byFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KgAdd);
    const [palace, { addFact }] = await Promise.all([this.palace(), import('../../src/services/kg/add.js')]);
    const result = await addFact(palace, {
      ...args,
      valid_from: flags.from,
      valid_to: flags.to,
      confidence: numberOf(flags.confidence),
      source_drawer: flags.drawer,
      source_lines: flags.lines,
      source_file: flags.file,
      source_closet: flags.closet,
      also: flags.also,
      by: flags.by,
    });
    this.emit(result, renderKgAdd);
  }
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d*\.?\d+$/.test(text.trim())) return Number(text);
  throw new PalaceError(
    'bad-confidence',
    `confidence ${JSON.stringify(text)} is refused: it is no number from 0 to 1`,
    {
      exit: EXIT.usage,
      next: ['--confidence 0.8'],
      details: { field: 'confidence' },
    },
  );
}
