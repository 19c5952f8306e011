import type { ApprovalDecision, NumberedEvent } from '../core/index.ts';

/** What was decided last about one of the calls, in words; absent where nothing was. */
export function standingDecision(
  events: readonly NumberedEvent[],
  callIds: readonly string[],
): string | undefined {
  const decided = events.findLast(
    (event) => event.type === 'approval.decided' && callIds.includes(event.callId),
  );
  return decided?.type === 'approval.decided'
    ? `${nameOf(events, decided.callId)} ${verdictOf(decided)}`
    : undefined;
}

function verdictOf({ approved, reason, arguments: changed, scope }: ApprovalDecision): string {
  if (!approved) return `was denied${reason === undefined ? '' : `: ${reason}`}`;
  const where = scope === 'session' ? ' for this session' : '';
  return `was accepted${where}${changed === undefined ? '' : ` as ${changed}`}`;
}

function nameOf(events: readonly NumberedEvent[], callId: string): string {
  const calls = events.flatMap((event) =>
    event.type === 'model.replied' ? (event.message.tool_calls ?? []) : [],
  );
  return calls.findLast(({ id }) => id === callId)?.function.name ?? callId;
}
