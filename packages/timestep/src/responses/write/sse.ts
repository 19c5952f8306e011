import type { SseEvent } from '../../http/index.ts';
import type { ResponseEvent } from '../wire/response-event.ts';

/** An event as JSON text, with its number. */
interface NumberedText {
  readonly type: ResponseEvent['type'];
  readonly text: string;
}

/** Numbers events from 0 and yields those after a number. */
export async function* numberedTexts(
  events: AsyncIterable<ResponseEvent>,
  startingAfter = -1,
): AsyncGenerator<NumberedText> {
  let sequence_number = 0;
  for await (const { type, ...rest } of events) {
    if (sequence_number > startingAfter) {
      yield { type, text: JSON.stringify({ type, sequence_number, ...rest }) };
    }
    sequence_number += 1;
  }
}

/** Yields events after a number as server-sent events, followed by the end mark. */
export async function* sseEventsOf(
  events: AsyncIterable<ResponseEvent>,
  startingAfter = -1,
): AsyncGenerator<SseEvent> {
  for await (const { type, text } of numberedTexts(events, startingAfter)) {
    yield { event: type, data: text };
  }
  yield { data: '[DONE]' };
}
