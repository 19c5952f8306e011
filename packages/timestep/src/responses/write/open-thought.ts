import type { AssistantMessage } from '../../core/index.ts';
import type { ReasoningItem, SummaryText } from '../wire/item.ts';
import type { Place } from './item-events.ts';
import { nextPlace, remainder, type Output } from './output.ts';

/** What a model says of its thinking, while it is being sent. */
export interface OpenThought {
  readonly place: Place;
  /** Only the attempt that began it may add to it, because text that was sent cannot be taken back. */
  readonly attempt: number;
  shown: string;
}

export function beginThought(output: Output, attempt: number): OpenThought {
  const place = nextPlace(output, 'rs');
  const { item_id, output_index } = place;
  const item = itemOf(item_id, '', 'in_progress');
  output.items.push(item);
  output.events.push({ type: 'response.output_item.added', output_index, item });
  return { place, attempt, shown: '' };
}

export function growThought({ scope, events }: Output, thought: OpenThought, piece: string): void {
  if (!scope.showsThoughts || piece === '') return;
  const at = { ...thought.place, summary_index: 0 };
  if (thought.shown === '') {
    events.push({ type: 'response.reasoning_summary_part.added', ...at, part: partOf('') });
  }
  thought.shown += piece;
  events.push({ type: 'response.reasoning_summary_text.delta', ...at, delta: piece });
}

/** Ends what was sent of a thought with all that the reply has of it; without a reply it was cut off. */
export function endThought(
  output: Output,
  thought: OpenThought,
  message: Pick<AssistantMessage, 'reasoning' | 'provider'> | undefined,
): void {
  const { scope, items, events } = output;
  const { place } = thought;
  growThought(output, thought, remainder(message?.reasoning ?? '', thought.shown));
  const text = thought.shown;
  const plain = itemOf(place.item_id, text, message ? 'completed' : 'incomplete');
  const item =
    scope.seal && message?.provider
      ? { ...plain, encrypted_content: scope.seal(plain.id, hidden(message)) }
      : plain;
  items[place.output_index] = item;
  if (text !== '') {
    const at = { ...place, summary_index: 0 };
    events.push(
      { type: 'response.reasoning_summary_text.done', ...at, text },
      { type: 'response.reasoning_summary_part.done', ...at, part: partOf(text) },
    );
  }
  const { output_index } = place;
  events.push({ type: 'response.output_item.done', output_index, item });
}

function hidden({ reasoning, provider }: Pick<AssistantMessage, 'reasoning' | 'provider'>): string {
  return JSON.stringify({ reasoning, provider });
}

function itemOf(id: string, text: string, status: ReasoningItem['status']): ReasoningItem {
  return { id, type: 'reasoning', status, summary: text === '' ? [] : [partOf(text)] };
}

function partOf(text: string): SummaryText {
  return { type: 'summary_text', text };
}
