import { apply } from './apply.ts';
import type { TaskEvent } from './event.ts';
import { accept, type Submission } from './submission.ts';
import { callsAwaitingApproval, isFinal, type Task } from './task.ts';

/** Something that was accepted for a task which somebody else drives. */
export type Mail =
  | { readonly kind: 'submission'; readonly submission: Submission }
  | { readonly kind: 'cancel' };

/** What is recorded of mail when a task takes it. The task must not have ended. */
export function eventsOfMail(task: Task, mail: Mail): readonly TaskEvent[] {
  if (mail.kind === 'cancel') return task.cancelRequested ? [] : [{ type: 'cancel.requested' }];
  const acceptance = accept(task, mail.submission);
  return acceptance.accepted ? acceptance.events : late(task, mail.submission);
}

/** A task once it has taken its mail, for judging what else it takes. */
export function withMail(task: Task, mails: readonly Mail[]): Task {
  let changed = task;
  for (const mail of mails) {
    if (isFinal(changed)) break;
    for (const event of eventsOfMail(changed, mail)) {
      changed = apply(changed, {
        ...event,
        generation: changed.generation + 1,
        at: changed.updatedAt,
      });
    }
  }
  return changed;
}

/**
 * It was accepted, but somebody else was faster with what it answers: the first answer to a call
 * counts, the log keeps the other as well, and what is said beside it is heard.
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
    events.push({ type: 'message.received', messageId, message, ...(metadata && { metadata }) });
  }
  return events;
}
