import type { Citation } from '../../core/index.ts';
import { outputText, type Annotation } from '../wire/item.ts';
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
  citations: readonly Citation[] = [],
): void {
  const rest = remainder(full, shown);
  const annotations = citations.map((citation) => annotationOf(citation, full));
  const item = messageItem(place.item_id, full, status, annotations);
  items[place.output_index] = item;
  if (rest !== '') events.push(textGrown(place, rest));
  annotations.forEach((annotation, annotation_index) => {
    const at = { ...place, content_index: 0, annotation_index };
    events.push({ type: 'response.output_text.annotation.added', ...at, annotation });
  });
  events.push(...textEnded(place, outputText(full, annotations), item));
}

/** Providers say what a whole text rests on, so an annotation is of the whole text. */
function annotationOf(citation: Citation, text: string): Annotation {
  switch (citation.type) {
    case 'url': {
      const { url, title = url } = citation;
      return { type: 'url_citation', start_index: 0, end_index: text.length, url, title };
    }
    case 'file': {
      const { filename } = citation;
      return { type: 'file_citation', index: text.length, file_id: filename, filename };
    }
  }
}
