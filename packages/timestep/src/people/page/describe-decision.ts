import type { ApprovalDecision, NumberedEvent } from '#core';

/** Describes the last approval decision about these calls; undefined if there is none. */
export function describeLastDecision(
  events: readonly NumberedEvent[],
  callIds: readonly string[],
): string | undefined {
  const decided = events
    .filter((event) => event.type === 'approval.decided')
    .findLast(({ callId }) => callIds.includes(callId));
  return decided && `${findToolName(events, decided.callId)} ${describeDecision(decided)}`;
}

function describeDecision({
  approved,
  reason,
  arguments: changed,
  scope,
}: ApprovalDecision): string {
  if (!approved) return `was denied${reason === undefined ? '' : `: ${reason}`}`;
  const where = { once: '', session: ' for this session', always: ' until revoked' }[
    scope ?? 'once'
  ];
  return `was approved${where}${changed === undefined ? '' : ` as ${changed}`}`;
}

function findToolName(events: readonly NumberedEvent[], callId: string): string {
  const calls = events.flatMap((event) =>
    event.type === 'model.replied' ? (event.message.tool_calls ?? []) : [],
  );
  return calls.findLast(({ id }) => id === callId)?.function.name ?? callId;
}
