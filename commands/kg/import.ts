import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, byFlag, dryRunFlag } from '../../src/cli/flags.js';
import { renderKgImport } from '../../src/cli/output/kg-writes.js';

export default class KgImport extends PalaceCommand {
  static override summary = 'Take in facts from a JSON file.';
  static override description = [
    'Either entity facts as the original program keeps them, {"kai": {"full_name", "type", "birthday", "parent", …}}, or a list (or',
    'lines) of {"subject", "predicate", "object", "valid_from", …}. One commit; a second time changes nothing.',
  ].join('\n');
  static override examples = ['<%= config.bin %> kg import family.json --dry-run'];
  static override args = {
    file: Args.string({ required: true, description: 'The file; - reads standard input.' }),
  };
  static override flags = { 'dry-run': dryRunFlag(), by: byFlag() };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KgImport);
    const { importFacts } = await import('../../src/services/kg/import.js');
    const content =
      args.file === '-'
        ? { kind: 'bytes' as const, bytes: await this.readInput(), name: 'standard input' }
        : { kind: 'file' as const, path: args.file };
    const result = await importFacts(await this.palace(), { content, dry_run: flags['dry-run'], by: flags.by });
    this.emit(result, renderKgImport);
  }
}
