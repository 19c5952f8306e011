import type { SseEvent } from '../../http/index.ts';
import type { ResponseEvent } from '../wire/response-event.ts';

/**
 * Numbers events from 0 and yields those after a number as server-sent events, followed by the end
 * mark.
 */
export async function* sseEventsOf(
  events: AsyncIterable<ResponseEvent>,
  startingAfter = -1,
): AsyncGenerator<SseEvent> {
  let sequence_number = 0;
  for await (const { type, ...rest } of events) {
    if (sequence_number > startingAfter) {
      yield { event: type, data: JSON.stringify({ type, sequence_number, ...rest }) };
    }
    sequence_number += 1;
  }
  yield { data: '[DONE]' };
}
