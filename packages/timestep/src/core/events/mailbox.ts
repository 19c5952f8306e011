import { applyNext } from '../apply/apply.ts';
import type { TaskOutcome } from '../task/awaited-task.ts';
import type { TaskEvent } from './event.ts';
import { decideAcceptance, buildAnswerEventIfAsked, type Submission } from './submission.ts';
import {
  getCallKey,
  listCallsAwaitingApproval,
  listCallsAwaitingTask,
  hasTaskEnded,
  type Task,
} from '../task/task.ts';

/** A message or cancellation that was accepted for a task while another process runs the task. */
export type MailboxItem =
  | { readonly kind: 'submission'; readonly submission: Submission }
  | { readonly kind: 'cancel' };

/** Converts a message or cancellation to events. The task must not have ended. */
export function mailboxItemToEvents(task: Task, item: MailboxItem): readonly TaskEvent[] {
  if (item.kind === 'cancel') return task.cancelRequested ? [] : [{ type: 'cancel.requested' }];
  const acceptance = decideAcceptance(task, item.submission);
  return acceptance.accepted
    ? acceptance.events
    : outdatedSubmissionToEvents(task, item.submission);
}

/** Builds the events that resume a call after its awaited task. Empty if no call with that key waits. */
export function awaitedOutcomeToEvents(
  task: Task,
  callKey: string,
  outcome: TaskOutcome,
): readonly TaskEvent[] {
  if (task.end) return [];
  const waiting = listCallsAwaitingTask(task).find((state) => getCallKey(task, state) === callKey);
  if (!waiting) return [];
  const { awaits, call } = waiting;
  // Of an awaited task on another server, only the fact that it is running is known here.
  const known = awaits?.elsewhere
    ? ({ task_id: awaits.task_id, state: 'working' } as const)
    : outcome;
  return [{ type: 'call.resumed', callId: call.id, outcome: known }];
}

/** Applies queued messages and cancellations to a task, to check what else the task accepts. */
export function applyMailboxItems(task: Task, items: readonly MailboxItem[]): Task {
  let changed = task;
  for (const mail of items) {
    if (hasTaskEnded(changed)) break;
    for (const event of mailboxItemToEvents(changed, mail)) {
      changed = applyNext(changed, event, changed.updatedAt);
    }
  }
  return changed;
}

/**
 * Builds the events of a queued submission. If a call was answered twice, the first answer counts.
 */
function outdatedSubmissionToEvents(task: Task, submission: Submission): TaskEvent[] {
  const { messageId, message, results = [], approvals = [], metadata, by } = submission;
  const open = listCallsAwaitingApproval(task).map(({ call }) => call.id);
  const events: TaskEvent[] = [];
  if (results.length > 0) events.push({ type: 'results.received', messageId, results });
  for (const approval of approvals) {
    if (!open.includes(approval.callId)) continue;
    events.push({ type: 'approval.decided', messageId, ...approval, ...(by && { by }) });
  }
  if (message) {
    const said = { type: 'message.received', messageId, message } as const;
    const answer = buildAnswerEventIfAsked(task, { messageId, message, metadata, by });
    events.push(answer ?? { ...said, ...(metadata && { metadata }), ...(by && { by }) });
  }
  return events;
}
