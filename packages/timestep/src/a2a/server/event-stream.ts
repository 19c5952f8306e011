import { sseOfBytes, sseResponse, type SseEvent, type TakeTurn } from '../../http/index.ts';
import type { WireEvent } from '../wire/wire.ts';
import type { EncodeOnce } from './audience.ts';
import type { Outcome } from './operation.ts';
import type { NumberedWireEvent } from './stream.ts';

export interface EventForm {
  /** Names the form, the same for all readers that are sent the same. */
  readonly name: string;
  /** A stream event as one line of JSON, the same for all readers of the form. */
  readonly encode: (event: WireEvent, isPast: boolean) => string;
  /** What surrounds it for this reader, as far as anything does. */
  readonly around?: readonly [before: Uint8Array, after: Uint8Array];
  /** What a reader is told when the stream breaks. */
  readonly encodeError: (thrown: unknown) => SseEvent;
}

/** What the streams of one agent share. */
export interface StreamSite {
  readonly heartbeatMs: number | undefined;
  readonly takeTurn: TakeTurn;
  readonly encodeOnce: EncodeOnce;
}

type Stream = Extract<Outcome, { kind: 'stream' }>;

/** Sends a stream as server-sent events, whose ids say which generation has been told in full. */
export function eventStream(
  { events, leave }: Stream,
  form: EventForm,
  site: StreamSite,
): Response {
  const { heartbeatMs, takeTurn, encodeOnce } = site;
  return sseResponse(encoded(events, form, encodeOnce), {
    onCancel: leave,
    takeTurn,
    ...(heartbeatMs !== undefined && { heartbeatMs }),
  });
}

async function* encoded(
  events: AsyncIterable<NumberedWireEvent>,
  { name, encode, around, encodeError }: EventForm,
  encodeOnce: EncodeOnce,
): AsyncGenerator<SseEvent | Uint8Array> {
  try {
    for await (const { told, event, isPast, isShared } of events) {
      const make = (): string => encode(event, isPast);
      const bytes = isShared ? encodeOnce(event, `${name} ${isPast}`, make) : Buffer.from(make());
      yield sseOfBytes(String(told), around ? [around[0], bytes, around[1]] : [bytes]);
    }
  } catch (thrown) {
    yield encodeError(thrown);
  }
}
