import { applyMailboxItems, type Submission, type Task } from '../../../../core/index.ts';
import { RunnerError, type ServedAgents } from '../../../port/index.ts';
import { createUnknownAgentError } from '../../agent-placeholder.ts';
import { acceptOrThrow } from '../../accept-or-throw.ts';
import type { CommitQueue } from '../file/commit-queue.ts';
import type { InboundTable } from './inbound-table.ts';
import type { MailTable } from './mail-table.ts';
import type { TaskHost } from '../tasks/task-host.ts';
import { needsNoProcess } from '../tasks/sqlite-task-log.ts';
import { FencedError } from '../../../store/index.ts';
import type { TaskTable } from '../tasks/task-table.ts';

export interface LaterMessageDeps {
  readonly owner: string;
  readonly queue: CommitQueue;
  readonly table: TaskTable;
  readonly inbound: InboundTable;
  readonly mail: MailTable;
  readonly host: TaskHost;
  readonly agents: ServedAgents;
}

/** Resolves when the message is durable. */
export async function acceptLaterMessage(
  deps: LaterMessageDeps,
  submission: Submission,
  taskId: string,
  bodyHash: string,
): Promise<Task> {
  const { host, inbound } = deps;
  const { principal, agent } = submission;
  const known = host.find(taskId);
  if (known?.origin.principal !== principal || known.origin.agent !== agent) {
    throw new RunnerError('task-not-found', `there is no task ${taskId}`);
  }
  if (host.isRunElsewhere(taskId)) return mailSubmission(deps, submission, taskId, bodyHash);
  if (!deps.agents.get(agent)) throw createUnknownAgentError(agent);
  const loaded = host.load(taskId);
  const events = acceptOrThrow(loaded.log.task, submission);
  const accepted = { taskId, bodyHash };
  const appended = loaded.log.appendAll(events, () => inbound.insert(submission, accepted));
  // The task's next step starts with a write that shares this commit.
  host.start(loaded);
  return appended;
}

/** Mails a message to the process that runs the task, after a check against the disk. */
async function mailSubmission(
  { owner, queue, table, inbound, mail }: LaterMessageDeps,
  submission: Submission,
  taskId: string,
  bodyHash: string,
): Promise<Task> {
  let task: Task | undefined;
  await queue.add(() => {
    const stored = table.load(taskId);
    if (!stored || stored.owner === owner || needsNoProcess(stored.task)) {
      throw new FencedError('moved', `task ${taskId} is no longer run by another process`);
    }
    const waiting = mail.listPending(taskId, 0).map((pending) => pending.mail);
    acceptOrThrow(applyMailboxItems(stored.task, waiting), submission);
    mail.put(taskId, { kind: 'submission', submission });
    inbound.insert(submission, { taskId, bodyHash });
    ({ task } = stored);
  });
  if (!task) throw new FencedError('moved', `there is no task ${taskId}`);
  return task;
}
