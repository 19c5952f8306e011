import type { Task } from '../../core/index.ts';
import { sseResponse } from '../../http/index.ts';
import type { ResponseRecord } from '../records/record.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import type { ResponseEvent } from '../wire/response-event.ts';
import { outputWriter } from '../write/output-writer.ts';
import { asBegun, endedResponse, lastEvent } from '../write/response.ts';
import { sseEventsOf } from '../write/sse.ts';
import { outputScope } from './conclude.ts';
import { beginningOf } from './beginning.ts';
import { isOver } from './generation.ts';
import { loggedSteps } from './logged-steps.ts';
import type { Service } from './service.ts';
import { asItIs } from './as-it-is.ts';

/**
 * The stream of a background response after one of its events, for one reader; ending the stream
 * ends nothing else.
 */
export async function backgroundStream(
  service: Service,
  record: ResponseRecord,
  startingAfter: number,
): Promise<Response> {
  const now = await service.runner.get(record.taskId);
  if (!now) {
    const message = `the events of ${record.response.id} are gone: retrieve it without stream`;
    throw new ResponsesError(404, 'stream_expired', message, 'stream');
  }
  const from = await beginningOf(service, record, now);
  const left = new AbortController();
  const events = eventsOf(service, record, from, left.signal);
  return sseResponse(sseEventsOf(events, startingAfter), {
    onCancel: () => left.abort(),
    ...(service.heartbeatMs !== undefined && { heartbeatMs: service.heartbeatMs }),
  });
}

/**
 * Everything about a response, from its task's log alone: the same events in the same order for
 * every reader, so that their numbers stay the same. It breaks off where the log cannot be
 * followed, because an event that says so would take the number of another event.
 */
async function* eventsOf(
  service: Service,
  record: ResponseRecord,
  from: Task,
  signal: AbortSignal,
): AsyncGenerator<ResponseEvent> {
  const begun = asBegun(record.response);
  yield { type: 'response.created', response: begun };
  yield { type: 'response.in_progress', response: begun };
  const scope = await outputScope(service, record, from);
  const writer = outputWriter(scope);
  let task = from;
  if (!isOver(task)) {
    for await (const step of loggedSteps(service.runner, from, signal)) {
      yield* writer.write(step);
      ({ task } = step);
      if (isOver(task)) break;
    }
  }
  if (signal.aborted) return;
  if (!isOver(task)) {
    throw new ResponsesError(503, 'stream_broken', 'the stream broke: resume it');
  }
  yield* writer.breakOff();
  const ended = endedResponse(begun, writer.items(), from, task, task.updatedAt);
  await service.running.get(begun.id);
  const kept = await service.records.get(record.principal, begun.id);
  const { response } = kept ? await asItIs(service, kept) : { response: ended };
  yield lastEvent(response);
}
