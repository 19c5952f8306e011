import type { Fields } from '#core';
import type { OperatorServers, ServerStatus } from '#engine/port';
import { addAppFrame, requireAppFrames } from '../apps/add-app-frame.ts';
import { toExchanges, toExchangeListItem } from '../environments/to-exchanges.ts';
import {
  readOperatorCall,
  readPromptArguments,
  readPermitOrIncludeChange,
  readSwitchRequest,
} from '../environments/read-server-requests.ts';
import {
  ApiError,
  refuseOnError,
  requireNonEmptyText,
  type ApiCall,
  type ApiHandler,
  type ApiRoutes,
} from './api-route.ts';

const SERVER_PATH = '/environments/:agent/:server';

export const ENVIRONMENT_ROUTES: ApiRoutes = {
  'GET /environments': ({ context }) => context.environments.list(),
  [`GET ${SERVER_PATH}`]: withServer(async ({ servers, name, status }) => ({
    status,
    config: await servers.readConfig(name),
  })),
  [`GET ${SERVER_PATH}/tools`]: withServer(({ servers, name }) => servers.listTools(name)),
  [`GET ${SERVER_PATH}/log`]: withServer(({ servers, name }) => servers.readLog(name)),
  [`GET ${SERVER_PATH}/messages`]: withServer(({ servers, name }) =>
    toExchanges(servers.listMessages(name)).map(toExchangeListItem),
  ),
  [`GET ${SERVER_PATH}/messages/:number`]: withServer(requireMessageExchange),
  [`GET ${SERVER_PATH}/resources`]: withServer(({ servers, name }) => servers.listResources(name)),
  [`GET ${SERVER_PATH}/resource`]: withServer(({ servers, name, url }) => {
    const uri = url.searchParams.get('uri');
    if (uri) return servers.readResource(name, uri, url.searchParams.get('isByApp') === 'true');
    throw new ApiError(400, 'bad-request', 'the resource has no address: add the parameter uri');
  }),
  [`GET ${SERVER_PATH}/prompts`]: withServer(({ servers, name }) => servers.listPrompts(name)),
  [`POST ${SERVER_PATH}/prompt`]: withServerAndBody(
    '{"name","arguments":{NAME: TEXT}}',
    ({ servers, name, body }) => {
      const named = requireNonEmptyText(body, 'name');
      const prompt = { name: named, arguments: readPromptArguments(body) };
      return servers.getPrompt(name, prompt);
    },
  ),
  [`POST ${SERVER_PATH}/app`]: withServerAndBody(
    '{"uri"}',
    async ({ servers, name, body, context }) => {
      const frames = requireAppFrames(context);
      return addAppFrame(frames, await servers.readApp(name, requireNonEmptyText(body, 'uri')));
    },
  ),
  [`POST ${SERVER_PATH}/ping`]: withServerAndBody('{}', ({ servers, name }) => servers.ping(name)),
  [`POST ${SERVER_PATH}/restart`]: withServerAndBody('{}', async ({ servers, name }) => {
    await servers.reload(name);
    return findServerStatus(servers, name);
  }),
  [`POST ${SERVER_PATH}/call`]: withServerAndBody(
    '{"tool","arguments":{…},"isConfirmed","isByApp"}',
    ({ servers, name, body, request }) =>
      servers.callTool(name, readOperatorCall(body), request.signal),
  ),
  [`POST ${SERVER_PATH}/plan`]: withServerAndBody(
    '{"tool","permit","include"}',
    ({ servers, name, body }) => servers.previewSwitches(name, readPermitOrIncludeChange(body)),
  ),
  [`POST ${SERVER_PATH}/switches`]: withServerAndBody(
    '{"change":{…},"version"}',
    async ({ servers, name, body }) => {
      const { change, version } = readSwitchRequest(body);
      await servers.setSwitches(name, change, version);
      return {};
    },
  ),
};

interface ServerApiCall extends ApiCall {
  readonly servers: OperatorServers;
  readonly name: string;
  readonly status: ServerStatus;
}

function withServer(handler: (call: ServerApiCall) => unknown): ApiHandler {
  return (call) =>
    refuseOnError(
      async () => {
        const servers = await call.context.environments.get(call.param('agent'));
        const name = call.param('server');
        const status = servers && findServerStatus(servers, name);
        if (status) return handler({ ...call, servers, name, status });
        const message = 'MCP server not found: its agent may have been changed or removed';
        throw new ApiError(404, 'server-not-found', message);
      },
      { getStatus: (code) => STATUS_BY_CODE[code] ?? 502 },
    );
}

function withServerAndBody(
  expected: string,
  handler: (call: ServerApiCall & { readonly body: Fields }) => unknown,
): ApiHandler {
  return async (call) => {
    const body = await call.readFields(expected);
    return withServer((known) => handler({ ...known, body }))(call);
  };
}

/** HTTP status by error code. Any other code means that the MCP server failed, and becomes 502. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  denied: 403,
  'no-app': 404,
  'no-such-part': 404,
  'changed-underneath': 409,
  'bad-folder': 409,
};

function findServerStatus(servers: OperatorServers, name: string): ServerStatus | undefined {
  return servers.list().find((one) => one.name === name);
}

function requireMessageExchange({ servers, name, param }: ServerApiCall): unknown {
  const number = Number(param('number'));
  const found = toExchanges(servers.listMessages(name)).find((one) => one.number === number);
  if (found) return found;
  const message = 'this message is no longer stored: the server stores only the newest messages';
  throw new ApiError(404, 'message-not-found', message);
}
