import { sseResponse, type SseEvent } from '../../http/index.ts';
import type { WireEvent } from '../wire/wire.ts';
import type { Outcome } from './operations.ts';
import type { NumberedWireEvent } from './stream.ts';

export interface EventForm {
  /** A stream event as one line of JSON. */
  readonly encode: (event: WireEvent, isPast: boolean) => string;
  /** What a reader is told when the stream breaks. */
  readonly encodeError: (thrown: unknown) => SseEvent;
  readonly heartbeatMs: number | undefined;
}

type Stream = Extract<Outcome, { kind: 'stream' }>;

/** Sends a stream as server-sent events, whose ids say which generation has been told in full. */
export function eventStream({ events, leave }: Stream, form: EventForm): Response {
  const { heartbeatMs } = form;
  return sseResponse(encoded(events, form), {
    onCancel: leave,
    ...(heartbeatMs !== undefined && { heartbeatMs }),
  });
}

async function* encoded(
  events: AsyncIterable<NumberedWireEvent>,
  { encode, encodeError }: EventForm,
): AsyncGenerator<SseEvent> {
  try {
    for await (const { told, event, isPast } of events) {
      yield { id: String(told), data: encode(event, isPast) };
    }
  } catch (thrown) {
    yield encodeError(thrown);
  }
}
