import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type ClientCapabilities,
} from '@modelcontextprotocol/server';
import type { FetchHandler } from '#protocols/http';

/** What a server said, as far as these tests look at it. */
export interface Said {
  readonly status: number;
  readonly headers: Headers;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
  readonly text: string;
}

export interface Asked {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly capabilities?: ClientCapabilities;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export const URL_WITHIN = 'http://localhost/mcp';
const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** Asks as a client of the 2026-07-28 revision does. */
export function askModern(handler: FetchHandler, asked: Asked): Promise<Said> {
  const { method, params = {}, capabilities = {}, meta = {}, headers = {} } = asked;
  const { name } = params;
  const named: Record<string, string> = typeof name === 'string' ? { 'mcp-name': name } : {};
  const _meta = {
    [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
    [CLIENT_INFO_META_KEY]: { name: 'test', version: '1' },
    ...meta,
  };
  return post(
    handler,
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...named, ...headers },
  );
}

/** Begins a session as a client of the 2025-11-25 revision does; gives the headers that name it. */
export async function beginSession(
  handler: FetchHandler,
  capabilities: ClientCapabilities = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const said = await post(handler, initialize(capabilities), headers);
  const id = said.headers.get('mcp-session-id');
  if (id === null) throw new Error(`no session: ${said.text}`);
  const session = { ...headers, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  await post(handler, { jsonrpc: '2.0', method: 'notifications/initialized' }, session);
  return session;
}

export function initialize(capabilities: ClientCapabilities = {}): object {
  return {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities,
      clientInfo: { name: 'test', version: '1' },
    },
  };
}

/** Posts any body and reads the last message of what comes back, streamed or not. */
export async function post(
  handler: FetchHandler,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Said> {
  const request = new Request(URL_WITHIN, {
    method: 'POST',
    headers: { ...JSON_HEADERS, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return saidBy(await handler(request));
}

export async function saidBy(response: Response): Promise<Said> {
  const text = await response.text();
  const streamed = response.headers.get('content-type')?.startsWith('text/event-stream');
  const last = streamed
    ? text
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .at(-1)
        ?.slice('data: '.length)
    : text;
  const message = last ? (JSON.parse(last) as Pick<Said, 'result' | 'error'>) : {};
  const { result, error } = message;
  return {
    status: response.status,
    headers: response.headers,
    text,
    ...(result && { result }),
    ...(error && { error }),
  };
}
