import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import {
  sendJson,
  startWireServer,
  type Answer,
  type WireServer,
} from '../provider/wire.fixture.ts';
import { createModelEmbedder, type EmbedderOptions } from './create-embedder.ts';

const CANARY = 'sk-canary-0123456789';
const NEVER = new AbortController().signal;

async function serve(answer: Answer): Promise<WireServer> {
  const server = await startWireServer(answer);
  onTestFinished(() => server.close());
  return server;
}

/** A vector of a text: its length, and a half. */
const vectorOf = (text: JsonValue): number[] => [typeof text === 'string' ? text.length : 0, 0.5];

const inputs = (body: JsonObject): JsonValue[] => [body['input']].flat().map((text) => text ?? '');

/** Answers as OpenAI does. */
const embeddings: Answer = ({ body }, response) => {
  const data = inputs(body).map((text, index) => ({
    object: 'embedding',
    index,
    embedding: vectorOf(text),
  }));
  sendJson(response, {
    object: 'list',
    model: 'm',
    data,
    usage: { prompt_tokens: 1, total_tokens: 1 },
  });
};

async function openai(answer: Answer, more: Partial<EmbedderOptions> = {}) {
  const server = await serve(answer);
  const env = { OPENAI_API_KEY: CANARY, OPENAI_BASE_URL: `${server.url}/v1` };
  return { server, embedder: createModelEmbedder({ model: 'openai/small', env, ...more }) };
}

describe('createModelEmbedder', () => {
  it('makes a vector of each text, in their order', async () => {
    const { server, embedder } = await openai(embeddings);
    const vectors = await embedder(['a', 'bcd'], NEVER);
    expect(vectors).toEqual([Float32Array.of(1, 0.5), Float32Array.of(3, 0.5)]);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: `Bearer ${CANARY}` },
      body: { model: 'small', input: ['a', 'bcd'] },
    });
    expect(await embedder([], NEVER)).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['ollama/nomic', (url: string) => ({ OLLAMA_HOST: url }), '/v1/embeddings'],
    [
      'openrouter/openai/small',
      (url: string) => ({ OPENROUTER_API_KEY: CANARY, OPENROUTER_BASE_URL: `${url}/api/v1` }),
      '/api/v1/embeddings',
    ],
  ])('asks %s', async (model, env, path) => {
    const { url, requests } = await serve(embeddings);
    const vectors = await createModelEmbedder({ model, env: env(url) })(['ab'], NEVER);
    expect(vectors).toEqual([Float32Array.of(2, 0.5)]);
    expect(requests.map((request) => request.path)).toEqual([path]);
  });

  it('asks Google, a hundred texts at a time', async () => {
    const { url, requests } = await serve(({ body }, response) => {
      const asked = (body['requests'] as readonly JsonObject[] | undefined) ?? [body];
      const made = asked.map(({ content }) => {
        const [part] = (content as JsonObject)['parts'] as readonly JsonObject[];
        return { values: vectorOf(part?.['text'] ?? '') };
      });
      sendJson(response, body['requests'] ? { embeddings: made } : { embedding: made[0] ?? null });
    });
    const env = { GEMINI_API_KEY: CANARY, GEMINI_BASE_URL: `${url}/v1beta` };
    const texts = Array.from({ length: 201 }, (_, at) => 'x'.repeat(at));
    const vectors = await createModelEmbedder({ model: 'google/gemini-embedding-001', env })(
      texts,
      NEVER,
    );
    expect(vectors.map(([length]) => length)).toEqual(texts.map((text) => text.length));
    expect(requests).toHaveLength(3);
    expect(requests[0]?.headers).toMatchObject({ 'x-goog-api-key': CANARY });
  });

  it.each([
    ['anthropic/claude', {}, 'model-not-found', 'is not an embedding model: anthropic has none'],
    ['openai/small', {}, 'missing-key', 'openai needs a key: set OPENAI_API_KEY'],
    ['nobody/x', {}, 'unknown-provider', 'use one of openai'],
  ])('refuses %s at once', (model, env, code, sentence) => {
    const message: unknown = expect.stringContaining(sentence);
    expect(() => createModelEmbedder({ model, env })).toThrow(
      expect.objectContaining({ code, message }),
    );
  });

  const answering = (body: JsonValue, status = 200): Answer => {
    return (_, response) => sendJson(response, body, status);
  };
  const data = (...vectors: readonly JsonValue[]): JsonObject => ({
    data: vectors.map((embedding, index) => ({ index, embedding })),
  });

  it.each<[string, Answer, string]>([
    ['refuses the key', answering({ error: { message: CANARY } }, 401), 'unauthorized'],
    ['knows no such model', answering({ error: { message: 'no' } }, 404), 'model-not-found'],
    ['limits the rate', answering({ error: { message: 'slow' } }, 429), 'rate-limited'],
    ['answers something else', answering({ ok: true }), 'provider-error'],
    ['leaves out a vector', answering(data([1, 2])), 'provider-error'],
    ['sends vectors of two lengths', answering(data([1, 2], [1])), 'provider-error'],
    ['sends no numbers', answering(data(['a'], ['b'])), 'provider-error'],
  ])('fails where a server %s', async (_name, answer, code) => {
    const { embedder, server } = await openai(answer);
    const failed: unknown = await embedder(['a', 'b'], NEVER).catch((thrown: unknown) => thrown);
    expect(failed).toMatchObject({ name: 'ModelError', code });
    expect(String(failed)).not.toContain(CANARY);
    expect(server.requests).toHaveLength(1);
  });

  it('fails where nothing comes in time', async () => {
    const { embedder } = await openai(() => undefined, { timeoutS: 0.02 });
    await expect(embedder(['a'], NEVER)).rejects.toMatchObject({
      code: 'timeout',
      message: 'openai returned no embeddings within 0.02 s',
    });
  });

  it('ends with the reason of its signal', async () => {
    const stop = new AbortController();
    const { embedder } = await openai(() => stop.abort(new Error('enough')));
    await expect(embedder(['a'], stop.signal)).rejects.toThrow('enough');
  });
});
