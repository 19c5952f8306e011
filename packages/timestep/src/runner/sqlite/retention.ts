import type { DatabaseSync } from 'node:sqlite';
import { createTaskEraser, FROM_THE_BEGINNING } from './erase-tasks.ts';
import { createErasingTable } from './erasing-table.ts';
import { inSteps, type Pace } from './pace.ts';

/** Tasks looked at in one step; each is one that has ended, whether it is to be spared or not. */
const TASKS = 50;
/** Records erased in one step: some milliseconds of work. */
const RECORDS = 500;

/** Erases tasks that ended before a time, and what an earlier sweep has left behind. */
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
}
