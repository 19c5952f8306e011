import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { isJsonObject, type JsonValue } from '#core';

/** Patterns of words with the same meaning, which get vectors in the same direction. */
const MEANINGS = [/rain|umbrella|weather/i, /refund|money/i, /greet|hello/i];

/** A fake embedding provider that knows three meanings, at `/v1/embeddings` on 127.0.0.1. */
export interface EmbeddingServer {
  readonly env: Readonly<Record<string, string>>;
  /** The texts of each request. */
  readonly asked: readonly (readonly string[])[];
}

/**
 * Starts the fake provider. `answer` may respond instead of the server; it returns false if it did
 * not.
 */
export async function startEmbeddingServer(
  key: string,
  answer: (response: ServerResponse) => boolean = () => false,
): Promise<EmbeddingServer> {
  const asked: string[][] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
      const texts = getInputs(JSON.parse(body) as JsonValue);
      asked.push(texts);
      if (answer(response)) return;
      response.writeHead(200, { 'content-type': 'application/json' });
      const data = texts.map((text, index) => ({
        object: 'embedding',
        index,
        embedding: [...MEANINGS.map((meaning) => (meaning.test(text) ? 1 : 0)), 0.1],
      }));
      const usage = { prompt_tokens: 1, total_tokens: 1 };
      response.end(JSON.stringify({ object: 'list', model: 'small', data, usage }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  return {
    env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` },
    asked,
  };
}

function getInputs(body: JsonValue): string[] {
  const input = isJsonObject(body) ? body['input'] : undefined;
  return [input].flat().filter((text) => typeof text === 'string');
}
