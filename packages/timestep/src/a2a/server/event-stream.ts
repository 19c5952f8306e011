import { sseResponse, type SseEvent } from '../../http/index.ts';
import type { Outcome } from './operations.ts';

export interface EventForm {
  /** A stream event as one line of JSON. */
  readonly encode: (event: NumberedEvent['event']) => string;
  /** What a reader is told when the stream breaks. */
  readonly encodeError: (thrown: unknown) => SseEvent;
  readonly heartbeatMs: number | undefined;
}

type Stream = Extract<Outcome, { kind: 'stream' }>;
type NumberedEvent = Stream['events'] extends AsyncIterable<infer T> ? T : never;

/** Sends a stream as server-sent events, whose ids are generations. */
export function eventStream({ events, leave }: Stream, form: EventForm): Response {
  const { heartbeatMs } = form;
  return sseResponse(encoded(events, form), {
    onCancel: leave,
    ...(heartbeatMs !== undefined && { heartbeatMs }),
  });
}

async function* encoded(
  events: AsyncIterable<NumberedEvent>,
  { encode, encodeError }: EventForm,
): AsyncGenerator<SseEvent> {
  try {
    for await (const { generation, event } of events) {
      yield { id: String(generation), data: encode(event) };
    }
  } catch (thrown) {
    yield encodeError(thrown);
  }
}
