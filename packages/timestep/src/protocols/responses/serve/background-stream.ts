import type { Task } from '#core';
import { createSseResponse } from '#protocols/http';
import type { ResponseRecord } from '../records/response-record.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import type { ResponseEvent } from '../wire/response-event.ts';
import { createOutputWriter } from '../write/output-writer.ts';
import {
  resetResponseToStarted,
  createEndedResponse,
  createFinalResponseEvent,
} from '../write/create-response-object.ts';
import { waitOrRefusalToEvents } from '../write/waiting-response.ts';
import { toSseEvents } from '../write/serialize-events.ts';
import { buildOutputScope } from './finish-response.ts';
import {
  loadStartStateOfResponse,
  isResponseOver,
  readStepsWithProgress,
} from './response-source.ts';
import type { ResponsesService } from './responses-service.ts';
import { loadCurrentState } from './current-state.ts';

/** Streams the events of a background response after `startingAfter`. The response continues if the stream ends. */
export async function streamBackgroundResponse(
  service: ResponsesService,
  record: ResponseRecord,
  startingAfter: number,
): Promise<Response> {
  const now = await service.runner.get(record.taskId);
  if (!now) {
    const message = `the events of ${record.response.id} have been deleted: retrieve the response without stream`;
    throw new ResponsesError(404, 'stream_expired', message, 'stream');
  }
  const from = await loadStartStateOfResponse(service, record, now);
  const left = new AbortController();
  const events = replayEvents(service, record, from, left.signal);
  return createSseResponse(toSseEvents(events, startingAfter), {
    ...service.sseOptions,
    onCancel: () => left.abort(),
  });
}

/**
 * Yields events from the log, so that all readers receive the same events and numbers, and progress, which has no
 * numbers of its own.
 */
async function* replayEvents(
  service: ResponsesService,
  record: ResponseRecord,
  from: Task,
  signal: AbortSignal,
): AsyncGenerator<ResponseEvent> {
  const begun = resetResponseToStarted(record.response);
  yield { type: 'response.created', response: begun };
  yield { type: 'response.in_progress', response: begun };
  const scope = await buildOutputScope(service, record, from);
  const writer = createOutputWriter(scope);
  let task = from;
  if (!isResponseOver(task)) {
    for await (const step of readStepsWithProgress(service.runner, from, signal)) {
      yield* writer.write(step);
      yield* waitOrRefusalToEvents(step, begun);
      ({ task } = step);
      if (isResponseOver(task)) break;
    }
  }
  if (signal.aborted) return;
  if (!isResponseOver(task)) {
    throw new ResponsesError(
      503,
      'stream_broken',
      'the stream was interrupted: resume it with starting_after',
    );
  }
  yield* writer.breakOff();
  const ended = createEndedResponse(begun, writer.items(), from, task, task.updatedAt);
  await service.running.get(begun.id);
  const kept = await service.records.get(record.principal, begun.id);
  const { response } = kept ? await loadCurrentState(service, kept) : { response: ended };
  yield createFinalResponseEvent(response);
}
