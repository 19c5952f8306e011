import { TimestepError, type JsonValue } from '../../../core/index.ts';
import type { OperatorServers, ServerStatus } from '../../../engine/port/index.ts';
import { pairMessages, toExchangeListItem } from '../environments/pair-messages.ts';
import {
  parseOperatorCall,
  parseSwitchChange,
  parseSwitchRequest,
  parsePromptRequest,
} from '../environments/parse-server-requests.ts';
import {
  createJsonResponse,
  createErrorResponse,
  type ApiCall,
  type ApiRoute,
} from './api-route.ts';

const SERVER_PATH = '/environments/:agent/:server';

export const ENVIRONMENT_ROUTES: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/environments',
    handle: async ({ context }) => createJsonResponse(await context.environments.list()),
  },
  createGetRoute('', async ({ servers, name, status }) => ({
    status,
    config: await servers.readConfig(name),
  })),
  createGetRoute('/tools', ({ servers, name }) => servers.listTools(name)),
  createGetRoute('/log', ({ servers, name }) => servers.readLog(name)),
  createGetRoute('/messages', ({ servers, name }) =>
    pairMessages(servers.listMessages(name)).map(toExchangeListItem),
  ),
  createGetRoute('/messages/:number', getExchange),
  createGetRoute('/resources', ({ servers, name }) => servers.listResources(name)),
  createGetRoute('/resource', ({ servers, name, url }) =>
    servers.readResource(name, url.searchParams.get('uri') ?? ''),
  ),
  createGetRoute('/prompts', ({ servers, name }) => servers.listPrompts(name)),
  createPostRoute('/prompt', ({ servers, name, body }) => {
    const prompt = parsePromptRequest(body);
    return prompt
      ? servers.getPrompt(name, prompt)
      : createBadRequestResponse('{"name","arguments":{NAME: TEXT}}');
  }),
  createPostRoute('/ping', ({ servers, name }) => servers.ping(name)),
  createPostRoute('/restart', async ({ servers, name }) => {
    await servers.reload(name);
    return findServerStatus(servers, name);
  }),
  createPostRoute('/call', ({ servers, name, body, request }) => {
    const call = parseOperatorCall(body);
    return call
      ? servers.callTool(name, call, request.signal)
      : createBadRequestResponse('{"tool","arguments":{…},"isConfirmed"}');
  }),
  createPostRoute('/plan', ({ servers, name, body }) => {
    const change = parseSwitchChange(body);
    return change
      ? servers.previewSwitches(name, change)
      : createBadRequestResponse('{"tool","permit","include"}');
  }),
  createPostRoute('/switches', async ({ servers, name, body }) => {
    const order = parseSwitchRequest(body);
    if (!order) return createBadRequestResponse('{"change":{…},"version"}');
    await servers.setSwitches(name, order.change, order.version);
    return {};
  }),
];

interface ServerApiCall extends ApiCall {
  readonly servers: OperatorServers;
  readonly name: string;
  readonly status: ServerStatus;
}

/** A `Response` is sent unchanged; any other value as JSON. */
type ServerHandler<Call> = (call: Call) => unknown;

function createGetRoute(path: string, handler: ServerHandler<ServerApiCall>): ApiRoute {
  return {
    method: 'GET',
    path: `${SERVER_PATH}${path}`,
    handle: (call) => withServer(call, handler),
  };
}

function createPostRoute(
  path: string,
  handler: ServerHandler<ServerApiCall & { readonly body: JsonValue }>,
): ApiRoute {
  return {
    method: 'POST',
    path: `${SERVER_PATH}${path}`,
    handle: async (call) => {
      const body = await call.context.site.readJson(call.request);
      if (!body.ok) return createErrorResponse(body.status, 'refused', body.message);
      return withServer(call, (known) => handler({ ...known, body: body.value }));
    },
  };
}

async function withServer(call: ApiCall, handler: ServerHandler<ServerApiCall>): Promise<Response> {
  try {
    const servers = await call.context.environments.get(call.param('agent'));
    const name = call.param('server');
    const status = servers && findServerStatus(servers, name);
    if (!status) {
      const message = 'MCP server not found: its agent may have been changed or removed';
      return createErrorResponse(404, 'server-not-found', message);
    }
    const answered = await handler({ ...call, servers, name, status });
    return answered instanceof Response ? answered : createJsonResponse(answered);
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return createErrorResponse(STATUS_BY_CODE[thrown.code] ?? 502, thrown.code, thrown.message);
  }
}

/** Any other code means that the MCP server failed, and becomes 502. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  'no-such-part': 404,
  'changed-underneath': 409,
  'bad-folder': 409,
};

function findServerStatus(servers: OperatorServers, name: string): ServerStatus | undefined {
  return servers.list().find((one) => one.name === name);
}

function getExchange({ servers, name, param }: ServerApiCall): unknown {
  const number = Number(param('number'));
  const found = pairMessages(servers.listMessages(name)).find((one) => one.number === number);
  const message = 'the message is no longer stored: only the newest messages are';
  return found ?? createErrorResponse(404, 'message-not-found', message);
}

function createBadRequestResponse(expectedBody: string): Response {
  return createErrorResponse(400, 'bad-request', `invalid request body: expected ${expectedBody}`);
}
