import { isFinal, type Task } from '../../core/index.ts';
import { RunnerError, type Runner } from '../../port/index.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { ErasingTable } from './erasing-table.ts';
import type { MailTable } from './mail-table.ts';
import type { Residents } from './residents.ts';

export interface EndTaskSite {
  readonly residents: Residents;
  readonly queue: CommitQueue;
  readonly mail: MailTable;
  readonly erasing: ErasingTable;
  readonly readers: Pick<Runner, 'settled'>;
}

/** Records that are erased at once, with the task; the others follow in steps. */
const RECORDS_AT_ONCE = 500;

const NEVER = new AbortController().signal;

/** Cancels a task; resolves once it has ended. */
export async function cancelTask(site: EndTaskSite, taskId: string): Promise<Task> {
  const known = site.residents.find(taskId);
  if (!known) throw new RunnerError('task-not-found', `there is no task ${taskId}`);
  if (isFinal(known)) return known;
  await requestCancel(site, taskId);
  return site.readers.settled(taskId, NEVER);
}

/** Cancels a task here, or by mail where another process drives it; resolves once that is on disk. */
export async function requestCancel(
  site: Omit<EndTaskSite, 'erasing' | 'readers'>,
  taskId: string,
): Promise<void> {
  const { residents } = site;
  const known = residents.find(taskId);
  if (!known || isFinal(known)) return;
  if (!(await isLeftToDriver(site, taskId))) {
    const resident = residents.bring(taskId, { isToEnd: true });
    if (!resident.log.task.cancelRequested && !isFinal(resident.log.task)) {
      await resident.log.append({ type: 'cancel.requested' });
    }
    resident.conducting?.interrupt();
    residents.keepGoing(resident);
  }
}

/** Mails a cancel to the other process that drives a task; false where no other process does. */
async function isLeftToDriver(
  { residents, queue, mail }: Omit<EndTaskSite, 'erasing' | 'readers'>,
  taskId: string,
): Promise<boolean> {
  if (!residents.isDrivenElsewhere(taskId)) return false;
  let isLeft = false;
  await queue.add(() => {
    isLeft = residents.isDrivenElsewhere(taskId);
    if (isLeft) mail.put(taskId, { kind: 'cancel' });
  });
  return isLeft;
}

/** Ends a task and erases it; a missing task counts as erased. */
export async function eraseTask(site: EndTaskSite, taskId: string): Promise<void> {
  const { residents, queue, erasing } = site;
  const known = residents.find(taskId);
  if (!known) return;
  if (!isFinal(known)) await cancelTask(site, taskId);
  await queue.add(() => {
    if (!erasing.begin([taskId])) return;
    erasing.eraseSome(RECORDS_AT_ONCE);
    erasing.noteTraces();
  });
  residents.forgetErased(taskId);
}
