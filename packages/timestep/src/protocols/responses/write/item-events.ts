import {
  createOutputText,
  type Annotation,
  type FunctionCallItem,
  type McpCallItem,
  type OutputMessageItem,
  type OutputText,
} from '../wire/response-item.ts';
import type { OutputEvent } from '../wire/response-event.ts';

export interface ItemPosition {
  readonly item_id: string;
  readonly output_index: number;
}

export function createMessageItem(
  id: string,
  text: string | undefined,
  status: OutputMessageItem['status'],
  annotations: readonly Annotation[] = [],
): OutputMessageItem {
  const content = text === undefined ? [] : [createOutputText(text, annotations)];
  return { id, type: 'message', status, role: 'assistant', content };
}

export function createTextStartEvents(position: ItemPosition): OutputEvent[] {
  const { item_id, output_index } = position;
  const item = createMessageItem(item_id, undefined, 'in_progress');
  return [
    { type: 'response.output_item.added', output_index, item },
    {
      type: 'response.content_part.added',
      ...position,
      content_index: 0,
      part: createOutputText(''),
    },
  ];
}

export function createTextDeltaEvent(position: ItemPosition, delta: string): OutputEvent {
  return { type: 'response.output_text.delta', ...position, content_index: 0, delta, logprobs: [] };
}

export function createTextEndEvents(
  position: ItemPosition,
  part: OutputText,
  item: OutputMessageItem,
): OutputEvent[] {
  const { output_index } = position;
  const { text } = part;
  return [
    { type: 'response.output_text.done', ...position, content_index: 0, text, logprobs: [] },
    { type: 'response.content_part.done', ...position, content_index: 0, part },
    { type: 'response.output_item.done', output_index, item },
  ];
}

export type CallItem = FunctionCallItem | McpCallItem;

export function createCallStartEvents(position: ItemPosition, item: CallItem): OutputEvent[] {
  const { output_index } = position;
  const added: OutputEvent = { type: 'response.output_item.added', output_index, item };
  return item.type === 'mcp_call'
    ? [added, { type: 'response.mcp_call.in_progress', ...position }]
    : [added];
}

export function createArgumentsDeltaEvent(
  position: ItemPosition,
  type: CallItem['type'],
  delta: string,
): OutputEvent {
  return { type: `response.${type}_arguments.delta`, ...position, delta };
}

export function createArgumentsEndEvent(position: ItemPosition, item: CallItem): OutputEvent {
  return { type: `response.${item.type}_arguments.done`, ...position, arguments: item.arguments };
}

/** The end of the request if the caller executes the call, or of the execution. */
export function createCallEndEvents(position: ItemPosition, item: CallItem): OutputEvent[] {
  const { output_index } = position;
  const done: OutputEvent = { type: 'response.output_item.done', output_index, item };
  if (item.type === 'function_call' || item.status === 'incomplete') return [done];
  const outcome = item.status === 'failed' ? 'failed' : 'completed';
  return [{ type: `response.mcp_call.${outcome}`, ...position }, done];
}
