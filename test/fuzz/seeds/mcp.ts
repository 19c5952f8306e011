import type { Seed } from '../seeds.ts';

const ACCEPT = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { sampling: {}, elicitation: {} },
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
};
const SESSION = { 'mcp-session-id': '{session}', 'mcp-protocol-version': '2025-11-25' };
const LISTENING = { notifications: { toolsListChanged: true, promptsListChanged: true } };

/** Requests that both protocol generations support, by method. */
const CALLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'tools/list': {},
  'tools/call': { name: 'add', arguments: { a: 1, b: 2 } },
  'prompts/list': {},
  'prompts/get': { name: 'greet', arguments: { who: 'Ada' } },
  'resources/list': {},
  'resources/read': { uri: 'notes://one' },
  'resources/templates/list': {},
};

export const MCP_SEEDS: readonly Seed[] = [
  ...Object.entries({
    ...CALLS,
    'server/discover': {},
    'subscriptions/listen': LISTENING,
  }).map(([method, params]) => modern(method, params)),
  legacy({ jsonrpc: '2.0', id: 0, method: 'initialize', params: introduction() }, {}),
  ...Object.entries({ ...CALLS, ping: {}, 'logging/setLevel': { level: 'info' } }).map(
    ([method, params]) => legacy({ jsonrpc: '2.0', id: 1, method, params }),
  ),
  legacy({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } }),
  legacy({ jsonrpc: '2.0', id: 9, result: { content: [] } }),
  {
    route: 'MCP 2025',
    method: 'GET',
    path: '/mcp',
    headers: { accept: 'text/event-stream', 'mcp-session-id': '{session}' },
  },
  { route: 'MCP 2025', method: 'DELETE', path: '/mcp', headers: { 'mcp-session-id': 'none' } },
];

function modern(method: string, params: Readonly<Record<string, unknown>>): Seed {
  const { name } = params;
  return {
    route: 'MCP 2026',
    method: 'POST',
    path: '/agents/fuzzed/mcp',
    headers: {
      ...ACCEPT,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } },
  };
}

function legacy(body: unknown, session: Readonly<Record<string, string>> = SESSION): Seed {
  const headers = { ...ACCEPT, ...session };
  return { route: 'MCP 2025', method: 'POST', path: '/mcp', headers, body };
}

function introduction(): object {
  return {
    protocolVersion: '2025-11-25',
    capabilities: { sampling: {} },
    clientInfo: { name: 'fuzz', version: '1' },
  };
}
