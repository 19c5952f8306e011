/** The client under test: the suite starts it once for each scenario, with a server's address. */
import { discoverOAuthServerInfo, type Client, type Tool } from '@modelcontextprotocol/client';
import type { JsonObject } from '@timestep-ai/timestep/core';
import {
  createClientCredentialsProvider,
  connectEnvironment,
  createLoginClient,
  type ConnectedEnvironment,
} from '@timestep-ai/timestep/mcp';

interface Given {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly private_key_pem?: string;
  readonly signing_algorithm?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: object }[];
}

const url = process.argv.at(-1) ?? '';
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const given = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Given;

const environment = await connectEnvironment(
  { url },
  {
    // The suite starts all its scenarios at the same time.
    connectTimeoutMs: 120_000,
    capabilities: { sampling: {}, elicitation: { form: { applyDefaults: true } }, roots: {} },
    configure: answerEverything,
    ...(await authorization()),
  },
);
await play(environment);
await environment.close();

async function authorization() {
  if (!scenario.startsWith('auth/')) return {};
  const { client_id: clientId, client_secret: clientSecret } = given;
  const { private_key_pem: privateKey, signing_algorithm: algorithm } = given;
  const secret = clientSecret !== undefined && { clientSecret };
  if (scenario.startsWith('auth/client-credentials-')) {
    const authProvider = createClientCredentialsProvider({
      clientId: clientId ?? '',
      issuer: await issuerKnown(),
      ...secret,
      ...(privateKey !== undefined && { privateKey }),
      ...(algorithm !== undefined && { algorithm }),
    });
    return { authProvider };
  }
  const registered = clientId !== undefined && { clientId, ...secret, issuer: await issuerKnown() };
  const { authProvider, authorized } = createLoginClient({
    server: url,
    redirectUrl: 'http://localhost:3000/callback',
    state: 'state-of-the-driver',
    now: Date.now,
    visit: agree,
    ...(scenario === 'auth/basic-cimd' && {
      clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    }),
    ...(registered && { registered }),
  });
  return { authProvider, authorized };
}

/** A user would know this value, but the suite provides none. */
async function issuerKnown(): Promise<string> {
  return (await discoverOAuthServerInfo(url)).authorizationServerUrl;
}

/** Follows the redirect, at which a user would agree. */
async function agree(address: URL): Promise<URLSearchParams> {
  const response = await fetch(address, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '').searchParams;
}

function answerEverything(client: Client): void {
  const filledIn = { name: 'Alice', ok: true, confirm: true, confirmed: true };
  client.setRequestHandler('elicitation/create', async () => ({
    action: 'accept',
    content: scenario.includes('defaults') ? {} : filledIn,
  }));
  client.setRequestHandler('sampling/createMessage', async () => ({
    model: 'test',
    role: 'assistant',
    content: { type: 'text', text: 'answer' },
  }));
  client.setRequestHandler('roots/list', async () => ({ roots: [] }));
}

async function play(server: ConnectedEnvironment): Promise<void> {
  const { tools } = await server.use((client) => client.listTools());
  switch (scenario) {
    case 'json-schema-ref-no-deref':
      return;
    case 'json-schema-2020-12-preservation': {
      const schema = tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema;
      return call(server, 'json_schema_echo', { schema });
    }
    case 'http-standard-headers':
      await callEach(server, tools);
      return readEach(server);
    default:
      return callEach(server, tools);
  }
}

async function callEach(server: ConnectedEnvironment, tools: readonly Tool[]): Promise<void> {
  const calls =
    given.toolCalls ?? tools.map((tool) => ({ name: tool.name, arguments: argumentsFor(tool) }));
  for (const { name, arguments: args } of calls) await call(server, name, args);
}

async function call(server: ConnectedEnvironment, name: string, args: object): Promise<void> {
  const task = { id: 'task', contextId: 'context', agent: 'conformance', metadata: {} };
  const { signal } = new AbortController();
  const invocation = { id: name, name, arguments: args as JsonObject };
  const result = await server.callTool(invocation, { key: name, attempt: 1, task, signal });
  if (result.isError) process.stderr.write(`${name}: ${result.content}\n`);
}

async function readEach(server: ConnectedEnvironment): Promise<void> {
  await server.use(async (client) => {
    const { resources } = await client.listResources();
    for (const { uri } of resources) await client.readResource({ uri });
    const { prompts } = await client.listPrompts();
    for (const { name } of prompts) await client.getPrompt({ name });
  });
}

/** Returns the minimal arguments that a tool's schema requires. */
function argumentsFor({ inputSchema }: Tool): Record<string, unknown> {
  const { properties = {}, required = [] } = inputSchema;
  return Object.fromEntries(
    required.map((name) => {
      const property = properties[name];
      const type = property instanceof Object && 'type' in property ? property.type : undefined;
      return [name, type === 'number' || type === 'integer' ? 1 : type === 'boolean' ? true : 'x'];
    }),
  );
}
