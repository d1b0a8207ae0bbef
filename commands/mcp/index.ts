import { PalaceCommand } from '../../src/cli/base-command.js';
import { Flags } from '../../src/cli/flags.js';

export default class Mcp extends PalaceCommand {
  static override summary = 'Serve the palace to agents: the Model Context Protocol over stdio.';
  static override description = [
    'A client starts this as its child process; nothing but the protocol is written to standard output. The palace is that of',
    '--palace, PALACE_PATH or your configuration, never one that happens to lie around the working directory. Several servers',
    'on one palace at once are fine. Ends when the client closes its end. With --http the token is PALACE_MCP_TOKEN, or a new one.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> mcp',
    '$ claude mcp add palace -- <%= config.bin %> mcp',
    '<%= config.bin %> mcp --tools core --palace ~/work-palace',
  ];
  static override flags = {
    tools: Flags.string({
      summary: 'Which tools to offer: each costs the model some of its attention.',
      options: ['full', 'core', 'read-only'],
      default: 'full',
    }),
    http: Flags.integer({
      summary: 'Serve HTTP on this port of the loopback address instead (0: any free one).',
      helpValue: 'PORT',
      min: 0,
      max: 65_535,
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Mcp);
    const runtime = this.runtime();
    const set = flags.tools === 'core' || flags.tools === 'read-only' ? flags.tools : 'full';
    const options = { set, palace: flags.palace, runtime, version: this.config.version } as const;
    if (flags.http === undefined) {
      const { serveOverStdio } = await import('../../src/mcp/serve.js');
      await serveOverStdio({ ...options, input: process.stdin, output: process.stdout });
    } else {
      const { serveOverHttp } = await import('../../src/mcp/serve-http.js');
      const given = runtime.env.PALACE_MCP_TOKEN;
      const token = given ?? runtime.randomBytes(24).toString('base64url');
      const server = await serveOverHttp({ ...options, port: flags.http, token });
      // For the person who started it: standard error is free.
      const shown = given === undefined ? token : '(PALACE_MCP_TOKEN)';
      process.stderr.write(`palace serves ${server.url}\nAuthorization: Bearer ${shown}\nCtrl-C ends it.\n`);
      await new Promise<void>((resolve) => runtime.signal?.addEventListener('abort', () => resolve(), { once: true }));
      await server.close();
    }
  }
}
