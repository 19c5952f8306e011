import type { DatabaseSync } from 'node:sqlite';
import {
  createTransactionRunner,
  eraseOldCallRows,
  eraseOldWorkRows,
  pruneFiles,
  pruneSessions,
  scanErasableTasks,
  START_POSITION,
  WORK_MS_AFTER_TASKS,
} from '#engine/store';
import { createErasingTable } from './erasing-table.ts';
import { repeatStepUntilDone, type Pace } from './upkeep-pace.ts';

/** Number of tasks that one step scans, including tasks that are not erased. */
const TASKS_PER_STEP = 50;
const SESSIONS_PER_STEP = 50;
const FILES_PER_STEP = 5;
const RECORDS_PER_STEP = 500;

/** Erases old tasks, sessions and files, and finishes erasures that were interrupted. */
export function finishErasuresAndEraseExpired(
  database: DatabaseSync,
  before: number | undefined,
  pace: Pace,
): void {
  const erasing = createErasingTable(database);
  const finish = (): void =>
    repeatStepUntilDone(database, pace, () => erasing.eraseSome(RECORDS_PER_STEP));
  finish();
  if (before === undefined) return;
  const perform = createTransactionRunner(database);
  let after = START_POSITION;
  repeatStepUntilDone(database, pace, () => {
    const { erasable, last } = perform(scanErasableTasks(before, after, TASKS_PER_STEP));
    if (!last) return 'done';
    after = last;
    erasing.hideTasks(erasable);
    erasing.eraseSome(RECORDS_PER_STEP);
    return 'more';
  });
  finish();
  repeatStepUntilDone(database, pace, () =>
    perform(pruneSessions(before, SESSIONS_PER_STEP)) < SESSIONS_PER_STEP ? 'done' : 'more',
  );
  const oldest = before - WORK_MS_AFTER_TASKS;
  repeatStepUntilDone(database, pace, () =>
    perform(eraseOldWorkRows(oldest, RECORDS_PER_STEP)) < RECORDS_PER_STEP ? 'done' : 'more',
  );
  repeatStepUntilDone(database, pace, () =>
    perform(eraseOldCallRows(oldest, RECORDS_PER_STEP)) < RECORDS_PER_STEP ? 'done' : 'more',
  );
  repeatStepUntilDone(database, pace, () =>
    perform(pruneFiles(before, FILES_PER_STEP)) < FILES_PER_STEP ? 'done' : 'more',
  );
}
