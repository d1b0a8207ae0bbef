import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, Flags, wingFlag, yesFlag } from '../src/cli/flags.js';
import { type InitAnswer, proposalLines, renderInit } from '../src/cli/output/init.js';

export default class Init extends PalaceCommand {
  static override summary = 'Make a palace; with PROJECT, describe its wing.';
  static override description = [
    'The palace is a git repository of its own: at --palace, else $PALACE_PATH, else `palace` in your config, else ~/palace.',
    'With PROJECT, rooms are proposed from its folders, people and projects from its git authors, manifests and prose; what you',
    'agree to is written to wing.yaml and entities.yaml. Run again, it adds what is new.',
  ].join('\n');
  static override examples = [
    { description: 'A palace in ~/palace.', command: '<%= config.bin %> init' },
    { description: 'And a wing for a project.', command: '<%= config.bin %> init ~/src/driftwood' },
    {
      description: 'In a repository that you have already.',
      command: '<%= config.bin %> init --palace ~/notes --adopt',
    },
  ];
  static override args = {
    project: Args.string({ description: 'A project whose rooms and names are to be proposed.' }),
  };
  static override flags = {
    wing: wingFlag("Name of the project's wing (default: the folder's name)."),
    yes: yesFlag('Write the proposed rooms, and the people and projects that are certain, without asking.'),
    adopt: Flags.boolean({ summary: 'Make the palace in a folder or repository that holds other files.' }),
    name: Flags.string({ summary: "Name of the palace (default: the folder's name).", helpValue: 'NAME' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Init);
    const runtime = this.runtime();
    const [{ locatePalace }, { initPalace }] = await Promise.all([
      import('../src/palace/discovery.js'),
      import('../src/services/init/init.js'),
    ]);
    if (args.project !== undefined) {
      const { assertProject } = await import('../src/services/init-project/assert-project.js');
      assertProject(args.project, runtime);
    }
    // Never upwards: inside a palace, `init` must not mean that palace.
    const { root } = await locatePalace({ flag: flags.palace, runtime, upward: false });
    const made = await initPalace({ root, runtime, adopt: flags.adopt, name: flags.name });
    const answer: InitAnswer = {
      ...made,
      wing: null,
      rooms: [],
      entities: null,
      confirmed_entities: [],
      wing_written: false,
      wing_commit: null,
    };
    if (args.project !== undefined) {
      const [{ initProject }, { certainOf }] = await Promise.all([
        import('../src/services/init-project/init-project.js'),
        import('../src/services/entities/accept.js'),
      ]);
      const found = await initProject(await this.palaceAt(root), {
        path: args.project,
        wing: flags.wing,
        confirm: async (proposal) => {
          if (flags.yes) return { rooms: true, entities: certainOf(proposal.entities) };
          for (const line of proposalLines(proposal, this.output())) process.stderr.write(`${line}\n`);
          const isNew = proposal.rooms.some(({ known }) => !known);
          const agreed = isNew ? await this.ask(`Write these rooms to wing.yaml of ${proposal.wing}?`) : true;
          if (agreed !== true) return undefined;
          // Who breaks off at the names has agreed to the rooms; without new rooms that is a no.
          const entities = await this.confirmNames(proposal.entities);
          return isNew || entities !== undefined ? { rooms: isNew, entities: entities ?? [] } : undefined;
        },
      });
      Object.assign(answer, {
        wing: found.wing,
        rooms: found.rooms,
        entities: found.entities,
        confirmed_entities: found.confirmed_entities,
        wing_written: found.written,
        wing_commit: found.commit,
      });
      if (!found.confirmed)
        answer.notes = [...answer.notes, `nothing was written about ${found.wing}; --yes writes it`];
    }
    this.emit(answer, renderInit);
  }
}
