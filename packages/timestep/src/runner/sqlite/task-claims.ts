import type { DatabaseSync } from 'node:sqlite';

/** The owner of a task, and the number of its ownership; only this claim may write. */
export interface Claim {
  readonly owner: string;
  readonly epoch: number;
}

interface TaskStatus extends Claim {
  readonly agent: string;
  readonly hasEnded: boolean;
  /** Whether the task has ended, or waits for a client and has no mail. */
  readonly isSettled: boolean;
  /** Whether the task neither has ended nor waits for a client or for other tasks alone. */
  readonly isWorking: boolean;
  /** Whether the task is working, or has mail that it has not taken. */
  readonly isUnderWay: boolean;
  readonly generation: number;
}

/** The owners of tasks, and what an owner has under way. Writes must run in a transaction. */
export interface TaskClaims {
  /** The properties of a task that other processes change, without the cost of loading it. */
  status(taskId: string): TaskStatus | undefined;
  /** Takes a task over from the owner that was read; false when another process was faster. */
  claim(taskId: string, from: Claim, owner: string): boolean;
  /** Whether an owner has any task under way. */
  hasWork(owner: string): boolean;
  /** The working tasks of an owner; mail is not counted. */
  underWay(owner: string): string[];
  /** Takes over all tasks that an owner had under way for these agents; returns their ids. */
  takeOver(from: string, owner: string, agents: readonly string[]): string[];
}

/** The tasks that need a process, by an index of their own. */
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
  // There are two statements because each uses an index of its own.
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
    status(taskId) {
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
    underWay: (owner) => selectUnderWay.all(owner).map((row) => String(row['id'])),
    takeOver: (from, owner, agents) =>
      [takeOverWorking, takeOverWithMail]
        .flatMap((statement) => statement?.all(owner, from, JSON.stringify(agents)) ?? [])
        .map((row) => String(row['id'])),
  };
}
