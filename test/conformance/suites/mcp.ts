import { fileURLToPath } from 'node:url';
import { serveFixture } from '../mcp-fixture/serve.ts';
import { runSuite, type SuiteRun } from '../run-suite.ts';
import type { Outcome, Suite } from './suite.ts';

const PINNED = '@modelcontextprotocol/conformance, at the version of package.json';

const DRIVER = fileURLToPath(new URL('../mcp-client/driver.ts', import.meta.url));

/** Time limit: every scenario starts a separate client, and many of them start at the same time. */
const CLIENT_PATIENCE_MS = '120000';

/** The MCP conformance suite against an environment, for one revision. */
export function mcpServer(revision: string): Suite {
  return {
    name: `mcp-server-${revision}`,
    pinned: PINNED,
    async run() {
      const { url, close } = await serveFixture();
      try {
        return outcomeOf(await runSuite('server', '--url', url, '--requirements', revision));
      } finally {
        await close();
      }
    },
  };
}

/** The MCP conformance suite against the client, for one revision. */
export function mcpClient(revision: string): Suite {
  return {
    name: `mcp-client-${revision}`,
    pinned: PINNED,
    async run() {
      const command = `${process.execPath} --conditions=@timestep/source ${DRIVER}`;
      const asked = ['--command', command, '--timeout', CLIENT_PATIENCE_MS];
      return outcomeOf(await runSuite('client', ...asked, '--requirements', revision));
    },
  };
}

function outcomeOf({ passed, failed, failures, complaint }: SuiteRun): Outcome {
  if (passed.length + failed.length === 0) {
    return { kind: 'missing', why: `the suite ran no scenario: ${complaint.slice(-400)}` };
  }
  const problemOf = (id: string): string =>
    failures.filter((failure) => failure.startsWith(`${id} `)).join(', ') || 'failed';
  return { kind: 'ran', passed, failed: failed.map((id) => ({ id, problem: problemOf(id) })) };
}
