import { serveGrpc } from '@timestep-ai/grpc';
import { listen } from '@timestep-ai/timestep/http';
import { createA2AHandler } from '@timestep-ai/timestep/a2a';
import type { AgentFn } from '@timestep-ai/timestep/port';
import { createMemoryRunner } from '@timestep-ai/timestep/runner';

const BASE_PATH = '/agents/weather';
export const QUESTION = "What's the weather in Oakland?";

export interface WeatherAgent {
  /** The agent's address, with the final slash that SDKs require of a base address. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves an agent that requests a tool call, streams its result in pieces, and waits on request,
 * over HTTP and gRPC; its card lists only the binding `only`, if given.
 */
export async function startWeatherAgent(only?: string): Promise<WeatherAgent> {
  const runner = createMemoryRunner({
    agents: [
      {
        name: 'weather',
        agent: weather,
        toolSite: 'client',
        limits: { max_steps: 10, time_limit_s: 60 },
        environment: () => ({ listTools: () => [], callTool: () => ({ content: '' }) }),
      },
    ],
  });
  const answer = async (request: Request): Promise<Response> =>
    (await handler(request)) ?? new Response('not found', { status: 404 });
  const grpc = await serveGrpc({ fetch: answer, pathOf: () => BASE_PATH });
  const handler = createA2AHandler({
    runner,
    basePath: BASE_PATH,
    agent: {
      name: 'weather',
      description: 'Tells the weather.',
      version: '1.0.0',
      skills: [{ id: 'now', name: 'Weather now', description: 'Tells it.', tags: ['weather'] }],
      interfaces: [{ url: grpc.address, protocolBinding: 'GRPC', protocolVersion: '1.0' }],
      security: [{ kind: 'http', name: 'bearer', scheme: 'Bearer' }],
    },
  });
  const listening = await listen(
    async (request) => {
      const response = await answer(request);
      return only === undefined || !request.url.endsWith('.json')
        ? response
        : Response.json(withOnly(only, (await response.json()) as Card));
    },
    { port: 0 },
  );
  return {
    url: `${listening.url}${BASE_PATH}/`,
    close: async () => {
      await runner.close(0);
      await grpc.close(0);
      await listening.close(0);
    },
  };
}

interface Card {
  readonly supportedInterfaces: readonly { readonly protocolBinding: string }[];
}

function withOnly(binding: string, { supportedInterfaces, ...card }: Card): object {
  const { url: _url, preferredTransport: _preferred, ...rest } = card as Record<string, unknown>;
  const kept = supportedInterfaces.filter(({ protocolBinding }) => protocolBinding === binding);
  return { ...rest, additionalInterfaces: [], supportedInterfaces: kept };
}

const weather: AgentFn = async (messages, { emit, signal }) => {
  const last = messages.at(-1);
  if (last?.role === 'user' && last.content === 'wait') {
    emit({ type: 'text', text: 'waiting' });
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  }
  if (last?.role === 'tool') {
    const pieces = ['It is ', last.content, '.'];
    for (const text of pieces) emit({ type: 'text', text });
    return { role: 'assistant', content: pieces.join('') };
  }
  const call = { name: 'get_weather', arguments: '{"location":"Oakland"}' };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: call }],
  };
};
