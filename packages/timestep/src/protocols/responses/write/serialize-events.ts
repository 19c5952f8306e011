import type { SseEvent } from '#protocols/http';
import type { ResponseEvent } from '../wire/response-event.ts';

interface SerializedEvent {
  readonly type: ResponseEvent['type'];
  readonly text: string;
}

/**
 * Numbers stream events from 0 and yields those after `startingAfter`. A progress event repeats the previous
 * event's number, because a client that resumes the stream does not receive progress again.
 */
export async function* serializeEvents(
  events: AsyncIterable<ResponseEvent>,
  startingAfter = -1,
): AsyncGenerator<SerializedEvent> {
  let sequence_number = 0;
  for await (const { type, ...rest } of events) {
    if ('progress' in rest) {
      const number = sequence_number - 1;
      if (number >= startingAfter)
        yield { type, text: JSON.stringify({ type, sequence_number: number, ...rest }) };
      continue;
    }
    if (sequence_number > startingAfter) {
      yield { type, text: JSON.stringify({ type, sequence_number, ...rest }) };
    }
    sequence_number += 1;
  }
}

/** Yields server-sent events, with `[DONE]` as the last. */
export async function* toSseEvents(
  events: AsyncIterable<ResponseEvent>,
  startingAfter = -1,
): AsyncGenerator<SseEvent> {
  for await (const { type, text } of serializeEvents(events, startingAfter)) {
    yield { event: type, data: text };
  }
  yield { data: '[DONE]' };
}
