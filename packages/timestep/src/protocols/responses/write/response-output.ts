import type { OutputItem } from '../wire/response-item.ts';
import type { OutputEvent } from '../wire/response-event.ts';
import type { OutputScope } from './call-item.ts';
import type { ItemPosition } from './item-events.ts';

/** Output items so far, and the events that were not taken yet. */
export interface ResponseOutput {
  readonly scope: OutputScope;
  readonly items: OutputItem[];
  events: OutputEvent[];
}

export function createResponseOutput(scope: OutputScope): ResponseOutput {
  return { scope, items: [], events: [] };
}

export function takeEvents(output: ResponseOutput): OutputEvent[] {
  const { events } = output;
  output.events = [];
  return events;
}

/** `prefix` marks the item's type in its id. */
export function getNextPosition(
  { scope, items }: ResponseOutput,
  prefix: 'msg' | 'rs' | 'fc' | 'mcp',
): ItemPosition {
  const output_index = items.length;
  return { item_id: `${prefix}_${scope.key}_${output_index}`, output_index };
}

/** Empty if different text was already sent, because that cannot be retracted. */
export function getUnsentRest(full: string, sent: string): string {
  return full.startsWith(sent) ? full.slice(sent.length) : '';
}
