import type { Citation } from '../../../core/index.ts';
import { createOutputText, type Annotation } from '../wire/response-item.ts';
import {
  createMessageItem,
  createTextStartEvents,
  createTextEndEvents,
  createTextDeltaEvent,
  type ItemPosition,
} from './item-events.ts';
import { getNextPosition, getUnsentRest, type ResponseOutput } from './response-output.ts';

export interface OpenText {
  readonly place: ItemPosition;
  /** Only this model attempt may add text, because sent text cannot be retracted. */
  readonly attempt: number;
  shown: string;
}

export function startText(output: ResponseOutput, attempt: number): OpenText {
  const place = getNextPosition(output, 'msg');
  output.items.push(createMessageItem(place.item_id, undefined, 'in_progress'));
  output.events.push(...createTextStartEvents(place));
  return { place, attempt, shown: '' };
}

export function addText({ events }: ResponseOutput, text: OpenText, piece: string): void {
  text.shown += piece;
  events.push(createTextDeltaEvent(text.place, piece));
}

/** `full` is the complete text, whose rest is sent now. */
export function endText(
  { items, events }: ResponseOutput,
  { place, shown }: OpenText,
  full: string,
  status: 'completed' | 'incomplete',
  citations: readonly Citation[] = [],
): void {
  const rest = getUnsentRest(full, shown);
  const annotations = citations.map((citation) => citationToAnnotation(citation, full));
  const item = createMessageItem(place.item_id, full, status, annotations);
  items[place.output_index] = item;
  if (rest !== '') events.push(createTextDeltaEvent(place, rest));
  annotations.forEach((annotation, annotation_index) => {
    const at = { ...place, content_index: 0, annotation_index };
    events.push({ type: 'response.output_text.annotation.added', ...at, annotation });
  });
  events.push(...createTextEndEvents(place, createOutputText(full, annotations), item));
}

/** The annotation covers the whole text, because providers cite per text. */
function citationToAnnotation(citation: Citation, text: string): Annotation {
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
