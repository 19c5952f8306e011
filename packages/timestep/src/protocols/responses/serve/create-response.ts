import { createSseResponse } from '../../http/index.ts';
import { readCreateRequest } from '../read/create-request.ts';
import { toSseEvents } from '../write/serialize-events.ts';
import { streamBackgroundResponse } from './background-stream.ts';
import { startTurn } from './start-turn.ts';
import { readBody } from './read-body.ts';
import { startStreamedResponse, startResponse } from './response-run.ts';
import type { AuthenticatedRequest, ResponsesService } from './responses-service.ts';

/** `POST /v1/responses`: a stream, or the whole response at its end. */
export async function createResponse(
  service: ResponsesService,
  asked: AuthenticatedRequest,
): Promise<Response> {
  const { request } = asked;
  const wanted = readCreateRequest(await readBody(service, request));
  const begun = await startTurn(service, { ...asked, wanted });

  const left = new AbortController();
  const tell = (): void => undefined;
  if (wanted.background) {
    const { record } = await startResponse(service, { ...begun, signal: left.signal, tell });
    if (wanted.stream) return streamBackgroundResponse(service, record, -1);
    return Response.json(record.response);
  }
  const run = { ...begun, signal: AbortSignal.any([request.signal, left.signal]) };
  if (!wanted.stream) {
    const { ended } = await startResponse(service, { ...run, tell });
    return Response.json(await ended);
  }
  const { events } = await startStreamedResponse(service, run);
  return createSseResponse(toSseEvents(events), {
    onCancel: () => left.abort(),
    ...(service.heartbeatMs !== undefined && { heartbeatMs: service.heartbeatMs }),
  });
}
