import { describe, expect, it } from 'vitest';
import { TomlDocument } from '../../src/clients/toml-edit.js';

const NAME = ['mcp_servers', 'palace'];
const VALUES = { command: 'palace', args: ['mcp'] };
const BLOCK = '[mcp_servers.palace]\ncommand = "palace"\nargs = ["mcp"]\n';

async function edited(text: string, edit: (document: TomlDocument) => void): Promise<string> {
  const document = await TomlDocument.open(text, 'config.toml');
  edit(document);
  return document.text;
}
const put = (text: string) => edited(text, (document) => document.setTable(NAME, VALUES));
const take = (text: string) => edited(text, (document) => document.removeTable(NAME));

const CONFIG = `# of Mira
model = "gpt-5" # the good one

[mcp_servers.other] # keep
command = "other"
note = """
[mcp_servers.palace]
"""

# about the profile
[profiles.fast]
model = "small"
`;

describe('a TOML file', () => {
  it.each([
    ['none', ''],
    ['one with comments', CONFIG],
    ['one whose last line has no end', 'a = 1'],
  ])('gets a table at its end and loses it again: %s', async (_, before) => {
    const after = await put(before);
    expect(after.endsWith(BLOCK)).toBe(true);
    expect(after.startsWith(before)).toBe(true);
    expect(await put(after)).toBe(after);
    expect((await take(after)).trimEnd()).toBe(before.trimEnd());
    expect(await take(before)).toBe(before);
  });

  it('keeps other values and tables below when the table is there, whatever lines its values take', async () => {
    const before = `[mcp_servers.palace] # mine\nargs = [\n  "mcp", # speak\n  "--tools", "core",\n]\nstartup_timeout_sec = 20\n"command" = 'old'\n\n[mcp_servers.palace.env]\nPALACE_MODE = "keyword"\n\n# next\n[z]\nq = 1\n`;
    const after = await put(before);
    expect(after).toBe(
      `[mcp_servers.palace] # mine\ncommand = "palace"\nargs = ["mcp"]\nstartup_timeout_sec = 20\n\n[mcp_servers.palace.env]\nPALACE_MODE = "keyword"\n\n# next\n[z]\nq = 1\n`,
    );
    expect(await take(after)).toBe('# next\n[z]\nq = 1\n');
  });

  it('keeps the line ends of Windows', async () => {
    const before = 'a = 1\r\n';
    const after = await put(before);
    expect(after).toBe(`a = 1\r\n\r\n${BLOCK.replaceAll('\n', '\r\n')}`);
    expect(await take(after)).toBe(before);
  });

  it('is refused where the table is written in another way, or the file is broken', async () => {
    for (const text of [
      'mcp_servers = { palace = { command = "old" } }\n',
      'mcp_servers = { }\n',
      '[mcp_servers]\npalace = { command = "old" }\n',
      'mcp_servers.palace.command = "old"\n',
    ])
      await expect(put(text)).rejects.toMatchObject({ code: 'cannot-edit', exit: 5 });
    await expect(take('mcp_servers = { palace = { command = "old" } }\n')).rejects.toMatchObject({
      code: 'cannot-edit',
    });
    await expect(put('a = \n')).rejects.toMatchObject({ code: 'bad-toml' });
  });
});
