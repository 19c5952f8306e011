import { readFileSync } from 'node:fs';
import { EvalError } from '../eval-error.ts';
import type { RunMeta } from '../run-meta.ts';
import type { SuiteTask } from '../suite-task.ts';
import { hashJson } from './hash-json.ts';
import { parseTasks } from './read-tasks.ts';

/** Tags of each task from `metadata.tags`. */
export type TaskTags = ReadonlyMap<string, readonly string[]>;

/**
 * Reads the tags of a run's tasks. Empty if the task file is missing or has changed since the run.
 */
export function readTaskTags({
  tasks_path: path,
  tasks_sha256: digest,
}: Pick<RunMeta, 'tasks_path' | 'tasks_sha256'>): TaskTags {
  const tasks = path === null ? [] : readTasksOrNone(path);
  if (hashJson(tasks) !== digest) return new Map();
  return new Map(tasks.map(({ id, metadata }) => [id, filterStrings(metadata?.['tags'])]));
}

/** Reads tasks from a file. Empty if the file is missing or invalid. */
function readTasksOrNone(path: string): SuiteTask[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  try {
    return parseTasks(text, path);
  } catch (thrown) {
    if (thrown instanceof EvalError) return [];
    throw thrown;
  }
}

function filterStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
