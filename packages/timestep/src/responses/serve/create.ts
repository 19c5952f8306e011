import { sseResponse } from '../../http/index.ts';
import { readRequest } from '../read/request.ts';
import { sseEventsOf } from '../write/sse.ts';
import { backgroundStream } from './background-stream.ts';
import { beginTurn } from './begun-turn.ts';
import { readBody } from './read-body.ts';
import { beginRead, beginResponse } from './response-run.ts';
import type { Asked, Service } from './service.ts';

/** `POST /v1/responses`: answers at once with a stream, or with the whole response at its end. */
export async function create(service: Service, asked: Asked): Promise<Response> {
  const { request } = asked;
  const wanted = readRequest(await readBody(service, request));
  const begun = await beginTurn(service, { ...asked, wanted });

  const left = new AbortController();
  const tell = (): void => undefined;
  if (wanted.background) {
    const { record } = await beginResponse(service, { ...begun, signal: left.signal, tell });
    if (wanted.stream) return backgroundStream(service, record, -1);
    return Response.json(record.response);
  }
  const run = { ...begun, signal: AbortSignal.any([request.signal, left.signal]) };
  if (!wanted.stream) {
    const { ended } = await beginResponse(service, { ...run, tell });
    return Response.json(await ended);
  }
  const { events } = await beginRead(service, run);
  return sseResponse(sseEventsOf(events), {
    onCancel: () => left.abort(),
    ...(service.heartbeatMs !== undefined && { heartbeatMs: service.heartbeatMs }),
  });
}
