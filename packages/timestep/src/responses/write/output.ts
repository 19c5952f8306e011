import type { OutputItem } from '../wire/item.ts';
import type { OutputEvent } from '../wire/response-event.ts';
import type { OutputScope } from './call-item.ts';
import type { Place } from './item-events.ts';

/** The items of a response so far, in order, and the events that were not taken yet. */
export interface Output {
  readonly scope: OutputScope;
  readonly items: OutputItem[];
  events: OutputEvent[];
}

export function emptyOutput(scope: OutputScope): Output {
  return { scope, items: [], events: [] };
}

/** Returns the events since the last time. */
export function takeEvents(output: Output): OutputEvent[] {
  const { events } = output;
  output.events = [];
  return events;
}

/** Where the next item goes; `prefix` says in its id what kind of item it is. */
export function nextPlace({ scope, items }: Output, prefix: 'msg' | 'fc' | 'mcp'): Place {
  const output_index = items.length;
  return { item_id: `${prefix}_${scope.key}_${output_index}`, output_index };
}

/** What is left to show; nothing where something else was shown, as that cannot be taken back. */
export function remainder(full: string, shown: string): string {
  return full.startsWith(shown) ? full.slice(shown.length) : '';
}
