import { sseResponse, type SseEvent } from '../../http/index.ts';
import { beginTurn, type BegunTurn } from '../serve/begun-turn.ts';
import { readBody } from '../serve/read-body.ts';
import { beginRead, beginResponse } from '../serve/response-run.ts';
import type { Asked, Service } from '../serve/service.ts';
import type { ResponseEvent } from '../wire/response-event.ts';
import type { ResponseObject } from '../wire/response-object.ts';
import { errorBody, ResponsesError } from '../wire/responses-error.ts';
import { completionOf, completionWriter } from './completion.ts';
import { readCompletion, refusalOf, type CompletionRequest } from './read-completion.ts';

/** `POST /v1/chat/completions`: a response that is not stored, in the form of the older API. */
export async function complete(service: Service, asked: Asked): Promise<Response> {
  const { request } = asked;
  const { begun, stream, includesUsage } = await begin(service, asked);
  const left = new AbortController();
  const run = { ...begun, signal: AbortSignal.any([request.signal, left.signal]) };
  if (!stream) {
    const { ended } = await beginResponse(service, { ...run, tell: () => undefined });
    const response = await ended;
    const failure = failureOf(response);
    if (!failure) return Response.json(completionOf(response));
    // A repeated request would do again what the agent has done.
    const headers = { 'x-should-retry': 'false' };
    return Response.json(errorBody(failure), { status: failure.status, headers });
  }
  const { events } = await beginRead(service, run);
  return sseResponse(piecesOf(events, includesUsage), {
    onCancel: () => left.abort(),
    ...(service.heartbeatMs !== undefined && { heartbeatMs: service.heartbeatMs }),
  });
}

type Begun = Omit<CompletionRequest, 'create'> & { readonly begun: BegunTurn };

async function begin(service: Service, asked: Asked): Promise<Begun> {
  try {
    const { create, ...rest } = readCompletion(await readBody(service, asked.request));
    return { begun: await beginTurn(service, { ...asked, wanted: create }), ...rest };
  } catch (thrown) {
    throw refusalOf(thrown);
  }
}

async function* piecesOf(
  events: AsyncIterable<ResponseEvent>,
  includesUsage: boolean,
): AsyncGenerator<SseEvent> {
  const writer = completionWriter(includesUsage);
  for await (const event of events) {
    if (event.type === 'response.failed') {
      const failure = failureOf(event.response);
      if (failure) yield { data: JSON.stringify(errorBody(failure)) };
    }
    for (const piece of writer.write(event)) yield { data: JSON.stringify(piece) };
  }
  yield { data: '[DONE]' };
}

/** This API has no completion that has failed, only an error. */
function failureOf({ status, error }: ResponseObject): ResponsesError | undefined {
  if (status !== 'failed') return undefined;
  return new ResponsesError(500, error?.code ?? 'server_error', error?.message ?? 'it failed');
}
