import { expect, it, onTestFinished } from 'vitest';
import { runEpisode } from '#engine/runner';
import { createAgent } from './create-agent.ts';
import { findEntraAccess, withEntraToken } from './entra-access.ts';
import { createChatCompletion, question, sendJson, startWireServer } from './wire.fixture.ts';

const APPLICATION = {
  AZURE_TENANT_ID: 'tenant',
  AZURE_CLIENT_ID: 'client',
  AZURE_CLIENT_SECRET: 'very-secret',
};

/** A server of Azure and of its tokens, which may refuse them. */
async function openAzure(refused = false) {
  let tokens = 0;
  const server = await startWireServer((request, response) => {
    if (!request.path.endsWith('/oauth2/v2.0/token'))
      return sendJson(response, createChatCompletion('hello'));
    tokens += 1;
    if (refused) return sendJson(response, { error: 'invalid_client' }, 401);
    sendJson(response, { access_token: `token-${tokens}`, expires_in: 3600 });
  });
  onTestFinished(() => server.close());
  const ask = (env: Readonly<Record<string, string>>, apiKey?: string) => {
    const place = { env: { ...env, AZURE_AUTHORITY_HOST: server.url }, baseUrl: server.url };
    const key = apiKey === undefined ? {} : { apiKey };
    const agent = createAgent({
      model: 'azure/mine',
      api: 'chat',
      stream: false,
      ...place,
      ...key,
    });
    return runEpisode(question, agent);
  };
  return { server, ask };
}

it('asks Azure with a token of the environment', async () => {
  const { server, ask } = await openAzure();
  const { info } = await ask({ AZURE_OPENAI_AD_TOKEN: 'given' });
  expect(info.error).toBeNull();
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Bearer given' });
  expect(server.requests[0]?.headers).not.toHaveProperty('api-key');
});

it('asks Azure with a token that an application gets', async () => {
  const { server, ask } = await openAzure();
  const { info } = await ask(APPLICATION);
  expect(info.error).toBeNull();
  const [token, chat] = server.requests;
  expect(token?.path).toBe('/tenant/oauth2/v2.0/token');
  expect(Object.fromEntries(new URLSearchParams(token?.text))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'client',
    client_secret: 'very-secret',
    scope: 'https://cognitiveservices.azure.com/.default',
  });
  expect(chat?.headers).toMatchObject({ authorization: 'Bearer token-1' });
});

it('prefers a key', async () => {
  const { server, ask } = await openAzure();
  await ask({ ...APPLICATION, AZURE_OPENAI_AD_TOKEN: 'given' }, 'key');
  expect(server.requests[0]?.headers).toMatchObject({ 'api-key': 'key' });
  expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
});

it('says why there is no token, and not the secret', async () => {
  const { ask } = await openAzure(true);
  const { info } = await ask(APPLICATION);
  expect(info.error).toBe(
    'Microsoft Entra ID gave no token for AZURE_CLIENT_ID (401): invalid_client',
  );
});

it('uses a token until shortly before its end, and requests it once for several requests', async () => {
  const { server } = await openAzure();
  let now = 0;
  const access = findEntraAccess({ ...APPLICATION, AZURE_AUTHORITY_HOST: `${server.url}/` });
  if (!access) throw new Error('there is no access');
  const ask = withEntraToken(fetch, access, () => now);
  await Promise.all([ask(server.url), ask(server.url)]);
  now = 54 * 60_000;
  await ask(server.url);
  const countTokens = () => server.requests.filter(({ path }) => path.endsWith('/token')).length;
  expect(countTokens()).toBe(1);
  now = 56 * 60_000;
  await ask(server.url);
  expect(countTokens()).toBe(2);
});

it('names every way to Azure where there is none', () => {
  const env = { AZURE_RESOURCE_NAME: 'mine', AZURE_TENANT_ID: 'tenant' };
  expect(() => createAgent({ model: 'azure/mine', env })).toThrow(
    'azure needs a key: set AZURE_API_KEY or AZURE_OPENAI_API_KEY, or AZURE_OPENAI_AD_TOKEN, or AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET',
  );
});
