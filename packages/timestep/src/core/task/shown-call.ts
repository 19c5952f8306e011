import type { ShownCall } from '../message/approval-text.ts';
import { getEffectiveCall, type CallState } from './task.ts';

/**
 * Returns a call as an approval question shows it, with the arguments to be used and the reason.
 */
export function toShownCall(state: Pick<CallState, 'call' | 'arguments' | 'judged'>): ShownCall {
  const { name, arguments: text } = getEffectiveCall(state).function;
  return { name, arguments: text, reason: state.judged?.reason };
}
