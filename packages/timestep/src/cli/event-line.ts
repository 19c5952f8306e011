import type { Artifact, Failure, NumberedEvent, TaskEvent, TaskOutcome } from '../core/index.ts';
import { plainLine, shortened } from './plain-text.ts';

/** How many characters of a text an event shows. */
const MOST = 120;

/** An event on one line: its number, seconds since the task began, its type, its contents. */
export function eventLine(event: NumberedEvent, begunAt: number): string {
  const seconds = ((event.at - begunAt) / 1000).toFixed(3);
  const line = `${String(event.generation).padStart(6)}  +${seconds}s  ${event.type}  ${plainLine(detailOf(event))}`;
  return line.trimEnd();
}

function detailOf(event: TaskEvent): string {
  switch (event.type) {
    case 'task.submitted':
      return `to ${event.agent} by ${event.principal}`;
    case 'message.received':
    case 'calls.declined':
      return event.messageId;
    case 'results.received':
      return `${event.messageId} for ${event.results.map(({ callId }) => callId).join(', ')}`;
    case 'prompt.loaded':
      return event.content === null ? 'none' : `${event.content.length} characters`;
    case 'context.selected':
      return event.items.map(({ kind, name }) => `${kind} ${name}`).join(', ') || 'nothing';
    case 'question.asked':
      return `${event.callId}: ${shortened(event.question.text, MOST)}`;
    case 'question.answered':
      return `${event.callId} by ${event.messageId}`;
    case 'call.suspended':
      return `${event.callId}: for ${event.awaits.task_id}`;
    case 'call.resumed':
      return `${event.callId}: ${event.outcome.task_id} ${outcomeText(event.outcome)}`;
    case 'prompt.failed':
      return failureText(event.error);
    case 'model.started':
    case 'model.lost':
      return attemptText(event);
    case 'model.replied':
      return `${attemptText(event)}${usageText(event.message)}${givenText(event.message.artifacts)}`;
    case 'model.failed':
      return `${attemptText(event)}: ${failureText(event.error)}`;
    case 'tool.started':
      return `${event.callId} attempt ${event.attempt}`;
    case 'tool.interrupted':
    case 'approval.requested':
      return event.callId;
    case 'approval.decided':
      return `${event.callId}: ${event.approved ? 'approved' : 'denied'} by ${event.messageId}`;
    case 'tool.returned':
      return `${event.callId}: ${shortened(event.content, MOST)}${givenText(event.artifacts)}`;
    case 'tool.failed':
      return `${event.callId}: ${failureText(event.error)}`;
    case 'cancel.requested':
      return '';
    case 'task.resumed':
      return resumptionText(event);
    case 'limit.reached':
      return event.limit;
    case 'task.finished':
      return `${event.state} (${event.reason})${event.error ? `: ${failureText(event.error)}` : ''}`;
  }
}

function outcomeText({ state, error, timed_out: isLate }: TaskOutcome): string {
  const said = isLate ? `${state}, time over` : state;
  return error ? `${said}: ${failureText(error)}` : said;
}

function resumptionText({
  afterCrash,
  isHeld,
  error,
}: Extract<TaskEvent, { type: 'task.resumed' }>): string {
  const said = [
    ...(afterCrash ? ['its process was lost'] : []),
    ...(isHeld ? ['waits for its turn'] : []),
    ...(error ? [failureText(error)] : []),
  ];
  return said.join('; ');
}

function attemptText({ step, attempt }: { step: number; attempt: number }): string {
  return `step ${step} attempt ${attempt}`;
}

function usageText({ usage }: { readonly usage?: { readonly total_tokens: number } }): string {
  return usage ? `, ${usage.total_tokens} tokens` : '';
}

function givenText(artifacts: readonly Artifact[] = []): string {
  return artifacts.map(({ artifact_id, name = artifact_id }) => `, gives ${name}`).join('');
}

function failureText({ code, message }: Failure): string {
  return `${code}: ${shortened(message, MOST)}`;
}
