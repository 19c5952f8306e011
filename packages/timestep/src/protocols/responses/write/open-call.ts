import type { ToolCall } from '../../../core/index.ts';
import { withArguments, createCallItem } from './call-item.ts';
import {
  createArgumentsEndEvent,
  createArgumentsDeltaEvent,
  createCallStartEvents,
  createCallEndEvents,
  type CallItem,
  type ItemPosition,
} from './item-events.ts';
import { getNextPosition, getUnsentRest, type ResponseOutput } from './response-output.ts';

export interface OpenCall {
  readonly place: ItemPosition;
  /** Only this model attempt may add arguments, because sent ones cannot be retracted. */
  readonly attempt: number;
  readonly callId: string;
  readonly item: CallItem;
  shown: string;
}

/** A refused call is shown as a call of the server, so that the caller does not execute it. */
export function startCallItem(
  output: ResponseOutput,
  attempt: number,
  { id: callId, name, isRefused = false }: StartedCall,
): OpenCall {
  const { items, events } = output;
  const scope = isRefused ? { ...output.scope, isCallers: () => false } : output.scope;
  const place = getNextPosition(output, scope.isCallers(name) ? 'fc' : 'mcp');
  const item = createCallItem(scope, place.item_id, callId, name);
  items.push(item);
  events.push(...createCallStartEvents(place, item));
  return { place, attempt, callId, item, shown: '' };
}

interface StartedCall {
  readonly id: string;
  readonly name: string;
  readonly isRefused?: boolean;
}

export function addCallArguments({ events }: ResponseOutput, call: OpenCall, piece: string): void {
  call.shown += piece;
  events.push(createArgumentsDeltaEvent(call.place, call.item.type, piece));
}

export function completeArguments(
  { items, events, scope }: ResponseOutput,
  { place, item, shown }: OpenCall,
  call: ToolCall,
  approvalId: string | null,
): CallItem {
  const asked = withApprovalId(withArguments(scope, item, call), approvalId);
  const rest = getUnsentRest(asked.arguments, shown);
  if (rest !== '') events.push(createArgumentsDeltaEvent(place, asked.type, rest));
  events.push(createArgumentsEndEvent(place, asked));
  items[place.output_index] = asked;
  return asked;
}

export function endCallAsIncomplete(
  output: ResponseOutput,
  { place, item, shown }: OpenCall,
): void {
  endCallItem(output, place, { ...item, arguments: shown, status: 'incomplete' });
}

export function endCallItem(
  { items, events }: ResponseOutput,
  place: ItemPosition,
  item: CallItem,
): void {
  items[place.output_index] = item;
  events.push(...createCallEndEvents(place, item));
}

function withApprovalId(item: CallItem, approvalId: string | null): CallItem {
  return item.type === 'mcp_call' ? { ...item, approval_request_id: approvalId } : item;
}
