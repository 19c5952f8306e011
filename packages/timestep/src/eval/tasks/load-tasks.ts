import { readFileSync } from 'node:fs';
import { EvalError } from '../eval-error.ts';
import type { SuiteTask } from '../suite-task.ts';
import { readTasks } from './read-tasks.ts';

/** The tasks of a JSONL file. Throws `EvalError` where it cannot be read, or as `readTasks` does. */
export function loadTasks(file: string): SuiteTask[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new EvalError('bad-tasks-file', `${file} cannot be read: ${why}`);
  }
  return readTasks(text, file);
}
