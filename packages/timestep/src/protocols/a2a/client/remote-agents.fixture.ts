import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import { encodeSse } from '#protocols/http';
import { buildA2ACard } from '../wire/a2a-card.ts';
import type { FetchFn } from './json-rpc-client.ts';

export const PEER = 'https://peer.example';

export interface Asked {
  readonly method: string;
  readonly params: JsonObject;
  readonly headers: Headers;
}

export interface Peer {
  readonly fetch: FetchFn;
  readonly asked: Asked[];
}

/**
 * A fake remote agent's answer: the result of one call, the results of a stream, or any response.
 */
export type Answer = JsonObject | readonly JsonObject[] | Response | Error;

/** Creates a fake remote agent from its card and its answers to calls. */
export function peerOf(
  answers: (asked: Asked) => Answer | Promise<Answer>,
  { streaming = true, card }: { readonly streaming?: boolean; readonly card?: JsonValue } = {},
): Peer {
  const asked: Asked[] = [];
  const agent = { name: 'peer', description: 'A peer.', version: '1' };
  const own = { ...buildA2ACard(agent, PEER), capabilities: { streaming } };
  return {
    asked,
    fetch: async (url, init) => {
      if (url.endsWith('.json')) return Response.json(card ?? own);
      const { method, params } = JSON.parse(init.body as string) as Asked;
      const one = { method, params, headers: new Headers(init.headers) };
      asked.push(one);
      const answer = await answers(one);
      if (answer instanceof Error) throw answer;
      if (answer instanceof Response) return answer;
      return isJsonObject(answer) ? Response.json(responseTo(answer)) : streamOf(answer);
    },
  };
}

export function rpcError(code: number, message = 'no'): JsonObject {
  return { error: { code, message } };
}

/** Creates a stream that fails after these results. */
export function brokenStream(...results: readonly JsonObject[]): Response {
  const cut = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  const chunks = results.map((result) => encodeSse({ data: JSON.stringify(responseTo(result)) }));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk === undefined) controller.error(new TypeError('terminated', { cause: cut }));
      else controller.enqueue(new TextEncoder().encode(chunk));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function streamOf(results: readonly JsonObject[]): Response {
  const events = results.map((result) => encodeSse({ data: JSON.stringify(responseTo(result)) }));
  return new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } });
}

function responseTo(result: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id: 1, ...('error' in result ? result : { result }) };
}
