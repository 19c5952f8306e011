import type { ApprovalDecision, NumberedEvent } from '#core';

/** Describes the last approval decision about these calls; undefined if there is none. */
export function describeLastDecision(
  events: readonly NumberedEvent[],
  callIds: readonly string[],
): string | undefined {
  const decided = events.findLast(
    (event) => event.type === 'approval.decided' && callIds.includes(event.callId),
  );
  return decided?.type === 'approval.decided'
    ? `${findToolName(events, decided.callId)} ${describeDecision(decided)}`
    : undefined;
}

function describeDecision({
  approved,
  reason,
  arguments: changed,
  scope,
}: ApprovalDecision): string {
  if (!approved) return `was denied${reason === undefined ? '' : `: ${reason}`}`;
  const where = scope === 'session' ? ' for this session' : '';
  return `was approved${where}${changed === undefined ? '' : ` as ${changed}`}`;
}

function findToolName(events: readonly NumberedEvent[], callId: string): string {
  const calls = events.flatMap((event) =>
    event.type === 'model.replied' ? (event.message.tool_calls ?? []) : [],
  );
  return calls.findLast(({ id }) => id === callId)?.function.name ?? callId;
}
