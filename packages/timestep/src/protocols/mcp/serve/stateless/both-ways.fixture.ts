import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createRequestStateCodec,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type { JsonObject, JsonValue } from '#core';
import { DEFAULT_HANDOFF_TIMEOUT_MS } from '../../handoff/target.ts';
import type { CallTasks } from '../call-tasks/call-task.ts';
import { compileEnvironment } from '../compile.ts';
import type { EnvironmentDefinition } from '../definition.ts';
import { createEnvironmentHandler } from '../handler.ts';
import { createOpenResponseTracker } from '../../tracked-response.ts';
import { wallClock } from '../wall-clock.ts';
import { createStatelessHandler } from './stateless-handler.ts';

/** A request as data, because each of both is sent one of its own. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: JsonValue;
  /** The body as it is sent, where it is not that of `body`. */
  readonly text?: string;
}

/** A request of the stateless era. */
interface Asked {
  readonly headers: Record<string, string>;
  readonly body: JsonObject;
}

/** All that a client sees of an answer. */
interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface BothWays {
  readonly own: (sent: Sent) => Promise<Seen & { readonly by: 'us' | 'the SDK' }>;
  readonly sdk: (sent: Sent) => Promise<Seen>;
}

const STATE_KEY = 'a key of thirty-two bytes at least';

/** Serves a definition by this package, and by the SDK alone. */
export function bothWays(definition: EnvironmentDefinition, callTasks?: CallTasks): BothWays {
  // A hook leaves all requests to the SDK.
  const hooked = { ...definition, configure: () => undefined };
  const sdk = createEnvironmentHandler(hooked, { stateKey: STATE_KEY, callTasks });
  const compiled = compileEnvironment(definition, wallClock);
  let asked = 0;
  const alone = createStatelessHandler({
    compiled: () => compiled,
    codec: createRequestStateCodec({
      key: STATE_KEY,
      ttlSeconds: DEFAULT_HANDOFF_TIMEOUT_MS / 1000,
      bind: ({ mcpReq, http }) => `${mcpReq.method} ${http?.authInfo?.clientId ?? ''}`,
    }),
    callTasks,
    clock: wallClock,
    openResponses: createOpenResponseTracker(wallClock),
    onError: undefined,
    unusual(request, _body, caller) {
      asked += 1;
      return sdk.answer(request, caller);
    },
  });
  return {
    async own(sent) {
      const before = asked;
      const body = JSON.parse(textOf(sent)) as JsonValue;
      const seen = await seenIn(await alone.answer(requestOf(sent), body, 'a caller'));
      return { ...seen, by: asked === before ? 'us' : 'the SDK' };
    },
    async sdk(sent) {
      return seenIn(await sdk.answer(requestOf(sent), 'a caller'));
    },
  };
}

export const META: JsonObject = {
  [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
  [CLIENT_CAPABILITIES_META_KEY]: {},
  [CLIENT_INFO_META_KEY]: { name: 'test', version: '1' },
};

/** A request of the stateless era; `meta` and `more` are added to it. */
export function requestFor(
  method: string,
  params: JsonObject = {},
  { meta = {}, headers = {} }: { meta?: JsonObject; headers?: Record<string, string> } = {},
): Asked {
  const { name } = params;
  return {
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...META, ...meta } } },
  };
}

/** A call of a tool. */
export function callOf(
  name: string,
  args: JsonObject = {},
  more: Parameters<typeof requestFor>[2] = {},
): Asked {
  return requestFor('tools/call', { name, arguments: args }, more);
}

const ODD: readonly JsonValue[] = [
  null,
  true,
  0,
  1.5,
  1e300,
  '',
  'odd',
  [],
  ['odd'],
  {},
  { odd: 1 },
  { odd: {} },
];

/** A value with one of its parts left out, replaced or added, in every way. */
export function* mutationsOf(value: JsonValue): Generator<JsonValue> {
  yield* ODD;
  if (Array.isArray(value)) {
    for (const [index, part] of (value as readonly JsonValue[]).entries()) {
      for (const other of mutationsOf(part)) yield value.with(index, other) as JsonValue;
    }
    yield value.slice(1) as JsonValue;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const object = value as JsonObject;
  for (const [field, part] of Object.entries(object)) {
    const { [field]: _left, ...others } = object;
    yield others;
    for (const other of mutationsOf(part)) yield { ...object, [field]: other };
  }
  yield { ...object, odd: 'added' };
}

function requestOf({ headers = {}, ...sent }: Sent): Request {
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: textOf(sent),
  });
}

function textOf({ body, text = JSON.stringify(body) }: Sent): string {
  return text;
}

async function seenIn(response: Response): Promise<Seen> {
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), text: await response.text() };
}
