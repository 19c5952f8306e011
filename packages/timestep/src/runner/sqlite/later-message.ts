import { withMail, type Submission, type Task } from '../../core/index.ts';
import { RunnerError, type ServedAgents } from '../../port/index.ts';
import { unknownAgent } from '../absent-agent.ts';
import { acceptedBy } from '../accepted-by.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { InboundTable } from './inbound-table.ts';
import type { MailTable } from './mail-table.ts';
import type { Residents } from './residents.ts';
import { needsNobody } from './sqlite-task-log.ts';
import { FencedError } from './store-error.ts';
import type { TaskTable } from './task-table.ts';

export interface LaterMessageSite {
  readonly owner: string;
  readonly queue: CommitQueue;
  readonly table: TaskTable;
  readonly inbound: InboundTable;
  readonly mail: MailTable;
  readonly residents: Residents;
  readonly agents: ServedAgents;
}

/** Gives a message to an existing task; resolves once the message is on disk. */
export async function takeLater(
  site: LaterMessageSite,
  submission: Submission,
  taskId: string,
  bodyHash: string,
): Promise<Task> {
  const { residents, inbound } = site;
  const { principal, agent } = submission;
  const known = residents.find(taskId);
  if (known?.origin.principal !== principal || known.origin.agent !== agent) {
    throw new RunnerError('task-not-found', `there is no task ${taskId}`);
  }
  if (residents.isDrivenElsewhere(taskId)) return post(site, submission, taskId, bodyHash);
  if (!site.agents.get(agent)) throw unknownAgent(agent);
  const held = residents.bring(taskId);
  const events = acceptedBy(held.log.task, submission);
  const accepted = { taskId, bodyHash };
  const appended = held.log.appendAll(events, () => inbound.insert(submission, accepted));
  // The next step of the task begins with a write, which shares the commit and fails with it.
  residents.keepGoing(held);
  return appended;
}

/**
 * Leaves a message for a task that another process drives, after a check against the disk and the
 * mail before it. Returns the task on disk; the message follows in its log.
 */
async function post(
  { owner, queue, table, inbound, mail }: LaterMessageSite,
  submission: Submission,
  taskId: string,
  bodyHash: string,
): Promise<Task> {
  let task: Task | undefined;
  await queue.add(() => {
    const stored = table.load(taskId);
    if (!stored || stored.owner === owner || needsNobody(stored.task)) {
      throw new FencedError('moved', `task ${taskId} is no longer driven by another process`);
    }
    const waiting = mail.pending(taskId, 0).map((pending) => pending.mail);
    acceptedBy(withMail(stored.task, waiting), submission);
    mail.put(taskId, { kind: 'submission', submission });
    inbound.insert(submission, { taskId, bodyHash });
    ({ task } = stored);
  });
  if (!task) throw new FencedError('moved', `there is no task ${taskId}`);
  return task;
}
