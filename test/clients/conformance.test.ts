import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveOverHttp } from '../../src/mcp/serve-http.js';
import { Machine } from '../e2e/support.js';
import { testPalace } from '../support/palace.js';
import { tempDir } from '../support/temp.js';
import { EXPECTED_FAILED_CHECKS, EXPECTED_FAILURES, GENERIC } from './expected-failures.js';
import { ABSENT, clientFile } from './support.js';

const NODE_22 = clientFile('node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const SUITE = clientFile('@modelcontextprotocol', 'conformance', 'dist', 'index.js');
const TOKEN = 'a-token-of-this-test';

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

/** The suite sends no token: hands all on as it came, with the token. */
async function withToken(target: URL): Promise<string> {
  const handOn = (asked: IncomingMessage, answer: ServerResponse): void => {
    const { url: path, method, headers } = asked;
    const options = { host: target.hostname, port: target.port, path, method };
    const sent = request({ ...options, headers: { ...headers, authorization: `Bearer ${TOKEN}` } }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      got.pipe(answer);
    });
    sent.on('error', () => answer.destroy());
    answer.on('close', () => sent.destroy());
    asked.pipe(sent);
  };
  const proxy = createServer(handOn);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${target.pathname}`;
}

/** What the suite wrote down, by scenario. */
function checksOf(folder: string): Map<string, Check[]> {
  const runs = readdirSync(folder).map((run): [string, Check[]] => {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(run)?.[1] ?? run;
    return [scenario, JSON.parse(readFileSync(join(folder, run, 'checks.json'), 'utf8')) as Check[]];
  });
  return new Map(runs);
}

describe.skipIf(NODE_22 === undefined || SUITE === undefined)(`the conformance suite of MCP (${ABSENT})`, () => {
  it.each(Object.keys(GENERIC))(
    'passes but for what needs tools of the suite: %s',
    { timeout: 300_000 },
    async (version) => {
      const palace = await testPalace();
      Object.assign(palace.runtime, { env: { ...palace.runtime.env, PALACE_MODEL: 'none' } });
      const options = { set: 'full', palace: palace.root, runtime: palace.runtime, version: '1.0.0' } as const;
      const server = await serveOverHttp({ ...options, port: 0, token: TOKEN });
      onTestFinished(() => server.close());
      const url = await withToken(new URL(server.url));
      const folder = tempDir('conformance');
      const args = ['server', '--url', url, '--suite', 'all', '--spec-version', version, '--timeout', '10000'];
      const ran = await new Machine().run(NODE_22 ?? '', [SUITE ?? '', ...args, '-o', folder]);
      const scenarios = checksOf(folder);
      for (const name of GENERIC[version] ?? [])
        expect(
          (scenarios.get(name) ?? []).filter(({ status }) => status === 'SUCCESS').length,
          `${name}\n${ran.stdout}${ran.stderr}`,
        ).toBeGreaterThan(0);

      const failed = [...scenarios].flatMap(([scenario, checks]) =>
        checks.filter(({ status }) => status === 'FAILURE').map((check) => ({ scenario, ...check })),
      );
      const surprising = failed.filter(
        ({ scenario, id }) => EXPECTED_FAILURES[scenario] === undefined && EXPECTED_FAILED_CHECKS[id] === undefined,
      );
      expect(surprising.map(({ scenario, id, errorMessage }) => `${scenario}: ${id}: ${errorMessage}`)).toEqual([]);
      const failing = new Set(failed.map(({ scenario }) => scenario));
      expect(
        Object.keys(EXPECTED_FAILURES).filter((scenario) => scenarios.has(scenario) && !failing.has(scenario)),
        'excused without need',
      ).toEqual([]);
    },
  );
});
