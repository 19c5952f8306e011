import { applyNext } from './apply.ts';
import type { TaskOutcome } from './awaited-task.ts';
import type { TaskEvent } from './event.ts';
import { accept, answerTo, type Submission } from './submission.ts';
import { callKeyOf, callsAwaitingApproval, callsAwaitingTask, isFinal, type Task } from './task.ts';

/** A message or a cancellation that was accepted for a task which another process drives. */
export type Mail =
  | { readonly kind: 'submission'; readonly submission: Submission }
  | { readonly kind: 'cancel' };

/** The events that a task records when it takes mail. The task must not have ended. */
export function eventsOfMail(task: Task, mail: Mail): readonly TaskEvent[] {
  if (mail.kind === 'cancel') return task.cancelRequested ? [] : [{ type: 'cancel.requested' }];
  const acceptance = accept(task, mail.submission);
  return acceptance.accepted ? acceptance.events : late(task, mail.submission);
}

/**
 * The events with which a call goes on after it has waited for a task; none where the call with that key
 * waits no longer, so that news that comes twice counts once.
 */
export function eventsOfOutcome(
  task: Task,
  key: string,
  outcome: TaskOutcome,
): readonly TaskEvent[] {
  if (task.end) return [];
  const waiting = callsAwaitingTask(task).find((state) => callKeyOf(task, state) === key);
  if (!waiting) return [];
  const { awaits, call } = waiting;
  // All that is known here of a task at another server is that it goes on.
  const known = awaits?.elsewhere
    ? ({ task_id: awaits.task_id, state: 'working' } as const)
    : outcome;
  return [{ type: 'call.resumed', callId: call.id, outcome: known }];
}

/** A task after it has taken its mail, for judging what else it accepts. */
export function withMail(task: Task, mails: readonly Mail[]): Task {
  let changed = task;
  for (const mail of mails) {
    if (isFinal(changed)) break;
    for (const event of eventsOfMail(changed, mail)) {
      changed = applyNext(changed, event, changed.updatedAt);
    }
  }
  return changed;
}

/**
 * The submission was accepted, but another answer was recorded first. The first answer to a call
 * counts, the log keeps the later one as well, and the task still receives the message.
 */
function late(task: Task, submission: Submission): TaskEvent[] {
  const { messageId, message, results = [], approvals = [], metadata } = submission;
  const open = callsAwaitingApproval(task).map(({ call }) => call.id);
  const events: TaskEvent[] = [];
  if (results.length > 0) events.push({ type: 'results.received', messageId, results });
  for (const approval of approvals) {
    if (!open.includes(approval.callId)) continue;
    events.push({ type: 'approval.decided', messageId, ...approval });
  }
  if (message) {
    const said = { type: 'message.received', messageId, message } as const;
    const answer = answerTo(task, { messageId, message, metadata });
    events.push(answer ?? { ...said, ...(metadata && { metadata }) });
  }
  return events;
}
