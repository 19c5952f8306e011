import type { SseEvent } from '#protocols/http';
import { startResponseTurn } from '../serve/start-turn.ts';
import {
  readBody,
  type AuthenticatedRequest,
  type ResponsesService,
  type RouteHandler,
} from '../serve/responses-service.ts';
import { startResponse, streamToCaller, type StartedTurn } from '../serve/response-run.ts';
import type { ResponseEvent } from '../wire/response-event.ts';
import type { ResponseObject } from '../wire/response-object.ts';
import { buildErrorBody, ResponsesError } from '../wire/responses-error.ts';
import { responseToCompletion, createChunkConverter } from './completion.ts';
import {
  readChatCompletionRequest,
  renameParamInError,
  type ChatCompletionRequest,
} from './read-completion.ts';

/** Serves `POST /v1/chat/completions`: creates a response that is not stored. */
export const createCompletion: RouteHandler = async (service, asked) => {
  const { request } = asked;
  const { begun, stream, includesUsage, stops } = await startCompletion(service, asked);
  if (stream)
    return streamToCaller(service, request, begun, (events) =>
      streamChunks(events, includesUsage, stops),
    );
  const { ended } = await startResponse(service, begun, request.signal);
  const response = await ended;
  const failure = findResponseError(response);
  if (!failure) return Response.json(responseToCompletion(response, stops));
  // The error forbids a retry, in which the agent would repeat work that it has already done.
  const headers = { 'x-should-retry': 'false' };
  return Response.json(buildErrorBody(failure), { status: failure.status, headers });
};

type StartedCompletion = Omit<ChatCompletionRequest, 'create'> & { readonly begun: StartedTurn };

async function startCompletion(
  service: ResponsesService,
  asked: AuthenticatedRequest,
): Promise<StartedCompletion> {
  try {
    const { create, ...rest } = readChatCompletionRequest(await readBody(service, asked.request));
    return { begun: await startResponseTurn(service, { ...asked, wanted: create }), ...rest };
  } catch (thrown) {
    throw renameParamInError(thrown);
  }
}

async function* streamChunks(
  events: AsyncIterable<ResponseEvent>,
  includesUsage: boolean,
  stops: readonly string[],
): AsyncGenerator<SseEvent> {
  const toChunks = createChunkConverter(includesUsage, stops);
  for await (const event of events) {
    if (event.type === 'response.failed') {
      const failure = findResponseError(event.response);
      if (failure) yield { data: JSON.stringify(buildErrorBody(failure)) };
    }
    for (const chunk of toChunks(event)) yield { data: JSON.stringify(chunk) };
  }
  yield { data: '[DONE]' };
}

/** Returns the error of a failed response, because Chat Completions has no completions that failed. */
function findResponseError({ status, error }: ResponseObject): ResponsesError | undefined {
  if (status !== 'failed') return undefined;
  return new ResponsesError(500, error?.code ?? 'server_error', error?.message ?? 'it failed');
}
