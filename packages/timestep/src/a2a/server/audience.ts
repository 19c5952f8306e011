import type { ShareEvents } from '../wire/step-to-events.ts';
import type { WireEvent } from '../wire/wire.ts';

/** A reader's place among all readers of one task. */
interface Membership {
  /** Makes events once for all readers that the task has at the moment. */
  readonly share: ShareEvents;
  /** Whether there are other readers, so that sharing is worth its memory. */
  isShared(): boolean;
  leave(): void;
}

export interface Audiences {
  readonly join: (taskId: string) => Membership;
}

interface Audience {
  readers: number;
  /** Events by their source, and by what the reader has received before. */
  readonly made: Map<object, Map<string, readonly WireEvent[]>>;
}

/** Readers are seldom further apart; a reader that is gets events of its own. */
const MOST_KEPT = 64;

/** The readers of each task: many readers of one task receive the same event objects. */
export function createAudiences(): Audiences {
  const audiences = new Map<string, Audience>();
  return {
    join(taskId) {
      const audience = audiences.get(taskId) ?? { readers: 0, made: new Map() };
      audience.readers += 1;
      audiences.set(taskId, audience);
      return {
        share(source, variant, make) {
          return audience.readers > 1 ? shared(audience, source, variant, make) : make();
        },
        isShared: () => audience.readers > 1,
        leave() {
          audience.readers -= 1;
          if (audience.readers === 0) audiences.delete(taskId);
        },
      };
    },
  };
}

function shared(
  { made }: Audience,
  source: object,
  variant: string,
  make: () => readonly WireEvent[],
): readonly WireEvent[] {
  const variants = made.get(source) ?? new Map<string, readonly WireEvent[]>();
  const events = variants.get(variant) ?? make();
  variants.set(variant, events);
  made.set(source, variants);
  if (made.size > MOST_KEPT) {
    const [oldest] = made.keys();
    if (oldest) made.delete(oldest);
  }
  return events;
}

/** Encodes an event once for each form in which it is sent, for as long as the event is in use. */
export type EncodeOnce = (event: WireEvent, form: string, make: () => string) => Uint8Array;

export function createEncodings(): EncodeOnce {
  const known = new WeakMap<WireEvent, Map<string, Uint8Array>>();
  return (event, form, make) => {
    const forms = known.get(event) ?? new Map<string, Uint8Array>();
    const bytes = forms.get(form) ?? Buffer.from(make());
    forms.set(form, bytes);
    known.set(event, forms);
    return bytes;
  };
}
