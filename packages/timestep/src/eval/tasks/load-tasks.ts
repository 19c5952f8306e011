import { readFileSync } from 'node:fs';
import { EvalError, getErrorMessage } from '../eval-error.ts';
import type { SuiteTask } from '../suite-task.ts';
import { parseTasks } from './read-tasks.ts';

/** Loads the tasks of a JSONL file. Throws `EvalError` if the file cannot be read or is invalid. */
export function loadTasksFile(file: string): SuiteTask[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (thrown) {
    throw new EvalError('bad-tasks-file', `${file} cannot be read: ${getErrorMessage(thrown)}`);
  }
  return parseTasks(text, file);
}
