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

/** Takes the events that were added since the last call. */
export function takeEvents(output: Output): OutputEvent[] {
  const { events } = output;
  output.events = [];
  return events;
}

/** The place of the next item; `prefix` says in its id what kind of item it is. */
export function nextPlace({ scope, items }: Output, prefix: 'msg' | 'rs' | 'fc' | 'mcp'): Place {
  const output_index = items.length;
  return { item_id: `${prefix}_${scope.key}_${output_index}`, output_index };
}

/**
 * The part of a text that was not sent yet; empty where a different text was sent, because that
 * cannot be taken back.
 */
export function remainder(full: string, shown: string): string {
  return full.startsWith(shown) ? full.slice(shown.length) : '';
}
