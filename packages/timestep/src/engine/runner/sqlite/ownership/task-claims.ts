import type { DatabaseSync } from 'node:sqlite';

/** The owner of a task and its epoch, a fencing token. Only the current claim may write. */
export interface Claim {
  readonly owner: string;
  readonly epoch: number;
}

interface TaskStatus extends Claim {
  readonly agent: string;
  readonly hasEnded: boolean;
  /** True if the task has ended, or waits for a client and has no mail. */
  readonly isSettled: boolean;
  /** True if the task has not ended and does not only wait for a client or other tasks. */
  readonly isWorking: boolean;
  /** True if the task is working or has unprocessed mail. */
  readonly isUnderWay: boolean;
  readonly generation: number;
}

/** The owners of tasks and their running tasks. Writes must run in a transaction. */
export interface TaskClaims {
  /** Returns the task properties that other processes change, without loading the task. */
  readStatus(taskId: string): TaskStatus | undefined;
  /** Takes over a task from the given claim. Returns false if another process was faster. */
  claim(taskId: string, from: Claim, owner: string): boolean;
  /** Returns whether an owner has any running task. */
  hasWork(owner: string): boolean;
  /** Lists the running tasks of an owner, without tasks that only have mail. */
  listWorking(owner: string): string[];
  /** Takes over all running tasks of an owner for these agents. Returns their ids. */
  takeOver(from: string, owner: string, agents: readonly string[]): string[];
}

/** SQL condition for tasks that need a process, supported by an index. */
const WORKING = "ended = 0 AND state <> 'input-required' AND suspended = 0";

export function createTaskClaims(database: DatabaseSync): TaskClaims {
  const selectStatus = database.prepare(
    `SELECT owner, epoch, agent, state, suspended, ended, generation,
       EXISTS (SELECT 1 FROM mail WHERE task_id = task.id) AS has_mail FROM task WHERE id = ?`,
  );
  const claimTask = database.prepare(
    'UPDATE task SET owner = ?, epoch = epoch + 1 WHERE id = ? AND owner = ? AND epoch = ?',
  );
  const selectWork = database.prepare(`SELECT 1 FROM task WHERE owner = ? AND ${WORKING} LIMIT 1`);
  const selectUnderWay = database.prepare(`SELECT id FROM task WHERE owner = ? AND ${WORKING}`);
  // Two statements, because each uses its own index.
  const [takeOverWorking, takeOverWithMail] = [
    WORKING,
    'ended = 0 AND id IN (SELECT task_id FROM mail)',
  ].map((which) =>
    database.prepare(
      `UPDATE task SET owner = ?, epoch = epoch + 1
       WHERE owner = ? AND ${which} AND agent IN (SELECT value FROM json_each(?))
       RETURNING id`,
    ),
  );

  return {
    readStatus(taskId) {
      const row = selectStatus.get(taskId);
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
    claim: (taskId, from, owner) =>
      claimTask.run(owner, taskId, from.owner, from.epoch).changes === 1,
    hasWork: (owner) => selectWork.get(owner) !== undefined,
    listWorking: (owner) => selectUnderWay.all(owner).map((row) => String(row['id'])),
    takeOver: (from, owner, agents) =>
      [takeOverWorking, takeOverWithMail]
        .flatMap((statement) => statement?.all(owner, from, JSON.stringify(agents)) ?? [])
        .map((row) => String(row['id'])),
  };
}
