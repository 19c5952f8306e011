import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  sendJson,
  startWireServer,
  type Answer,
  type WireServer,
} from '../provider/wire.fixture.ts';
import { listModels } from './list-models.ts';
import type { ProviderModels } from './provider-models.ts';

const CANARY = 'sk-canary-0123456789';

async function serve(answer: Answer): Promise<WireServer> {
  const server = await startWireServer(answer);
  onTestFinished(() => server.close());
  return server;
}

/** What one provider says, at a server on this machine. */
async function listed(
  name: string,
  answer: Answer,
  env: (url: string) => Record<string, string>,
  timeoutMs?: number,
): Promise<{ found: ProviderModels | undefined; server: WireServer }> {
  const server = await serve(answer);
  const asked = { env: env(server.url), providers: [name], now: Date.UTC(2026, 0, 1) };
  const [found] = await listModels({ ...asked, ...(timeoutMs !== undefined && { timeoutMs }) });
  return { found, server };
}

const openai = (url: string) => ({ OPENAI_API_KEY: CANARY, OPENAI_BASE_URL: `${url}/v1` });

describe('listModels', () => {
  it('asks a server with the API of OpenAI', async () => {
    const data = [{ id: 'gpt-4o-mini' }];
    const answer: Answer = (_, response) => sendJson(response, { data });
    const { found, server } = await listed('openai', answer, openai);
    // The server is not OpenAI's, so OpenAI's prices are not its prices.
    const models = [{ name: 'openai/gpt-4o-mini' }];
    expect(found).toEqual({ provider: 'openai', state: 'ready', models });
    expect(server.requests[0]).toMatchObject({
      path: '/v1/models',
      headers: { authorization: `Bearer ${CANARY}` },
    });
  });

  it('asks OpenAI itself, and adds what the price list knows', async () => {
    const asked: string[] = [];
    const [found] = await listModels({
      env: { OPENAI_API_KEY: CANARY },
      providers: ['openai'],
      fetch: async (url) => {
        asked.push(url instanceof Request ? url.url : String(url));
        return Response.json({ data: [{ id: 'gpt-4o-mini' }, { id: 'never-heard-of' }] });
      },
    });
    expect(asked).toEqual(['https://api.openai.com/v1/models']);
    expect(found).toMatchObject({
      models: [
        {
          name: 'openai/gpt-4o-mini',
          inputPrice: 0.15,
          outputPrice: 0.6,
          contextWindow: 128_000,
        },
        { name: 'openai/never-heard-of' },
      ],
    });
  });

  it('asks Anthropic', async () => {
    const data = [{ id: 'claude-sonnet-4-5', type: 'model' }];
    const { found, server } = await listed(
      'anthropic',
      (_, response) => sendJson(response, { data, has_more: false }),
      (url) => ({ ANTHROPIC_API_KEY: CANARY, ANTHROPIC_BASE_URL: `${url}/v1` }),
    );
    const model = { name: 'anthropic/claude-sonnet-4-5', inputPrice: 3, outputPrice: 15 };
    expect(found).toMatchObject({ state: 'ready', models: [{ ...model, contextWindow: 200_000 }] });
    expect(server.requests[0]).toMatchObject({
      path: '/v1/models?limit=1000',
      headers: { 'x-api-key': CANARY, 'anthropic-version': '2023-06-01' },
    });
  });

  it('asks Google, with the key in a header', async () => {
    const models = [{ name: 'models/gemini-2.5-pro', inputTokenLimit: 1000 }];
    const { found, server } = await listed(
      'google',
      (_, response) => sendJson(response, { models }),
      (url) => ({ GEMINI_API_KEY: CANARY, GEMINI_BASE_URL: `${url}/v1beta` }),
    );
    const model = { name: 'google/gemini-2.5-pro', inputPrice: 1.25, contextWindow: 1000 };
    expect(found).toMatchObject({ state: 'ready', models: [model] });
    expect(server.requests[0]).toMatchObject({
      path: '/v1beta/models?pageSize=1000',
      headers: { 'x-goog-api-key': CANARY },
    });
  });

  it('asks OpenRouter for its list, which is public, and about the key', async () => {
    const data = [{ id: 'a/b', pricing: { prompt: '0', completion: '0' } }];
    const env = (url: string) => ({
      OPENROUTER_API_KEY: CANARY,
      OPENROUTER_BASE_URL: `${url}/api/v1`,
    });
    const good = await listed('openrouter', (_, response) => sendJson(response, { data }), env);
    const free = { name: 'openrouter/a/b', inputPrice: 0, outputPrice: 0 };
    expect(good.found).toMatchObject({ state: 'ready', models: [free] });
    const paths = good.server.requests.map(({ path }) => path);
    expect(paths.toSorted()).toEqual(['/api/v1/key', '/api/v1/models']);
    const refusing: Answer = ({ path }, response) =>
      sendJson(response, { data }, path.endsWith('/key') ? 401 : 200);
    const bad = await listed('openrouter', refusing, env);
    expect(bad.found).toMatchObject({ state: 'failed', code: 'unauthorized' });
  });

  it('asks Ollama in its own way', async () => {
    const models = [{ name: 'llama3:8b' }];
    const { found, server } = await listed(
      'ollama',
      (_, response) => sendJson(response, { models }),
      (url) => ({ OLLAMA_HOST: url.replace('http://', '') }),
    );
    expect(found).toMatchObject({ state: 'ready', models: [{ name: 'ollama/llama3:8b' }] });
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/tags']);
  });

  it('says of every provider what is missing, and asks nobody', async () => {
    const asked: unknown[] = [];
    const found = await listModels({
      env: {},
      fetch: async (url) => {
        asked.push(url);
        throw new TypeError('fetch failed');
      },
    });
    expect(found.map(({ provider, state }) => [provider, state])).toEqual([
      ['openai', 'not-configured'],
      ['anthropic', 'not-configured'],
      ['google', 'not-configured'],
      ['bedrock', 'not-configured'],
      ['openrouter', 'not-configured'],
      ['azure', 'not-configured'],
      ['vertex', 'not-configured'],
      ['vertex-anthropic', 'not-configured'],
      ['mistral', 'not-configured'],
      ['groq', 'not-configured'],
      ['xai', 'not-configured'],
      ['deepseek', 'not-configured'],
      ['together', 'not-configured'],
      ['fireworks', 'not-configured'],
      ['cerebras', 'not-configured'],
      ['moonshot', 'not-configured'],
      ['zai', 'not-configured'],
      ['huggingface', 'not-configured'],
      ['nvidia', 'not-configured'],
      ['github', 'not-configured'],
      ['ollama', 'not-configured'],
      ['lmstudio', 'not-configured'],
      ['vllm', 'not-configured'],
      ['llamacpp', 'not-configured'],
      ['openai-compatible', 'not-configured'],
    ]);
    expect(asked).toEqual(['http://localhost:11434/api/tags', 'http://localhost:1234/v1/models']);
    expect(found.flatMap((one) => ('message' in one ? one.message : []))).toEqual(
      expect.arrayContaining([
        'openai needs a key: set OPENAI_API_KEY',
        'no server with a list of models answers at http://localhost:11434/v1: start it, or set OLLAMA_BASE_URL or OLLAMA_HOST',
        'vllm is not asked at http://localhost:8000/v1, where other programs listen as well: set VLLM_BASE_URL',
        'openai-compatible needs a base URL: set OPENAI_COMPATIBLE_BASE_URL',
      ]),
    );
  });

  it.each([
    ['azure', { AZURE_API_KEY: CANARY, AZURE_RESOURCE_NAME: 'mine' }, 'your Azure resource'],
    ['vertex', { GOOGLE_VERTEX_PROJECT: 'mine' }, 'your Google Cloud project'],
    ['github', { GITHUB_TOKEN: CANARY }, 'https://github.com/marketplace/models'],
  ])('does not ask %s, and says where its models are shown', async (name, env, place) => {
    const asked: unknown[] = [];
    const fetch = async (url: unknown) => Response.json({ url: asked.push(url) });
    const [found] = await listModels({ env, providers: [name], fetch });
    expect(found).toMatchObject({ state: 'not-listed' });
    expect(JSON.stringify(found)).toContain(place);
    expect(JSON.stringify(found)).not.toContain(CANARY);
    expect(asked).toEqual([]);
  });

  it('sends the key of a provider with chat completions', async () => {
    const data = [{ id: 'llama-3.3-70b-versatile', context_window: 131_072 }];
    const answer: Answer = (_, response) => sendJson(response, { data });
    const groq = (url: string) => ({ GROQ_API_KEY: CANARY, GROQ_BASE_URL: `${url}/openai/v1` });
    const { found, server } = await listed('groq', answer, groq);
    const models = [{ name: 'groq/llama-3.3-70b-versatile', contextWindow: 131_072 }];
    expect(found).toEqual({ provider: 'groq', state: 'ready', models });
    expect(server.requests[0]).toMatchObject({
      path: '/openai/v1/models',
      headers: { authorization: `Bearer ${CANARY}` },
    });
  });

  it.each([{ LLAMACPP_MODEL: 'm' }, { LLAMACPP_BASE_URL: 'localhost:8080' }])(
    'asks a server at a port of many programs if the environment names it: %j',
    async (env) => {
      const asked: unknown[] = [];
      const fetch = async (url: unknown) =>
        Response.json({ data: [{ id: String(asked.push(url)) }] });
      const [found] = await listModels({ env, providers: ['llamacpp'], fetch });
      expect(found).toMatchObject({ state: 'ready', models: [{ name: 'llamacpp/1' }] });
      expect(asked).toEqual(['http://localhost:8080/v1/models']);
    },
  );

  it('says why Bedrock is not asked', async () => {
    const env = { AWS_BEARER_TOKEN_BEDROCK: CANARY, AWS_REGION: 'eu-west-1' };
    const [found] = await listModels({ env, providers: ['bedrock'] });
    expect(found).toMatchObject({ provider: 'bedrock', state: 'not-listed' });
    expect(found).toMatchObject({ message: expect.stringContaining('cannot be listed here') });
  });

  const status = (code: number, body = {}): Answer => {
    return (_, response) => sendJson(response, body, code, { location: 'http://127.0.0.1:1/' });
  };
  const text = (body: string): Answer => {
    return (_, response) => void response.writeHead(200).end(body);
  };

  it.each<[string, Answer, string, string]>([
    [
      'refuses the key',
      status(401),
      'unauthorized',
      'openai refused the key; check OPENAI_API_KEY',
    ],
    ['refuses the account', status(403), 'forbidden', 'check OPENAI_API_KEY'],
    [
      'refuses the key as Google does',
      status(400, { error: { message: 'API key not valid.' } }),
      'unauthorized',
      'check OPENAI_API_KEY',
    ],
    ['has no list', status(404), 'provider-error', '(response: 404): check the base URL'],
    ['leads elsewhere', status(302), 'provider-error', '(response: 302): check the base URL'],
    ['limits the rate', status(429), 'rate-limited', 'openai rate limit exceeded (429)'],
    ['fails', status(503), 'overloaded', 'openai is overloaded (503)'],
    ['answers a page', text('<html>'), 'provider-error', '(response: not a list)'],
    ['answers something else', text('{"ok":true}'), 'provider-error', 'has no list of models'],
    [
      'answers without an end',
      (_, response) => endless(response),
      'provider-error',
      'sent a response that is too large',
    ],
    [
      'breaks off',
      (_, response) => void response.writeHead(200).destroy(),
      'unreachable',
      'the connection to openai',
    ],
  ])('gives a sentence where a server %s', async (_name, answer, code, sentence) => {
    const { found } = await listed('openai', answer, openai);
    const message: unknown = expect.stringContaining(sentence);
    expect(found).toEqual({ provider: 'openai', state: 'failed', code, message });
  });

  it('gives a sentence where nothing answers, or not in time', async () => {
    const gone = await startWireServer(() => undefined);
    await gone.close();
    const [refused] = await listModels({ env: openai(gone.url), providers: ['openai'] });
    const sentence: unknown = expect.stringContaining(
      `cannot reach openai at ${gone.url}/v1/models`,
    );
    expect(refused).toMatchObject({ state: 'failed', code: 'unreachable', message: sentence });
    const { found } = await listed('openai', () => undefined, openai, 20);
    const message = 'openai did not answer within 0.02 s';
    expect(found).toMatchObject({ state: 'failed', code: 'timeout', message });
    const begun: Answer = (_, response) => void response.writeHead(200).write('[');
    const slow = await listed('openai', begun, openai, 200);
    expect(slow.found).toMatchObject({ state: 'failed', code: 'timeout' });
  });

  it('gives a sentence where the base URL or the key cannot be sent', async () => {
    const asked = async (env: Record<string, string>) =>
      (await listModels({ env, providers: ['openai'] }))[0];
    const secret = `http://me:${CANARY}@127.0.0.1/v1`;
    expect(await asked({ OPENAI_BASE_URL: secret })).toMatchObject({ code: 'missing-setting' });
    expect(await asked({ OPENAI_BASE_URL: 'http://a b/' })).toMatchObject({
      code: 'missing-setting',
    });
    const broken = { OPENAI_API_KEY: `${CANARY}\nx: y`, OPENAI_BASE_URL: 'http://127.0.0.1:1/' };
    const found = await asked(broken);
    expect(found).toMatchObject({ code: 'unauthorized' });
    expect(JSON.stringify([found, await asked({ OPENAI_BASE_URL: secret })])).not.toContain(CANARY);
  });

  it.each([200, 401, 404, 500])(
    'shows no key, even where a server sends it back with %i',
    async (code) => {
      const answer: Answer = ({ headers }, response) => {
        const sent = String(headers.authorization);
        const data = [{ id: sent, context_length: sent }];
        sendJson(response, { data, error: { message: sent, code: sent } }, code);
      };
      const { found } = await listed('openai', answer, openai);
      expect(found?.state).toBe(code === 200 ? 'ready' : 'failed');
      expect(JSON.stringify(found)).not.toContain(CANARY);
    },
  );

  it('asks all providers at the same time', async () => {
    const waiting: (() => void)[] = [];
    const both: Answer = (_, response) => {
      waiting.push(() => sendJson(response, { data: [] }));
      if (waiting.length === 2) for (const send of waiting) send();
    };
    const { url } = await serve(both);
    const env = { ...openai(url), OPENAI_COMPATIBLE_BASE_URL: `${url}/v1` };
    const found = await listModels({ env, providers: ['openai', 'openai-compatible'] });
    expect(found.map(({ state }) => state)).toEqual(['ready', 'ready']);
  });

  it('ends with the reason of its signal', async () => {
    const stop = new AbortController();
    const { url } = await serve(() => stop.abort(new Error('enough')));
    const asked = { env: openai(url), providers: ['openai'], signal: stop.signal };
    await expect(listModels(asked)).rejects.toThrow('enough');
  });
});

/** Sends until the other side has had enough. */
function endless(response: ServerResponse): void {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  const send = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.writeHead(200).on('drain', send);
  send();
}
