import { sseOfBytes, sseResponse, type SseEvent, type TakeTurn } from '../../http/index.ts';
import type { WireEvent } from '../wire/wire.ts';
import type { EncodeOnce } from './audience.ts';
import type { Outcome } from './operation.ts';
import type { NumberedWireEvent } from './stream.ts';

export interface EventForm {
  /** Names the form; readers with the same form name receive the same events. */
  readonly name: string;
  /** A stream event as one line of JSON, the same for all readers of the form. */
  readonly encode: (event: WireEvent, isPast: boolean) => string;
  /** The text around an event for this reader, if there is any. */
  readonly around?: readonly [before: Uint8Array, after: Uint8Array];
  /** The event that a reader receives when the stream breaks. */
  readonly encodeError: (thrown: unknown) => SseEvent;
}

/** What the streams of one agent share. */
export interface StreamSite {
  readonly heartbeatMs: number | undefined;
  readonly takeTurn: TakeTurn;
  readonly encodeOnce: EncodeOnce;
}

type Stream = Extract<Outcome, { kind: 'stream' }>;

/** Sends a stream as server-sent events; the id of an event is the generation it completes. */
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
