import type { ShareEvents } from '../wire/step-to-events.ts';
import type { WireEvent } from '../wire/wire-types.ts';

interface Subscription {
  /** Creates the events of a task's step once, and gives the same events to all current readers of the task. */
  readonly share: ShareEvents;
  /** Whether readers share events. Sharing costs memory, and requires more than one reader. */
  isShared(): boolean;
  unsubscribe(): void;
}

export interface SubscriberGroups {
  readonly subscribe: (taskId: string) => Subscription;
}

interface SubscriberGroup {
  readers: number;
  /** Cached events, by source object and variant (what the reader had already received). */
  readonly eventsBySource: Map<object, Map<string, readonly WireEvent[]>>;
}

/** Number of event sources that are cached. A reader that is further behind gets its own copies. */
const MAX_CACHED_SOURCES = 64;

/** Creates one group of stream readers per task, which receive the same event objects. */
export function createSubscriberGroups(): SubscriberGroups {
  const groups = new Map<string, SubscriberGroup>();
  return {
    subscribe(taskId) {
      const group = groups.get(taskId) ?? { readers: 0, eventsBySource: new Map() };
      group.readers += 1;
      groups.set(taskId, group);
      return {
        share(source, variant, create) {
          return group.readers > 1
            ? getOrCreateGroupEvents(group, source, variant, create)
            : create();
        },
        isShared: () => group.readers > 1,
        unsubscribe() {
          group.readers -= 1;
          if (group.readers === 0) groups.delete(taskId);
        },
      };
    },
  };
}

function getOrCreateGroupEvents(
  { eventsBySource }: SubscriberGroup,
  source: object,
  variant: string,
  create: () => readonly WireEvent[],
): readonly WireEvent[] {
  const variants = eventsBySource.get(source) ?? new Map<string, readonly WireEvent[]>();
  const events = variants.get(variant) ?? create();
  variants.set(variant, events);
  eventsBySource.set(source, variants);
  if (eventsBySource.size > MAX_CACHED_SOURCES) {
    const [oldest] = eventsBySource.keys();
    if (oldest) eventsBySource.delete(oldest);
  }
  return events;
}

/** Creates a cache that encodes an event once per form, as long as the event object is in use. */
export type EncodeOnce = (event: WireEvent, form: string, create: () => string) => Uint8Array;

export function createEncodingCache(): EncodeOnce {
  const known = new WeakMap<WireEvent, Map<string, Uint8Array>>();
  return (event, form, create) => {
    const forms = known.get(event) ?? new Map<string, Uint8Array>();
    const bytes = forms.get(form) ?? Buffer.from(create());
    forms.set(form, bytes);
    known.set(event, forms);
    return bytes;
  };
}
