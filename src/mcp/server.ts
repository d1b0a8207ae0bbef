import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import { PalaceError } from '../base/errors.js';
import { didYouMean } from '../base/near.js';
import type { Runtime } from '../base/runtime.js';
import { inputSchema, readArguments, usageOf } from './arguments.js';
import { type Call, type Notice, progressNotices } from './call.js';
import { instructionsOf } from './instructions.js';
import { PROMPTS, promptOf } from './prompts.js';
import { type ToolSet, toolsOf } from './registry.js';
import { listResources, readResource, TEMPLATES } from './resources.js';
import { type CallResult, errorResult, resultOf } from './results.js';
import { Connection, type McpSession } from './session.js';
import type { Tool } from './tool.js';

/** Lists change with the version of palace only. */
const HOUR = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/**
 * One server of the protocol for one connection: lists and calls of tools, resources and prompts. Listing opens no palace and loads no
 * model; whatever a call throws is an answer that says what to do next.
 */
export async function createServer(session: McpSession, set: ToolSet): Promise<Server> {
  const tools = toolsOf(set);
  const connection = new Connection(session);
  const server = new Server(
    { name: 'palace', title: 'Memory palace', version: session.version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: instructionsOf(set, await session.glance()),
      cacheHints: { 'tools/list': HOUR, 'prompts/list': HOUR, 'resources/templates/list': HOUR },
    },
  );
  server.oninitialized = () => {
    connection.client ??= server.getClientVersion()?.name;
    connection.warmUp();
  };
  server.setRequestHandler('tools/list', ({ params }) => onePage(params?.cursor, { tools: tools.map(described) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    connection.client ??= clientOf(mcpReq.envelope) ?? server.getClientVersion()?.name;
    return callTool(tools, params.name, params.arguments, connection.during(callOf(mcpReq, session.runtime)));
  });
  server.setRequestHandler('resources/list', ({ params }) => asked(() => listResources(params?.cursor, connection)));
  server.setRequestHandler('resources/templates/list', ({ params }) =>
    onePage(params?.cursor, { resourceTemplates: [...TEMPLATES] }),
  );
  server.setRequestHandler('resources/read', ({ params }) => asked(() => readResource(params.uri, connection)));
  server.setRequestHandler('prompts/list', ({ params }) => onePage(params?.cursor, { prompts: [...PROMPTS] }));
  server.setRequestHandler('prompts/get', ({ params }) => asked(() => promptOf(params.name, params.arguments ?? {})));
  return server;
}

/** A list that has no second page. @throws ProtocolError (invalid parameters) for a cursor: none was given out. */
function onePage<T>(cursor: string | undefined, page: T): T {
  if (cursor === undefined) return page;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no cursor "${cursor}": this list is one page`);
}

/** The part of the SDK's context of a request that a call needs. */
type Asked = Pick<ServerContext['mcpReq'], 'signal' | '_meta' | 'notify'>;

function callOf({ signal, _meta, notify }: Asked, runtime: Runtime): Call {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { signal };
  const send = (notice: Notice): void => {
    // A client that is gone needs no notices.
    notify({ method: 'notifications/progress', params: { progressToken, ...notice } }).catch(() => {});
  };
  return { signal, onProgress: progressNotices(() => runtime.now().getTime(), send) };
}

/** Since 2026 a client names itself in each request. */
function clientOf(envelope: object | undefined): string | undefined {
  const info = (envelope as Record<string, unknown> | undefined)?.['io.modelcontextprotocol/clientInfo'];
  const name = typeof info === 'object' && info !== null && 'name' in info ? info.name : undefined;
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}

function described({ name, title, description, params, output, effect, idempotent }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema(params), type: 'object' as const },
    outputSchema: { ...output, type: 'object' as const },
    annotations: {
      title,
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'destroy',
      idempotentHint: idempotent,
      // Nothing but the palace on this machine.
      openWorldHint: false,
    },
  };
}

/**
 * Runs a tool. What fails is told to the model.
 * @throws ProtocolError (invalid parameters) for a tool that is not there.
 */
export async function callTool(
  tools: readonly Tool[],
  name: string,
  given: unknown,
  connection: Connection,
): Promise<CallResult> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw unknownTool(tools, name);
  try {
    return resultOf(await tool.run(readArguments(tool.params, given), connection));
  } catch (error) {
    const isMisuse = error instanceof PalaceError && error.code === 'bad-arguments';
    return errorResult(error, isMisuse ? [usageOf(name, tool.params)] : []);
  }
}

function unknownTool(tools: readonly Tool[], name: string): ProtocolError {
  const names = tools.map((tool) => tool.name);
  const near = didYouMean(name, names);
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `there is no tool "${name}"${near === '' ? `; there are: ${names.join(', ')}` : `; ${near}`}`,
  );
}

/** What a request other than a call throws, as the protocol says it. */
async function asked<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PalaceError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, { code: error.code, next: error.next });
  }
}
