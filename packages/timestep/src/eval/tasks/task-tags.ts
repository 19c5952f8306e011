import { EvalError } from '../eval-error.ts';
import { hashJson } from '../json-text.ts';
import type { RunMeta } from '../run-meta.ts';
import type { SuiteTask } from '../suite-task.ts';
import { loadTasksFile } from './read-tasks.ts';

/** Tags of each task from `metadata.tags`. */
export type TaskTags = ReadonlyMap<string, readonly string[]>;

/** Reads the tags of a run's tasks. Empty if the task file is missing or changed since the run. */
export function readTaskTags({
  tasks_path: path,
  tasks_sha256: digest,
}: Pick<RunMeta, 'tasks_path' | 'tasks_sha256'>): TaskTags {
  const tasks = path === null ? [] : loadTasksOrNone(path);
  if (hashJson(tasks) !== digest) return new Map();
  return new Map(tasks.map(({ id, metadata }) => [id, filterStrings(metadata?.['tags'])]));
}

function loadTasksOrNone(path: string): SuiteTask[] {
  try {
    return loadTasksFile(path);
  } catch (thrown) {
    if (thrown instanceof EvalError) return [];
    throw thrown;
  }
}

function filterStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
