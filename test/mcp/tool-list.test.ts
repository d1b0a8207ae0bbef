import { describe, expect, it } from 'vitest';
import { inputSchema } from '../../src/mcp/arguments.js';
import { TOOLS } from '../../src/mcp/registry.js';

describe('the tools', () => {
  it('are these, with these parameters', () => {
    const lines = TOOLS.map(({ name, params, effect, core }) => {
      const { required = [] } = inputSchema(params) as { required?: string[] };
      const given = Object.keys(params).map((param) => (required.includes(param) ? param : `[${param}]`));
      return `${[name, ...given].join(' ')} (${effect}${core ? ', core' : ''})`;
    });
    expect(lines).toMatchSnapshot();
  });

  it('have different names, and parameters with descriptions', () => {
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
    for (const { params } of TOOLS)
      for (const { description } of Object.values(params)) expect(description.length).toBeGreaterThan(3);
  });
});
