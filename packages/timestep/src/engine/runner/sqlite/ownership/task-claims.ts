import { execute, queryFirst, queryRows, type Transaction } from '#engine/store';

/** A process's claim to a task. Only the current claim may write; `epoch` is a fencing token. */
export interface Claim {
  readonly owner: string;
  readonly epoch: number;
}

export interface TaskStatus extends Claim {
  readonly agent: string;
  readonly hasEnded: boolean;
  /** Whether the task has ended, or waits for a client and has no message in its mailbox. */
  readonly isSettled: boolean;
  /** Whether the task has not ended and waits for nothing. */
  readonly isWorking: boolean;
  /** Whether the task is working or has a message in its mailbox. */
  readonly isUnderWay: boolean;
  readonly generation: number;
}

/** SQL condition for tasks that need a process to run them. An index supports it. */
export const WORKING = "ended = 0 AND state <> 'input-required' AND suspended = 0";
const WITH_MAIL = 'ended = 0 AND id IN (SELECT task_id FROM mail)';

export const claimTransactions = {
  *readStatus(taskId: string): Transaction<TaskStatus | undefined> {
    const row = yield* queryFirst(
      `SELECT owner, epoch, agent, state, suspended, ended, generation,
         EXISTS (SELECT 1 FROM mail WHERE task_id = task.id) AS has_mail
       FROM task WHERE id = :taskId`,
      { taskId },
    );
    if (!row) return undefined;
    const hasEnded = row['ended'] === 1;
    const hasMail = row['has_mail'] === 1;
    const isInterrupted = row['state'] === 'input-required';
    const isWorking = !hasEnded && !isInterrupted && row['suspended'] === 0;
    return {
      owner: String(row['owner']),
      epoch: Number(row['epoch']),
      agent: String(row['agent']),
      generation: Number(row['generation']),
      hasEnded,
      isSettled: hasEnded || (isInterrupted && !hasMail),
      isWorking,
      isUnderWay: isWorking || (!hasEnded && hasMail),
    };
  },

  /** Claims a task. Returns false if another process was faster. */
  *claim(taskId: string, { owner: from, epoch }: Claim, owner: string): Transaction<boolean> {
    const claimed = yield* execute(
      `UPDATE task SET owner = :owner, epoch = epoch + 1
       WHERE id = :taskId AND owner = :from AND epoch = :epoch`,
      { taskId, from, epoch, owner },
    );
    return claimed === 1;
  },

  *listWorking(owner: string): Transaction<readonly string[]> {
    const sql = `SELECT id FROM task WHERE owner = :owner AND ${WORKING}`;
    return (yield* queryRows(sql, { owner })).map((row) => String(row['id']));
  },

  *hasWork(owner: string): Transaction<boolean> {
    const sql = `SELECT 1 FROM task WHERE owner = :owner AND ${WORKING} LIMIT 1`;
    return (yield* queryFirst(sql, { owner })) !== undefined;
  },

  /** Takes over the running tasks of an owner that belong to these agents. Returns the ids of the tasks. */
  *takeOver(from: string, owner: string, agents: readonly string[]): Transaction<string[]> {
    const ids: string[] = [];
    for (const condition of [WORKING, WITH_MAIL]) {
      const rows = yield* queryRows(
        `UPDATE task SET owner = :owner, epoch = epoch + 1
         WHERE owner = :from AND ${condition}
           AND agent IN (SELECT value FROM json_each(:agents))
         RETURNING id`,
        { owner, from, agents: JSON.stringify(agents) },
      );
      ids.push(...rows.map((row) => String(row['id'])));
    }
    return ids;
  },
};
