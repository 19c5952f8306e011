import type { StopReason } from '@agentclientprotocol/sdk';
import type { Failure, Task } from '#core';

/** The result of a prompt (ACP v1, Stop Reasons). A failure becomes an error response. */
export type TurnEnd =
  | { readonly kind: 'stopped'; readonly reason: StopReason }
  | { readonly kind: 'failed'; readonly error: Failure };

export const END_TURN: TurnEnd = { kind: 'stopped', reason: 'end_turn' };

export function getTurnEnd({ end, entries }: Task): TurnEnd | undefined {
  if (!end) return undefined;
  const { state, reason, error } = end;
  if (state === 'canceled') return { kind: 'stopped', reason: 'cancelled' };
  if (reason === 'max_steps') return { kind: 'stopped', reason: 'max_turn_requests' };
  if (state === 'completed') {
    const message = entries?.last.message;
    const isCut = message?.role === 'assistant' && message.finish_reason === 'length';
    return isCut ? { kind: 'stopped', reason: 'max_tokens' } : END_TURN;
  }
  return { kind: 'failed', error: error ?? { code: reason, message: `the turn was ${state}` } };
}
