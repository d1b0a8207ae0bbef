import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { ToolSet } from '../../src/mcp/registry.js';
import { createServer } from '../../src/mcp/server.js';
import { McpSession } from '../../src/mcp/session.js';
import { type TestPalace, testPalace } from '../support/palace.js';

/** The official client and a server in this process; closed when the test ends. No model: loading one costs each test a second. */
export async function connectedTo(palace: TestPalace, set: ToolSet = 'full'): Promise<Client> {
  Object.assign(palace.runtime, { env: { ...palace.runtime.env, PALACE_MODEL: 'none' } });
  const session = new McpSession({ palace: palace.root, runtime: palace.runtime, version: '1' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await (await createServer(session, set)).connect(there);
  const client = new Client({ name: 'test-client', version: '1' });
  await client.connect(here);
  onTestFinished(async () => {
    await client.close();
    await session.close();
  });
  return client;
}

/** A new palace and its client. `call` gives the structured result of `mempalace_<name>`. @throws what the tool says is wrong. */
export async function connected() {
  const palace = await testPalace();
  const client = await connectedTo(palace);
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const { structuredContent, isError, content } = await client.callTool({
      name: `mempalace_${name}`,
      arguments: args,
    });
    if (isError) throw new Error(JSON.stringify(content));
    return structuredContent as Record<string, unknown>;
  };
  return { palace, client, call };
}
