import type { DatabaseSync } from 'node:sqlite';
import { performIn, pruneFiles, pruneSessions } from '../../store/index.ts';
import { createTaskEraser, FROM_THE_BEGINNING } from './erase-tasks.ts';
import { createErasingTable } from './erasing-table.ts';
import { inSteps, type Pace } from './pace.ts';

/** Ended tasks that one step looks at, including those that are kept. */
const TASKS = 50;
/** Sessions that one step erases at most. */
const SESSIONS = 50;
/** Files that one step erases at most. */
const FILES = 5;
/** Records erased in one step: some milliseconds of work. */
const RECORDS = 500;

/**
 * Erases tasks that ended before a time and then the sessions that are left without any, files that were
 * uploaded before it, and finishes earlier erasures.
 */
export function sweep(database: DatabaseSync, before: number | undefined, pace: Pace): void {
  const erasing = createErasingTable(database);
  const finish = (): void => inSteps(database, pace, () => erasing.eraseSome(RECORDS));
  finish();
  if (before === undefined) return;
  const eraser = createTaskEraser(database);
  let after = FROM_THE_BEGINNING;
  inSteps(database, pace, () => {
    const { doomed, last } = eraser.look(before, after, TASKS);
    if (!last) return 'done';
    after = last;
    erasing.begin(doomed);
    erasing.eraseSome(RECORDS);
    return 'more';
  });
  finish();
  const perform = performIn(database);
  inSteps(database, pace, () =>
    perform(pruneSessions(before, SESSIONS)) < SESSIONS ? 'done' : 'more',
  );
  inSteps(database, pace, () => (perform(pruneFiles(before, FILES)) < FILES ? 'done' : 'more'));
}
