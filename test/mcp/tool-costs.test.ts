import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { inputSchema } from '../../src/mcp/arguments.js';
import { TOOL_SETS, type ToolSet, toolsOf } from '../../src/mcp/registry.js';
import { ROOT } from '../e2e/support.js';

/** What a client puts before its model: name, description and parameters of each tool. */
function row(set: ToolSet): string {
  const tools = toolsOf(set);
  const shown = tools.map(({ name, description, params }) =>
    JSON.stringify({ name, description, input_schema: inputSchema(params) }),
  );
  const tokens = shown.reduce((sum, each) => sum + encode(each).length, 0);
  return `| \`--tools ${set}\` | ${tools.length} | ${(Math.round(tokens / 100) * 100).toLocaleString('en')} |`;
}

it('README.md says what the tools of each set cost a model', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n');
  expect(TOOL_SETS.map(row).filter((line) => !readme.includes(line))).toEqual([]);
});

it('the core set is about twelve tools, and has all that the rules tell a model to call', () => {
  const core = toolsOf('core').map(({ name }) => name);
  expect(core.length).toBeGreaterThanOrEqual(10);
  expect(core.length).toBeLessThanOrEqual(14);
  const protocol = readFileSync(join(ROOT, 'templates', 'mcp', 'protocol.md'), 'utf8');
  for (const [name] of protocol.matchAll(/mempalace_[a-z_]+/g)) expect(core).toContain(name);
});
