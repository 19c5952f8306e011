import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { expect, it } from 'vitest';
import { createA2AAgent, connectA2A } from '@timestep-ai/timestep/a2a';
import { createAgent, createModelEmbedder, listModels } from '@timestep-ai/timestep/model';
import { connectEnvironment } from '@timestep-ai/timestep/mcp';
import { createAgentContext } from '../../packages/timestep/src/agents/model/agent-context.fixture.ts';
import { createResponsesAgent } from '../../packages/timestep/src/eval/agents/responses-agent.ts';
import { createOptionValues } from '../../packages/timestep/src/people/cli/command.ts';
import { readPublicKeys } from '../../packages/timestep/src/people/cli/options/card-key.ts';
import { issuerFetch } from '../../packages/timestep/src/protocols/mcp/auth/token-request.ts';
import { buildSpans } from '../../packages/timestep/src/protocols/trace/build-spans.ts';
import { loadGoldenLog } from '../../packages/timestep/src/protocols/trace/golden.fixture.ts';
import { findProxyAgentFactory } from '../../packages/timestep/src/protocols/trace/export/installed-exporter.ts';
import { sendSpans } from '../../packages/timestep/src/protocols/trace/send-spans.ts';
import { createTokenVerifier } from '../../packages/timestep/src/protocols/http/oauth/token-verifier.ts';
import { createSafePost } from '../../packages/timestep/src/protocols/http/safe-post.ts';
import {
  startCompanyNetwork,
  trustAuthority,
  useProxy,
  type CompanyNetwork,
  type ProxyRules,
} from '../../packages/timestep/src/protocols/http/outgoing/company-network.fixture.ts';
import { networkFetch } from '../../packages/timestep/src/protocols/http/outgoing/network-fetch.ts';

const HOST = 'services.example';
const USER = [{ role: 'user', content: 'hello' }] as const;
const { signal } = new AbortController();
const OPENAI = { apiKey: 'k', env: {} };
const MODEL = { ...OPENAI, retries: 0, stream: false };
const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJhIjoxfQ.c2ln';

/** Each kind of request that leaves a process, and the path of its first request. */
const WAYS: readonly (readonly [string, string, (url: string) => unknown])[] = [
  ['a plain request', '/', (url) => networkFetch(url)],
  [
    'a model',
    '/v1/chat/completions',
    (url) => {
      const model = createAgent({ model: 'ollama/m', baseUrl: `${url}/v1`, ...MODEL });
      return model(USER, createAgentContext());
    },
  ],
  [
    'a token for Azure',
    '/tenant/oauth2/v2.0/token',
    (url) => {
      const env = {
        AZURE_TENANT_ID: 'tenant',
        AZURE_CLIENT_ID: 'client',
        AZURE_CLIENT_SECRET: 'secret',
        AZURE_AUTHORITY_HOST: url,
      };
      const { retries, stream } = MODEL;
      const baseUrl = `${url}/openai/v1`;
      const model = createAgent({ model: 'azure/m', baseUrl, env, retries, stream });
      return model(USER, createAgentContext());
    },
  ],
  [
    'Claude',
    '/v1/messages',
    (url) => {
      const model = createAgent({ model: 'anthropic/m', baseUrl: `${url}/v1`, ...MODEL });
      return model(USER, createAgentContext());
    },
  ],
  [
    'Gemini',
    '/v1beta/models/m:generateContent',
    (url) => {
      const model = createAgent({ model: 'google/m', baseUrl: `${url}/v1beta`, ...MODEL });
      return model(USER, createAgentContext());
    },
  ],
  [
    'Bedrock',
    '/model/m/converse',
    (url) => {
      const env = { AWS_REGION: 'eu-west-1' };
      const model = createAgent({ model: 'bedrock/m', baseUrl: url, ...MODEL, env });
      return model(USER, createAgentContext());
    },
  ],
  [
    'an embedding model',
    '/v1/embeddings',
    (url) =>
      createModelEmbedder({ model: 'openai/e', baseUrl: `${url}/v1`, ...OPENAI })(['a'], signal),
  ],
  [
    'a list of models',
    '/v1/models',
    (url) => {
      const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${url}/v1` };
      return listModels({ env, providers: ['openai'] });
    },
  ],
  ['an MCP server', '/mcp', (url) => connectEnvironment({ url: `${url}/mcp` }, { patienceMs: 0 })],
  [
    'an MCP server with SSE',
    '/sse',
    (url) => connectEnvironment({ url: `${url}/sse`, transport: 'sse' }, { patienceMs: 0 }),
  ],
  ['an agent card', '/.well-known/agent-card.json', (url) => connectA2A(url, { patienceMs: 0 })],
  [
    'a remote agent',
    '/.well-known/agent-card.json',
    (url) => createA2AAgent(url, { patienceMs: 0 })(USER, createAgentContext()),
  ],
  [
    'a Responses endpoint',
    '/v1/responses',
    (url) => createResponsesAgent(url)(USER, createAgentContext()),
  ],
  ['a token issuer', '/token', (url) => issuerFetch(`${url}/token`, { method: 'POST' })],
  [
    'the keys of an issuer',
    '/keys',
    (url) =>
      createTokenVerifier({ issuer: url, audience: 'a', jwksUri: `${url}/keys` }).verify(TOKEN),
  ],
  [
    'a key of agent cards',
    '/key',
    (url) => readPublicKeys(createOptionValues({ 'card-key': [`${url}/key`] })),
  ],
  [
    'a push notification',
    '/hook',
    (url) => createSafePost({ lookup: findPublicAddress }).post(`${url}/hook`, {}, '{}', signal),
  ],
  [
    'a push notification to an allowed host',
    '/hook',
    (url) => createSafePost({ allowedHosts: [HOST] }).post(`${url}/hook`, {}, '{}', signal),
  ],
  [
    'a collector',
    '/v1/traces',
    (url) => {
      const collector = { url: `${url}/v1/traces`, headers: {}, service: 's' };
      const spans = buildSpans(loadGoldenLog('server-site-weather.json'));
      return sendSpans(spans, collector, { version: '1', patienceMs: 0 });
    },
  ],
];

const PUBLIC_ADDRESS = '93.184.215.14';

const findPublicAddress: LookupFunction = (_name, _options, callback) =>
  callback(null, [{ address: PUBLIC_ADDRESS, family: 4 }]);

/** Sends a request as an installed OpenTelemetry exporter does. */
async function sendAsExporter(url: string): Promise<unknown> {
  const { protocol } = new URL(url);
  const createAgents = await findProxyAgentFactory(url);
  if (!createAgents) throw new Error('there is no proxy');
  const { get } = await (protocol === 'https:' ? import('node:https') : import('node:http'));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(url, { agent: createAgents(protocol) }, resolve).on('error', reject);
  return (await promise).statusCode;
}

/** Starts a network with one host, and uses its proxy. */
async function startNetwork(
  rules: ProxyRules & { readonly days?: number } = {},
): Promise<CompanyNetwork & { readonly paths: readonly string[] }> {
  const network = await startCompanyNetwork(rules);
  const paths: string[] = [];
  const answer = (request: Request): Response => {
    paths.push(`${request.headers.get('host')}${new URL(request.url).pathname}`);
    return Response.json({}, { status: 404 });
  };
  await network.serve(HOST, answer, { days: rules.days, address: PUBLIC_ADDRESS });
  useProxy(network.proxy);
  return { ...network, paths };
}

/** Runs work, and returns all that it says: its result, or its error with all causes. */
async function hear(work: unknown): Promise<string> {
  try {
    return JSON.stringify(await work) ?? '';
  } catch (thrown) {
    const said: string[] = [];
    for (let error = thrown; error instanceof Error; error = error.cause) said.push(error.message);
    return said.join(': ');
  }
}

it.each(WAYS)('sends %s through the proxy over https', async (_name, path, send) => {
  const network = await startNetwork();
  trustAuthority(network.authority);
  await hear(send(`https://${HOST}`));
  expect(network.paths[0]).toBe(`${HOST}${path}`);
  expect(network.asked[0]).toMatch(/^CONNECT [^ ]+:443$/);
});

const UNSAFE = ['a push notification', 'the keys of an issuer'];
const PLAIN = WAYS.filter(([name]) => !UNSAFE.includes(name));

it.each(PLAIN)('sends %s through the proxy over http', async (_name, path, send) => {
  const network = await startNetwork();
  await hear(send(`http://${HOST}`));
  expect(network.paths[0]).toBe(`${HOST}${path}`);
  expect(network.asked[0]).toContain(` http://${HOST}${path}`);
});

it.each(['http', 'https'])(
  'sends spans of an exporter through the proxy over %s',
  async (scheme) => {
    const network = await startNetwork();
    trustAuthority(network.authority);
    expect(await sendAsExporter(`${scheme}://${HOST}/v1/traces`)).toBe(404);
    expect(network.paths).toEqual([`${HOST}/v1/traces`]);
  },
);

it.each(WAYS)('tells that the proxy requires a login of %s', async (_name, _path, send) => {
  const { proxy, paths } = await startNetwork({ login: 'ann:secret' });
  const { host } = new URL(proxy);
  expect(await hear(send(`https://${HOST}`))).toContain(
    `the proxy ${host} requires a login (407): set HTTPS_PROXY=http://USER:PASSWORD@${host}`,
  );
  expect(paths).toEqual([]);
});

it.each(WAYS)('tells that the certificate is not trusted by %s', async (_name, _path, send) => {
  const { paths } = await startNetwork();
  expect(await hear(send(`https://${HOST}`))).toMatch(
    /the certificate of services\.example is not from an authority that this program trusts: set NODE_USE_SYSTEM_CA=1 /,
  );
  expect(paths).toEqual([]);
});
