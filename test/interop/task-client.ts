/** The official client of MCP's tasks extension, over HTTP. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  createApplicationInputHandler,
  createTaskSessionFromClient,
  type RawClientDispatch,
  type TaskEnabledSession,
} from '@modelcontextprotocol/ext-tasks/client';
import { isJsonObject, type JsonObject } from '@timestep-ai/timestep/core';
import { onTestFinished } from 'vitest';

const VERSION = '2026-07-28';
const INFO = { name: 'tasks', version: '1' };
const META = 'io.modelcontextprotocol/';

/** Returns the user's data for a form; `undefined` if the user does not answer. */
export type FillIn = (text: string) => Readonly<Record<string, string | boolean>> | undefined;

/** A connection of a client with tasks, and its requests so far. */
export interface TaskClient {
  readonly session: TaskEnabledSession;
  readonly methods: readonly string[];
  /** Sends a request unchanged, with the capabilities of the client or others. */
  request(method: string, params: JsonObject, capabilities?: JsonObject): Promise<JsonObject>;
}

/** Connects a client; without a user, it does not support elicitation. */
export async function taskClient(
  url: string,
  { person, name = 'ada' }: { readonly person?: FillIn; readonly name?: string } = {},
): Promise<TaskClient> {
  const capabilities = {
    extensions: { 'io.modelcontextprotocol/tasks': {} },
    ...(person && { elicitation: { form: {} } }),
  };
  const client = new Client(INFO, { versionNegotiation: { mode: 'auto' }, capabilities });
  const headers = { 'x-name': name };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  const methods: string[] = [];
  let ids = 0;

  function post(body: JsonObject): Promise<JsonObject> {
    const { method = '' } = body as { method?: string };
    methods.push(method);
    return posted(url, headers, body);
  }

  const rawDispatch = (async (request) => {
    ids += 1;
    const answer = await post({ ...(request as JsonObject), jsonrpc: '2.0', id: ids });
    return 'error' in answer
      ? { kind: 'error', error: answer['error'] }
      : { kind: 'result', result: answer['result'] };
  }) as RawClientDispatch;
  const session = createTaskSessionFromClient(client, {
    endpointId: 'bridge',
    rawDispatch,
    v2RequestFraming: {
      protocolVersion: VERSION,
      clientInfo: INFO,
      clientCapabilities: capabilities,
    },
    ...(person && {
      onInputRequest: createApplicationInputHandler({
        elicitation({ params }) {
          const { message } = params;
          const content = person(typeof message === 'string' ? message : '');
          return content ? { action: 'accept', content: { ...content } } : { action: 'decline' };
        },
        sampling: () => Promise.reject(new Error('there is no model')),
        roots: () => ({ roots: [] }),
      }),
    }),
  });
  onTestFinished(() => session.close());
  return {
    session,
    methods,
    request(method, params, declared = capabilities) {
      const _meta = {
        [`${META}protocolVersion`]: VERSION,
        [`${META}clientInfo`]: INFO,
        [`${META}clientCapabilities`]: declared,
      };
      const given = isJsonObject(params['_meta']) ? params['_meta'] : {};
      const all = { ...params, _meta: { ..._meta, ...given } };
      return post({ jsonrpc: '2.0', id: 0, method, params: all });
    },
  };
}

async function posted(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: JsonObject,
): Promise<JsonObject> {
  const { method = '', params } = body as { method?: string; params?: Record<string, string> };
  const target = params?.['taskId'] ?? params?.['name'];
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      ...(target !== undefined && { 'mcp-name': target }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  return JSON.parse(isStream ? lastData(text) : text) as JsonObject;
}

function lastData(stream: string): string {
  const lines = stream.split('\n').filter((line) => line.startsWith('data: {'));
  return lines.at(-1)?.slice('data: '.length) ?? '{}';
}
