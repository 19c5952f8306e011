import { TimestepError, type JsonValue } from '../../core/index.ts';
import type { OperatorServers, ServerStatus } from '../../port/index.ts';
import { exchangesOf, lineOf } from '../environments/exchanges.ts';
import { callIn, changeIn, orderIn, promptIn } from '../environments/order-body.ts';
import { data, refusal, type ApiCall, type ApiRoute } from './route.ts';

const SERVER = '/environments/:agent/:server';

/** The MCP servers of agents: how they are, what is in them, and what is said with them. */
export const ENVIRONMENT_ROUTES: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/environments',
    answer: async ({ context }) => data(await context.environments.list()),
  },
  get('', async ({ servers, name, status }) => ({ status, config: await servers.config(name) })),
  get('/tools', ({ servers, name }) => servers.tools(name)),
  get('/log', ({ servers, name }) => servers.log(name)),
  get('/messages', ({ servers, name }) => exchangesOf(servers.messages(name)).map(lineOf)),
  get('/messages/:number', messageAnswer),
  get('/resources', ({ servers, name }) => servers.resources(name)),
  get('/resource', ({ servers, name, url }) =>
    servers.readResource(name, url.searchParams.get('uri') ?? ''),
  ),
  get('/prompts', ({ servers, name }) => servers.prompts(name)),
  post('/prompt', ({ servers, name, body }) => {
    const prompt = promptIn(body);
    return prompt ? servers.getPrompt(name, prompt) : bad('{"name","arguments":{NAME: TEXT}}');
  }),
  post('/ping', ({ servers, name }) => servers.ping(name)),
  post('/restart', async ({ servers, name }) => {
    await servers.reload(name);
    return statusIn(servers, name);
  }),
  post('/call', ({ servers, name, body, request }) => {
    const call = callIn(body);
    return call
      ? servers.call(name, call, request.signal)
      : bad('{"tool","arguments":{…},"isConfirmed"}');
  }),
  post('/plan', ({ servers, name, body }) => {
    const change = changeIn(body);
    return change ? servers.planSwitches(name, change) : bad('{"tool","permit","include"}');
  }),
  post('/switches', async ({ servers, name, body }) => {
    const order = orderIn(body);
    if (!order) return bad('{"change":{…},"version"}');
    await servers.setSwitches(name, order.change, order.version);
    return {};
  }),
];

interface ServerCall extends ApiCall {
  readonly servers: OperatorServers;
  readonly name: string;
  readonly status: ServerStatus;
}

/** A `Response` is sent as it is, all else as JSON. */
type ServerAnswer<Call> = (call: Call) => unknown;

function get(path: string, answer: ServerAnswer<ServerCall>): ApiRoute {
  return { method: 'GET', path: `${SERVER}${path}`, answer: (call) => ofServer(call, answer) };
}

function post(
  path: string,
  answer: ServerAnswer<ServerCall & { readonly body: JsonValue }>,
): ApiRoute {
  return {
    method: 'POST',
    path: `${SERVER}${path}`,
    answer: async (call) => {
      const body = await call.context.site.readJson(call.request);
      if (!body.ok) return refusal(body.status, 'refused', body.message);
      return ofServer(call, (known) => answer({ ...known, body: body.value }));
    },
  };
}

async function ofServer(call: ApiCall, answer: ServerAnswer<ServerCall>): Promise<Response> {
  try {
    const servers = await call.context.environments.of(call.param('agent'));
    const name = call.param('server');
    const status = servers && statusIn(servers, name);
    if (!status) {
      const message = 'there is no such server: its agent may have changed or gone';
      return refusal(404, 'server-not-found', message);
    }
    const answered = await answer({ ...call, servers, name, status });
    return answered instanceof Response ? answered : data(answered);
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return refusal(STATUS[thrown.code] ?? 502, thrown.code, thrown.message);
  }
}

/** Any other failure is one of the server that was asked. */
const STATUS: Readonly<Record<string, number>> = {
  'no-such-part': 404,
  'changed-underneath': 409,
  'bad-folder': 409,
};

function statusIn(servers: OperatorServers, name: string): ServerStatus | undefined {
  return servers.list().find((one) => one.name === name);
}

function messageAnswer({ servers, name, param }: ServerCall): unknown {
  const number = Number(param('number'));
  const found = exchangesOf(servers.messages(name)).find((one) => one.number === number);
  const message = 'the message is not kept any more: newer ones have taken its place';
  return found ?? refusal(404, 'message-not-found', message);
}

function bad(form: string): Response {
  return refusal(400, 'bad-request', `write ${form}`);
}
