import { readFileSync } from 'node:fs';
import { EvalError } from '../eval-error.ts';
import type { RunMeta } from '../run-meta.ts';
import type { SuiteTask } from '../suite-task.ts';
import { digestOf } from './digest-of.ts';
import { readTasks } from './read-tasks.ts';

/** By task, the texts in `metadata.tags`. */
export type TaskTags = ReadonlyMap<string, readonly string[]>;

/** The tags of the tasks of a run, where the file of tasks is still there and still the same. */
export function readTaskTags({
  tasks_path: path,
  tasks_sha256: digest,
}: Pick<RunMeta, 'tasks_path' | 'tasks_sha256'>): TaskTags {
  const tasks = path === null ? [] : tasksIn(path);
  if (digestOf(tasks) !== digest) return new Map();
  return new Map(tasks.map(({ id, metadata }) => [id, textsIn(metadata?.['tags'])]));
}

/** No tasks where the file is gone or does not hold tasks. */
function tasksIn(path: string): SuiteTask[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  try {
    return readTasks(text, path);
  } catch (thrown) {
    if (thrown instanceof EvalError) return [];
    throw thrown;
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
