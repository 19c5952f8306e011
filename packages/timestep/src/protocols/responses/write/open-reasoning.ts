import type { AssistantMessage } from '../../../core/index.ts';
import type { ReasoningItem, SummaryText } from '../wire/response-item.ts';
import type { ItemPosition } from './item-events.ts';
import { getNextPosition, getUnsentRest, type ResponseOutput } from './response-output.ts';

export interface OpenReasoning {
  readonly place: ItemPosition;
  /** Only this model attempt may add text, because sent text cannot be retracted. */
  readonly attempt: number;
  shown: string;
}

export function startReasoning(output: ResponseOutput, attempt: number): OpenReasoning {
  const place = getNextPosition(output, 'rs');
  const { item_id, output_index } = place;
  const item = createReasoningItem(item_id, '', 'in_progress');
  output.items.push(item);
  output.events.push({ type: 'response.output_item.added', output_index, item });
  return { place, attempt, shown: '' };
}

export function addReasoning(
  { scope, events }: ResponseOutput,
  thought: OpenReasoning,
  piece: string,
): void {
  if (!scope.showsThoughts || piece === '') return;
  const at = { ...thought.place, summary_index: 0 };
  if (thought.shown === '') {
    events.push({
      type: 'response.reasoning_summary_part.added',
      ...at,
      part: createSummaryPart(''),
    });
  }
  thought.shown += piece;
  events.push({ type: 'response.reasoning_summary_text.delta', ...at, delta: piece });
}

/** Without `message`, the reasoning was cut off. */
export function endReasoning(
  output: ResponseOutput,
  thought: OpenReasoning,
  message: Pick<AssistantMessage, 'reasoning' | 'provider'> | undefined,
): void {
  const { scope, items, events } = output;
  const { place } = thought;
  addReasoning(output, thought, getUnsentRest(message?.reasoning ?? '', thought.shown));
  const text = thought.shown;
  const plain = createReasoningItem(place.item_id, text, message ? 'completed' : 'incomplete');
  const item =
    scope.seal && message?.provider
      ? { ...plain, encrypted_content: scope.seal(plain.id, serializeReasoning(message)) }
      : plain;
  items[place.output_index] = item;
  if (text !== '') {
    const at = { ...place, summary_index: 0 };
    events.push(
      { type: 'response.reasoning_summary_text.done', ...at, text },
      { type: 'response.reasoning_summary_part.done', ...at, part: createSummaryPart(text) },
    );
  }
  const { output_index } = place;
  events.push({ type: 'response.output_item.done', output_index, item });
}

function serializeReasoning({
  reasoning,
  provider,
}: Pick<AssistantMessage, 'reasoning' | 'provider'>): string {
  return JSON.stringify({ reasoning, provider });
}

function createReasoningItem(
  id: string,
  text: string,
  status: ReasoningItem['status'],
): ReasoningItem {
  return { id, type: 'reasoning', status, summary: text === '' ? [] : [createSummaryPart(text)] };
}

function createSummaryPart(text: string): SummaryText {
  return { type: 'summary_text', text };
}
