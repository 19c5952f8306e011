import { encodeSseBytes, createSseResponse, type SseEvent, type TakeTurn } from '#protocols/http';
import type { EncodeOnce } from './subscriber-groups.ts';
import type { OperationResult } from './operation-context.ts';
import { eventToJsonText, type WireForm } from './result-to-wire.ts';
import type { NumberedWireEvent } from './stream-task-events.ts';

export interface EventEncoding {
  /** Wire form of the events. Readers of the same form share encoded events. */
  readonly form: WireForm;
  /** Bytes before and after each event, such as a JSON-RPC response that contains it. */
  readonly envelope?: readonly [before: Uint8Array, after: Uint8Array];
  readonly encodeError: (thrown: unknown) => SseEvent;
}

export interface StreamDeps {
  readonly heartbeatMs: number | undefined;
  readonly takeTurn: TakeTurn;
  readonly encodeOnce: EncodeOnce;
}

type Stream = Extract<OperationResult, { kind: 'stream' }>;

/** Creates a response that streams events. The id of an event is the task generation that the event completes. */
export function createEventStreamResponse(
  { events, release: leave }: Stream,
  encoding: EventEncoding,
  deps: StreamDeps,
): Response {
  const { heartbeatMs, takeTurn, encodeOnce } = deps;
  return createSseResponse(encodeEventsAsSse(events, encoding, encodeOnce), {
    onCancel: leave,
    takeTurn,
    ...(heartbeatMs !== undefined && { heartbeatMs }),
  });
}

async function* encodeEventsAsSse(
  events: AsyncIterable<NumberedWireEvent>,
  { form, envelope, encodeError }: EventEncoding,
  encodeOnce: EncodeOnce,
): AsyncGenerator<SseEvent | Uint8Array> {
  try {
    for await (const { receivedGeneration, event, isPast, isShared } of events) {
      const make = (): string => eventToJsonText(event, form, isPast);
      const bytes = isShared ? encodeOnce(event, `${form} ${isPast}`, make) : Buffer.from(make());
      yield encodeSseBytes(
        String(receivedGeneration),
        envelope ? [envelope[0], bytes, envelope[1]] : [bytes],
      );
    }
  } catch (thrown) {
    yield encodeError(thrown);
  }
}
