import { messageItem, textBegun, textEnded, textGrown, type Place } from './item-events.ts';
import { nextPlace, remainder, type Output } from './output.ts';

/** A text that is being sent. */
export interface OpenText {
  readonly place: Place;
  /**
   * Only the attempt that began the text may add to it, because text that was sent cannot be taken
   * back.
   */
  readonly attempt: number;
  shown: string;
}

export function beginText(output: Output, attempt: number): OpenText {
  const place = nextPlace(output, 'msg');
  output.items.push(messageItem(place.item_id, undefined, 'in_progress'));
  output.events.push(...textBegun(place));
  return { place, attempt, shown: '' };
}

export function growText({ events }: Output, text: OpenText, piece: string): void {
  text.shown += piece;
  events.push(textGrown(text.place, piece));
}

/** Ends a text; `full` is all of it, and the part that was not sent before is sent now. */
export function endText(
  { items, events }: Output,
  { place, shown }: OpenText,
  full: string,
  status: 'completed' | 'incomplete',
): void {
  const rest = remainder(full, shown);
  const item = messageItem(place.item_id, full, status);
  items[place.output_index] = item;
  if (rest !== '') events.push(textGrown(place, rest));
  events.push(...textEnded(place, full, item));
}
