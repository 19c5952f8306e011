import { onTestFinished } from 'vitest';
import { createTestFolder } from './folder.fixture.ts';
import { loadAgentFolder } from './load-agent.ts';
import type { AgentDefinition, LoadFolderOptions } from './agent-definition.ts';

/**
 * Source of an MCP server (version 2025-11-25) that runs as a command. Its tool `do` writes
 * `stderr` and sends `log`. With `end` the process ends after the answer; with `wait` the tool
 * prints the process id and never answers. With the argument `deaf` the server does not answer
 * pings. Each start appends a character to the file `starts`.
 */
const ODD_SERVER = `
require('fs').appendFileSync('starts', 'x');
const deaf = process.argv.includes('deaf');
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const serverInfo = { name: 'odd', version: '1' };
const capabilities = { tools: {}, logging: {} };
const answers = {
  initialize: () => ({ protocolVersion: '2025-11-25', capabilities, serverInfo }),
  'tools/list': () => ({ tools: [{ name: 'do', inputSchema: { type: 'object' } }] }),
  ping: () => (deaf ? undefined : {}),
  'tools/call': ({ arguments: { stderr, log, end, wait } }) => {
    if (wait) process.stderr.write(process.pid + '\\n');
    if (wait) return undefined;
    if (log) say({ method: 'notifications/message', params: log });
    if (end) setImmediate(() => process.stderr.write('the end', () => process.exit(1)));
    const done = { content: [{ type: 'text', text: 'done' }] };
    if (stderr === undefined) return done;
    const { text, times = 1, pieces = [] } = stderr;
    process.stderr.write(text ? text.repeat(times) : '');
    for (const piece of pieces) process.stderr.write(piece);
    return done;
  },
};
let rest = '';
process.stdin.on('data', (data) => {
  const lines = (rest + data).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    const known = answers[method];
    const result = known ? known(params) : undefined;
    if (result) say({ id, result });
    else if (!known) say({ id, error: { code: -32601, message: 'Method not found' } });
  }
});
process.stdin.on('end', () => process.exit(0));
`;

/** Loads an agent with this server, named `odd`, and other servers. `call` calls the tool `do`. */
export function loadAgentWithOddServer(
  server: object = {},
  others: object = {},
  options: LoadFolderOptions = {},
): {
  readonly path: string;
  readonly definition: AgentDefinition;
  readonly call: (args: object) => Promise<unknown>;
} {
  const odd = { command: process.execPath, args: ['odd.cjs'], ...server };
  const path = createTestFolder({
    'odd.cjs': ODD_SERVER,
    'tsagent.json': {
      metadata: { name: 'x' },
      settings: { model: 'builtin:echo', toolPermission: 'never', askUser: false },
      mcpServers: { odd, ...others },
    },
  });
  const definition = loadAgentFolder(path, options);
  onTestFinished(() => definition.close());
  const task = { id: 't', contextId: 'c', agent: 'x', metadata: {} };
  const context = { key: 'k', attempt: 1, task, signal: new AbortController().signal };
  const call = async (args: object): Promise<unknown> =>
    definition.environments.default.callTool(
      { id: 'c', name: 'odd_do', arguments: { ...args } },
      context,
    );
  return { path, definition, call };
}
