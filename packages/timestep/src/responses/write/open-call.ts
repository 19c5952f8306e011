import type { ToolCall } from '../../core/index.ts';
import { askedItem, callItem } from './call-item.ts';
import {
  argumentsEnded,
  argumentsGrown,
  callBegun,
  callEnded,
  type CallItem,
  type Place,
} from './item-events.ts';
import { nextPlace, remainder, type Output } from './output.ts';

/** A call whose arguments are being sent. */
export interface OpenCall {
  readonly place: Place;
  /**
   * Only the attempt that began the call may add to it, because arguments that were sent cannot be
   * taken back.
   */
  readonly attempt: number;
  readonly callId: string;
  readonly item: CallItem;
  shown: string;
}

/** Begins an item for a call; the caller of the API does not make a refused call. */
export function beginCall(
  output: Output,
  attempt: number,
  { id: callId, name, isRefused = false }: BegunCall,
): OpenCall {
  const { items, events } = output;
  const scope = isRefused ? { ...output.scope, isCallers: () => false } : output.scope;
  const place = nextPlace(output, scope.isCallers(name) ? 'fc' : 'mcp');
  const item = callItem(scope, place.item_id, callId, name);
  items.push(item);
  events.push(...callBegun(place, item));
  return { place, attempt, callId, item, shown: '' };
}

interface BegunCall {
  readonly id: string;
  readonly name: string;
  readonly isRefused?: boolean;
}

export function growCall({ events }: Output, call: OpenCall, piece: string): void {
  call.shown += piece;
  events.push(argumentsGrown(call.place, call.item.type, piece));
}

/** Sends the rest of the arguments. Returns the item of the call, which has not run yet. */
export function completeArguments(
  { items, events, scope }: Output,
  { place, item, shown }: OpenCall,
  call: ToolCall,
  approvalId: string | null,
): CallItem {
  const asked = approvedBy(askedItem(scope, item, call), approvalId);
  const rest = remainder(asked.arguments, shown);
  if (rest !== '') events.push(argumentsGrown(place, asked.type, rest));
  events.push(argumentsEnded(place, asked));
  items[place.output_index] = asked;
  return asked;
}

/** Ends a call whose arguments were cut off. */
export function cutCall(output: Output, { place, item, shown }: OpenCall): void {
  endCall(output, place, { ...item, arguments: shown, status: 'incomplete' });
}

/** Ends a call in any state; `item` says how it ended. */
export function endCall({ items, events }: Output, place: Place, item: CallItem): void {
  items[place.output_index] = item;
  events.push(...callEnded(place, item));
}

function approvedBy(item: CallItem, approvalId: string | null): CallItem {
  return item.type === 'mcp_call' ? { ...item, approval_request_id: approvalId } : item;
}
