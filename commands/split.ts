import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, dryRunFlag, Flags } from '../src/cli/flags.js';
import { renderSplit } from '../src/cli/output/split.js';

export default class Split extends PalaceCommand {
  static override summary = 'Cut transcripts of many terminal sessions into one file a session.';
  static override description = [
    'Sessions of Claude Code that were saved one after the other into one text file. The parts joined are that file, byte for',
    'byte; it stays where it is, and no file is written over. Then mine the folder with the parts.',
  ].join('\n');
  static override examples = [
    { description: 'See what would be written.', command: '<%= config.bin %> split ~/transcripts --dry-run' },
    '<%= config.bin %> split ~/transcripts/march.txt --output-dir ~/sessions',
  ];
  static override stopsBetweenSteps = true;
  static override strict = false;
  static override args = {
    path: Args.string({ description: 'Transcripts, and folders with transcripts (.txt, .md, .log).', required: true }),
  };
  static override flags = {
    'output-dir': Flags.string({
      summary: 'Folder for the parts (default: NAME-sessions beside each file).',
      helpValue: 'DIR',
      env: 'PALACE_OUTPUT_DIR',
    }),
    'min-sessions': Flags.integer({
      summary: 'Leave files with fewer sessions alone.',
      helpValue: 'N',
      env: 'PALACE_MIN_SESSIONS',
      min: 1,
      default: 2,
    }),
    'dry-run': dryRunFlag(),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(Split);
    const { splitTranscripts } = await import('../src/services/split/split.js');
    const result = await splitTranscripts(this.runtime(), {
      paths: argv.map(String),
      minSessions: flags['min-sessions'],
      dryRun: flags['dry-run'],
      ...(flags['output-dir'] !== undefined && { outputDir: flags['output-dir'] }),
    });
    this.emit(result, renderSplit);
  }
}
