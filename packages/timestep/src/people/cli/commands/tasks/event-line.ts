import { formatForeignLine } from '#core';
import type {
  ApprovalDecision,
  Artifact,
  Failure,
  NumberedEvent,
  Sender,
  TaskEvent,
  TaskOutcome,
} from '#core';
import { describeDispatch, describeRefusal } from '#engine/port';
import { formatSender } from '#people/view';
import { truncateAndCountRest } from '../../output/plain-text.ts';

const MAX_CHARACTERS = 120;

/** Formats an event as one line, with the seconds since the start of the task. */
export function formatEventLine(event: NumberedEvent, begunAt: number): string {
  const seconds = ((event.at - begunAt) / 1000).toFixed(3);
  const line = `${String(event.generation).padStart(6)}  +${seconds}s  ${event.type}  ${formatForeignLine(formatEventContent(event))}`;
  return line.trimEnd();
}

function formatEventContent(event: TaskEvent): string {
  switch (event.type) {
    case 'task.submitted':
      return `agent ${event.agent}, principal ${event.principal}`;
    case 'message.received':
    case 'calls.declined':
      return event.by ? `${event.messageId} from ${formatSender(event.by)}` : event.messageId;
    case 'results.received':
      return `${event.messageId} for ${event.results.map(({ callId }) => callId).join(', ')}`;
    case 'prompt.loaded':
      return event.content === null ? 'none' : `${event.content.length} characters`;
    case 'context.selected':
      return event.items.map(({ kind, name }) => `${kind} ${name}`).join(', ') || 'nothing';
    case 'question.asked':
      return `${event.callId}: ${truncateAndCountRest(event.question.text, MAX_CHARACTERS)}`;
    case 'question.answered':
      return `${event.callId} by ${formatMessageSender(event)}`;
    case 'call.suspended':
      return `${event.callId}: for ${event.awaits.task_id}`;
    case 'call.resumed':
      return `${event.callId}: ${event.outcome.task_id} ${formatTaskOutcome(event.outcome)}`;
    case 'prompt.failed':
      return formatFailure(event.error);
    case 'model.started':
    case 'model.lost':
      return formatStepAndAttempt(event);
    case 'model.replied':
      return `${formatStepAndAttempt(event)}${formatTokenUsage(event.message)}${formatArtifactsSuffix(event.message.artifacts)}${formatOutputMismatch(event)}`;
    case 'model.failed':
      return `${formatStepAndAttempt(event)}: ${formatFailure(event.error)}${formatRetry(event)}`;
    case 'model.refused':
      return `${formatStepAndAttempt(event)}: ${truncateAndCountRest(describeRefusal(event), MAX_CHARACTERS)}`;
    case 'dispatch.reported':
      return truncateAndCountRest(describeDispatch(event.dispatch), 2 * MAX_CHARACTERS);
    case 'tool.started':
      return `${event.callId} attempt ${event.attempt}`;
    case 'tool.interrupted':
      return event.callId;
    case 'approval.requested':
      return event.tool ? `${event.callId}: again, because the tool has changed` : event.callId;
    case 'approval.decided':
      return `${event.callId}: ${formatDecision(event)} by ${formatMessageSender(event)}`;
    case 'tool.returned':
      return `${event.callId}: ${truncateAndCountRest(event.content, MAX_CHARACTERS)}${formatArtifactsSuffix(event.artifacts)}`;
    case 'tool.failed':
      return `${event.callId}: ${formatFailure(event.error)}`;
    case 'cancel.requested':
      return event.by ? `by ${formatSender(event.by)}` : '';
    case 'task.resumed':
      return formatResumption(event);
    case 'task.parked':
      return event.question.text;
    case 'limit.reached':
      return event.limit;
    case 'task.finished':
      return `${event.state} (${event.reason})${event.error ? `: ${formatFailure(event.error)}` : ''}`;
  }
}

function formatMessageSender({ by, messageId }: { messageId: string; by?: Sender }): string {
  return by ? `${formatSender(by)} (${messageId})` : messageId;
}

function formatDecision({ approved, scope = 'once' }: ApprovalDecision): string {
  if (!approved) return 'denied';
  return { once: 'approved', session: 'approved for the session', always: 'approved permanently' }[
    scope
  ];
}

function formatTaskOutcome({ state, error, timed_out: isLate }: TaskOutcome): string {
  const said = isLate ? `${state}, timed out` : state;
  return error ? `${said}: ${formatFailure(error)}` : said;
}

function formatRetry({ retryAt }: Extract<TaskEvent, { type: 'model.failed' }>): string {
  return retryAt === undefined ? '' : `; next attempt at ${new Date(retryAt).toISOString()}`;
}

type Resumed = Extract<TaskEvent, { readonly type: 'task.resumed' }>;

function formatResumption(event: Resumed): string {
  const said = [
    ...(event.afterCrash ? [formatCrash(event)] : []),
    ...(event.evidence ? [`caused by its ${event.evidence.during} (${event.evidence.kind})`] : []),
    ...(event.isBystander ? ['caused by something else than this task'] : []),
    ...(event.isHeld ? ['waits to retry'] : []),
    ...(event.messageId === undefined ? [] : [formatAllowance(event, event.messageId)]),
    ...(event.error ? [formatFailure(event.error)] : []),
  ];
  return said.join('; ');
}

function formatAllowance({ by }: Resumed, messageId: string): string {
  return by
    ? `allowed to continue by ${formatSender(by)} (${messageId})`
    : `allowed to continue by message ${messageId}`;
}

function formatCrash({ lostProcess: lost, newProcess: next }: Resumed): string {
  const crashed = lost === undefined ? 'process crashed' : `process ${lost} crashed`;
  return next === undefined ? crashed : `${crashed}, process ${next} took over`;
}

function formatStepAndAttempt({ step, attempt }: { step: number; attempt: number }): string {
  return `step ${step} attempt ${attempt}`;
}

function formatTokenUsage({
  usage,
}: {
  readonly usage?: { readonly total_tokens: number };
}): string {
  return usage ? `, ${usage.total_tokens} tokens` : '';
}

function formatArtifactsSuffix(artifacts: readonly Artifact[] = []): string {
  return artifacts.map(({ artifact_id, name = artifact_id }) => `, artifact ${name}`).join('');
}

function formatOutputMismatch({ mismatch }: Extract<TaskEvent, { type: 'model.replied' }>): string {
  if (!mismatch) return '';
  return `, does not match the output schema: ${truncateAndCountRest(mismatch.issues, MAX_CHARACTERS)}`;
}

function formatFailure({ code, message }: Failure): string {
  return `${code}: ${truncateAndCountRest(message, MAX_CHARACTERS)}`;
}
