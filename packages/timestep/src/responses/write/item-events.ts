import {
  outputText,
  type Annotation,
  type FunctionCallItem,
  type McpCallItem,
  type OutputMessageItem,
  type OutputText,
} from '../wire/item.ts';
import type { OutputEvent } from '../wire/response-event.ts';

/** Which item an event is about. */
export interface Place {
  readonly item_id: string;
  readonly output_index: number;
}

/** An assistant message as an item. */
export function messageItem(
  id: string,
  text: string | undefined,
  status: OutputMessageItem['status'],
  annotations: readonly Annotation[] = [],
): OutputMessageItem {
  const content = text === undefined ? [] : [outputText(text, annotations)];
  return { id, type: 'message', status, role: 'assistant', content };
}

export function textBegun(place: Place): OutputEvent[] {
  const { item_id, output_index } = place;
  const item = messageItem(item_id, undefined, 'in_progress');
  return [
    { type: 'response.output_item.added', output_index, item },
    { type: 'response.content_part.added', ...place, content_index: 0, part: outputText('') },
  ];
}

export function textGrown(place: Place, delta: string): OutputEvent {
  return { type: 'response.output_text.delta', ...place, content_index: 0, delta, logprobs: [] };
}

export function textEnded(place: Place, part: OutputText, item: OutputMessageItem): OutputEvent[] {
  const { output_index } = place;
  const { text } = part;
  return [
    { type: 'response.output_text.done', ...place, content_index: 0, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, content_index: 0, part },
    { type: 'response.output_item.done', output_index, item },
  ];
}

export type CallItem = FunctionCallItem | McpCallItem;

export function callBegun(place: Place, item: CallItem): OutputEvent[] {
  const { output_index } = place;
  const added: OutputEvent = { type: 'response.output_item.added', output_index, item };
  return item.type === 'mcp_call'
    ? [added, { type: 'response.mcp_call.in_progress', ...place }]
    : [added];
}

export function argumentsGrown(place: Place, type: CallItem['type'], delta: string): OutputEvent {
  return { type: `response.${type}_arguments.delta`, ...place, delta };
}

export function argumentsEnded(place: Place, item: CallItem): OutputEvent {
  return { type: `response.${item.type}_arguments.done`, ...place, arguments: item.arguments };
}

/**
 * The events that end a call: its request where the caller runs it, its run where this side does.
 */
export function callEnded(place: Place, item: CallItem): OutputEvent[] {
  const { output_index } = place;
  const done: OutputEvent = { type: 'response.output_item.done', output_index, item };
  if (item.type === 'function_call' || item.status === 'incomplete') return [done];
  const outcome = item.status === 'failed' ? 'failed' : 'completed';
  return [{ type: `response.mcp_call.${outcome}`, ...place }, done];
}
