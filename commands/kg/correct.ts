import { EXIT, PalaceError } from '../../src/base/errors.js';
import { PalaceCommand } from '../../src/cli/base-command.js';
import { byFlag, Flags } from '../../src/cli/flags.js';
import { TARGET_ARGS } from '../../src/cli/kg-flags.js';
import { renderKgCorrect } from '../../src/cli/output/kg-writes.js';

export default class KgCorrect extends PalaceCommand {
  static override summary = 'Put right what was recorded wrongly of a fact.';
  static override examples = [
    '<%= config.bin %> kg correct Kai works_on Orion --from 2025-05-12',
    '<%= config.bin %> kg correct e-019a3f0c2b1d-5f3a9c0d11e2 --to none',
  ];
  static override args = TARGET_ARGS;
  static override flags = {
    from: Flags.string({ summary: 'The right start; none takes it away.', helpValue: 'DATE' }),
    to: Flags.string({ summary: 'The right end; none: it still holds.', helpValue: 'DATE' }),
    'new-subject': Flags.string({ summary: 'The right subject.', helpValue: 'NAME' }),
    'new-predicate': Flags.string({ summary: 'The right relation.', helpValue: 'WORD' }),
    'new-object': Flags.string({ summary: 'The right object.', helpValue: 'TEXT' }),
    confidence: Flags.string({ summary: 'How sure it is, from 0 to 1.', helpValue: '0-1' }),
    by: byFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KgCorrect);
    const [{ correctFact }, { targetOf }] = await Promise.all([
      import('../../src/services/kg/correct.js'),
      import('../../src/services/kg/target.js'),
    ]);
    const confidence = flags.confidence === undefined ? undefined : Number(flags.confidence);
    if (Number.isNaN(confidence))
      throw new PalaceError('bad-confidence', `confidence ${JSON.stringify(flags.confidence)} is no number`, {
        exit: EXIT.usage,
        next: ['--confidence 0.8'],
      });
    const result = await correctFact(await this.palace(), {
      ...targetOf([args.subject, args.predicate, args.object]),
      set: {
        valid_from: flags.from,
        valid_to: flags.to,
        subject: flags['new-subject'],
        predicate: flags['new-predicate'],
        object: flags['new-object'],
        confidence,
      },
      by: flags.by,
    });
    this.emit(result, renderKgCorrect);
  }
}
