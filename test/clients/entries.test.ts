import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { carryOutPlan, type FilePlan } from '../../src/clients/config-file.js';
import { planHookInstall, planHookUninstall, readHooks } from '../../src/clients/hook-entries.js';
import { planMcpInstall, planMcpUninstall, readMcpEntries } from '../../src/clients/mcp-entry.js';
import { HARNESSES, type Harness, MCP_CLIENTS, type McpClient } from '../../src/clients/names.js';
import { hookFile, mcpFile } from '../../src/clients/places.js';
import { writePlugin } from '../../src/clients/plugin.js';
import { clientNamed, harnessNamed, settle } from '../../src/clients/setup.js';
import { eventOf } from '../../src/hooks/input.js';
import { tempDir } from '../support/temp.js';

const PROGRAM = { script: "/opt/it's here/bin/run.js", node: '/usr/bin/node' };

function machine(env: Record<string, string> = {}) {
  const home = tempDir('home');
  return { home, env: { PATH: '', ...env }, platform: 'linux' as NodeJS.Platform, now: () => new Date(0) };
}
type Where = ReturnType<typeof machine>;

const mcp = (client: McpClient, runtime: Where, more: object = {}) =>
  planMcpInstall(client, { runtime, program: PROGRAM, ...more });
const hooks = (harness: Harness, runtime: Where, recall = false, more: object = {}) =>
  planHookInstall(harness, { runtime, program: PROGRAM, recall, ...more });

async function carriedOut(plan: Promise<FilePlan>, runtime: Where) {
  return carryOutPlan(await plan, runtime);
}

function written(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return text;
}

describe('the MCP server in a client', () => {
  it.each(MCP_CLIENTS)('%s: comes, stays one, and leaves nothing behind', async (client) => {
    const runtime = machine();
    const file = mcpFile(client, runtime);
    expect(await carriedOut(mcp(client, runtime), runtime)).toMatchObject({ changed: true, backup: null });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const entry = (await readMcpEntries(runtime)).find((each) => each.client === client);
    expect(entry?.command).toEqual([PROGRAM.node, PROGRAM.script, 'mcp']);
    expect((await carriedOut(mcp(client, runtime), runtime)).changed).toBe(false);
    await carriedOut(mcp(client, runtime, { palace: '/srv/记忆', tools: 'core' }), runtime);
    const other = (await readMcpEntries(runtime)).find((each) => each.client === client);
    expect(other?.command?.slice(2)).toEqual(['mcp', '--palace', '/srv/记忆', '--tools', 'core']);
    await carriedOut(planMcpUninstall(client, runtime), runtime);
    expect(readdirSync(dirname(file)).filter((name) => !name.includes('before-palace'))).toEqual([]);
    expect((await carriedOut(planMcpUninstall(client, runtime), runtime)).changed).toBe(false);
  });

  it.each(MCP_CLIENTS)('%s: comes beside others and goes again, and the file is what it was', async (client) => {
    const runtime = machine();
    const file = mcpFile(client, runtime);
    const holder = client === 'vscode' ? 'servers' : 'mcpServers';
    const before = written(
      file,
      client === 'codex'
        ? '# mine\nmodel = "m"\n\n[mcp_servers.other] # x\ncommand = "o"\n'
        : `{\n  // mine\n  "${holder}": {\n    "other": { "command": "o" } // x\n  },\n  "z": [1]\n}\n`,
    );
    const { backup } = await carriedOut(mcp(client, runtime), runtime);
    expect(readFileSync(backup ?? '', 'utf8')).toBe(before);
    const after = readFileSync(file, 'utf8');
    const value = client === 'codex' ? parseToml(after) : (parseJson(after) as Record<string, unknown>);
    const servers = value[client === 'codex' ? 'mcp_servers' : holder] as Record<string, unknown>;
    expect(Object.keys(servers)).toEqual(['other', 'palace']);
    expect(after).toContain('mine');
    await carriedOut(planMcpUninstall(client, runtime), runtime);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('keeps what else a person wrote into its entry, and refuses a server of another name-giver', async () => {
    const runtime = machine();
    const file = mcpFile('cursor', runtime);
    written(
      file,
      '{"mcpServers": {"palace": {"command": "palace", "args": ["mcp"], "env": {"PALACE_MODE": "keyword"}}}}',
    );
    await carriedOut(mcp('cursor', runtime), runtime);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      mcpServers: { palace: { command: PROGRAM.node, args: [PROGRAM.script, 'mcp'], env: { PALACE_MODE: 'keyword' } } },
    });
    const foreign = written(file, '{"mcpServers": {"palace": {"url": "https://example.org/castle"}}}');
    await expect(mcp('cursor', runtime)).rejects.toMatchObject({ code: 'name-taken', exit: 5 });
    await expect(planMcpUninstall('cursor', runtime)).rejects.toMatchObject({ code: 'name-taken' });
    expect(readFileSync(file, 'utf8')).toBe(foreign);
  });

  it('is started by the word palace where a terminal leads that word to this package', async () => {
    const folder = tempDir();
    const script = join(folder, 'run.js');
    writeFileSync(script, '');
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    symlinkSync(script, join(bin, 'palace'));
    const runtime = machine({ PATH: `/nowhere:${bin}` });
    const program = { script, node: '/usr/bin/node' };
    for (const client of MCP_CLIENTS) await carriedOut(planMcpInstall(client, { runtime, program }), runtime);
    const first = (await readMcpEntries(runtime)).map(({ client, command }) => [client, command?.[0]]);
    expect(Object.fromEntries(first)).toEqual({
      'claude-code': 'palace',
      codex: 'palace',
      gemini: 'palace',
      // Desktop programs do not know the PATH of a terminal.
      'claude-desktop': '/usr/bin/node',
      cursor: '/usr/bin/node',
      vscode: '/usr/bin/node',
    });
  });

  it('stands where each system and variable has it', () => {
    const at = (client: McpClient, more: object) => mcpFile(client, { ...machine(), home: '/h', ...more });
    expect(at('claude-desktop', {})).toBe('/h/.config/Claude/claude_desktop_config.json');
    expect(at('claude-desktop', { platform: 'darwin' })).toBe(
      '/h/Library/Application Support/Claude/claude_desktop_config.json',
    );
    expect(at('vscode', { platform: 'win32', env: { APPDATA: '/h/R' } })).toBe('/h/R/Code/User/mcp.json');
    expect(at('claude-code', { env: { CLAUDE_CONFIG_DIR: '/c' } })).toBe('/c/.claude.json');
    expect(at('codex', { env: { CODEX_HOME: '/x' } })).toBe('/x/config.toml');
    expect(hookFile('claude-code', { ...machine(), home: '/h', env: { CLAUDE_CONFIG_DIR: 'relative' } })).toBe(
      '/h/.claude/settings.json',
    );
  });
});

describe('the hooks in a program', () => {
  it.each(HARNESSES)('%s: come, stay one each, follow what is wanted, and leave nothing behind', async (harness) => {
    const runtime = machine();
    const file = hookFile(harness, runtime);
    await carriedOut(hooks(harness, runtime), runtime);
    const { events, missing, commands } = await readHooks(harness, runtime);
    expect(missing).toEqual([]);
    // What palace is told of is what it understands.
    expect(events.map((event) => eventOf(event)).every((event) => event !== undefined)).toBe(true);
    expect(events.map(eventOf)).not.toContain('prompt');
    expect((await carriedOut(hooks(harness, runtime), runtime)).changed).toBe(false);
    // A shell gives the words back as they were meant.
    for (const command of commands) {
      const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' })
        .trim()
        .split('\n');
      expect(words.slice(0, 5)).toEqual([PROGRAM.node, PROGRAM.script, 'hook', 'run', harness]);
    }
    const withRecall = await carriedOut(hooks(harness, runtime, true), runtime);
    expect(withRecall.changed).toBe(harness !== 'cursor');
    expect((await carriedOut(hooks(harness, runtime), runtime)).changed).toBe(harness !== 'cursor');
    expect((await readHooks(harness, runtime)).events).toEqual(events);
    await carriedOut(planHookUninstall(harness, runtime), runtime);
    expect(readdirSync(dirname(file)).filter((name) => !name.includes('before-palace'))).toEqual([]);
  });

  it('come beside those of others, in groups of their own, and go again', async () => {
    const runtime = machine();
    const file = hookFile('claude-code', runtime);
    const before = written(
      file,
      `{
  "model": "opus", // the good one
  "hooks": {
    // of Mira
    "Stop": [
      { "hooks": [{ "type": "command", "command": "say done" }] }
    ],
    "PreToolUse": [{ "matcher": "Bash", "hooks": [] }]
  }
}
`,
    );
    await carriedOut(hooks('claude-code', runtime), runtime);
    const { hooks: all, model } = parseJson(readFileSync(file, 'utf8')) as {
      hooks: Record<string, unknown[]>;
      model: string;
    };
    expect([model, all.Stop?.length, all.SessionEnd?.length, all.PreToolUse?.length]).toEqual(['opus', 2, 1, 1]);
    await carriedOut(planHookUninstall('claude-code', runtime), runtime);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('bring older ones up to date, also when they stand in a group of somebody else', async () => {
    const runtime = machine();
    const file = hookFile('claude-code', runtime);
    const old = { type: 'command', command: 'palace hook run claude-code stop' };
    const say = { type: 'command', command: 'say done' };
    written(
      file,
      JSON.stringify(
        {
          hooks: {
            Stop: [{ hooks: [say, old] }, { hooks: [old] }, { hooks: [old] }],
            Notification: [{ matcher: 'x', hooks: [old] }],
          },
        },
        null,
        2,
      ),
    );
    await carriedOut(hooks('claude-code', runtime), runtime);
    const { hooks: all } = JSON.parse(readFileSync(file, 'utf8')) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const stop = (all.Stop ?? []).flatMap((group) => group.hooks.map(({ command }) => command));
    expect(stop).toHaveLength(2);
    expect(stop[0]).toBe('say done');
    expect(all.Notification).toBeUndefined();
    expect((await carriedOut(hooks('claude-code', runtime), runtime)).changed).toBe(false);
  });

  it('and the server can be in one file of Gemini CLI', async () => {
    const runtime = machine();
    await carriedOut(hooks('gemini', runtime), runtime);
    await carriedOut(mcp('gemini', runtime), runtime);
    await carriedOut(planHookUninstall('gemini', runtime), runtime);
    const left = JSON.parse(readFileSync(mcpFile('gemini', runtime), 'utf8')) as object;
    expect(Object.keys(left)).toEqual(['mcpServers']);
  });
});

describe('a change of a configuration', () => {
  it('goes through a link, and keeps modes', async () => {
    const runtime = machine();
    const file = hookFile('claude-code', runtime);
    const real = join(tempDir('dotfiles'), 'claude.json');
    written(real, '{}\n');
    chmodSync(real, 0o640);
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(real, file);
    await carriedOut(hooks('claude-code', runtime), runtime);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(readFileSync(real, 'utf8')).toContain('hook run claude-code');
  });

  it('is not made when the file was changed meanwhile, and copies never lie over each other', async () => {
    const runtime = machine();
    const file = written(mcpFile('cursor', runtime), '{}\n') && mcpFile('cursor', runtime);
    const plan = await mcp('cursor', runtime);
    writeFileSync(file, '{"a": 1}\n');
    await expect(carryOutPlan(plan, runtime)).rejects.toMatchObject({ code: 'changed-meanwhile', exit: 5 });
    const first = await carriedOut(mcp('cursor', runtime), runtime);
    const second = await carriedOut(planMcpUninstall('cursor', runtime), runtime);
    expect(first.backup).not.toBe(second.backup);
    expect(readFileSync(first.backup ?? '', 'utf8')).toBe('{"a": 1}\n');
  });

  it('is asked for: not written on no, an error where nobody can be asked', async () => {
    const runtime = machine();
    const file =
      written(mcpFile('cursor', runtime), `{"mcpServers": {"o": {"env": {"API_KEY": "${'sk-'}12345"}}}}`) &&
      mcpFile('cursor', runtime);
    const before = readFileSync(file, 'utf8');
    const request = { client: 'cursor', what: 'mcp', action: 'install', dryRun: false, runtime } as const;
    const plan = await mcp('cursor', runtime);
    const no = await settle({ ...request, plan, confirm: async () => false });
    expect(no).toMatchObject({ applied: false, changed: true, backup: null });
    // Keys of other programs are nobody's business.
    expect(no.diff).not.toContain('sk-12345');
    expect(no.diff).toContain('+');
    await expect(settle({ ...request, plan, confirm: async () => undefined })).rejects.toMatchObject({
      code: 'not-confirmed',
      exit: 2,
      next: ['palace mcp install cursor --yes', 'add --dry-run instead to see the change'],
    });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(readdirSync(dirname(file))).toHaveLength(1);
    expect(await settle({ ...request, plan, confirm: async () => true })).toMatchObject({ applied: true });
  });

  it('is for programs that are known', () => {
    expect([harnessNamed('Claude'), clientNamed('VS Code'), clientNamed('gemini-cli')]).toEqual([
      'claude-code',
      'vscode',
      'gemini',
    ]);
    expect(() => clientNamed('cursr')).toThrow(/did you mean "cursor"/);
    expect(() => harnessNamed('vscode')).toThrow(/no program called "vscode"/);
  });
});

describe('a plug-in for Claude Code', () => {
  it('holds the hooks and the server, is the same when it is written again, and no other folder is touched', async () => {
    const runtime = machine();
    const folder = join(tempDir(), 'a plug-in');
    const options = { runtime, program: PROGRAM, recall: true, folder, version: '1.2.3' };
    const made = await writePlugin(options);
    expect(made.written).toEqual(made.files);
    const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<string, unknown>;
    expect(read('.claude-plugin/plugin.json')).toMatchObject({ name: 'palace', version: '1.2.3' });
    expect(read('.claude-plugin/marketplace.json')).toMatchObject({ plugins: [{ name: 'palace', source: './' }] });
    expect(read('.mcp.json')).toEqual({
      mcpServers: { palace: { command: PROGRAM.node, args: [PROGRAM.script, 'mcp'] } },
    });
    const events = read('hooks/hooks.json').hooks as Record<string, unknown[]>;
    await carriedOut(hooks('claude-code', runtime, true), runtime);
    expect(events).toEqual(
      (JSON.parse(readFileSync(hookFile('claude-code', runtime), 'utf8')) as { hooks: unknown }).hooks,
    );
    expect((await writePlugin(options)).written).toEqual([]);
    expect((await writePlugin({ ...options, recall: false })).written).toEqual(['hooks/hooks.json']);
    const other = tempDir();
    writeFileSync(join(other, 'a'), '');
    await expect(writePlugin({ ...options, folder: other })).rejects.toMatchObject({ code: 'folder-taken' });
  });
});
