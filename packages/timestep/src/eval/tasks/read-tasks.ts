import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { EvalError } from '../eval-error.ts';
import type { SuiteTask } from '../suite-task.ts';
import { hashJson } from './hash-json.ts';

const ROLES: readonly JsonValue[] = ['system', 'user', 'assistant', 'tool'];
const ID_DIGITS = 12;

/**
 * Parses tasks in JSONL format. Throws `EvalError` with file, line and field. A task without an id
 * gets a digest of its contents as its id.
 */
export function parseTasks(text: string, file: string): SuiteTask[] {
  const lines = new Map<string, number>();
  const tasks = text.split('\n').flatMap((line, index): SuiteTask[] => {
    if (line.trim() === '') return [];
    const location = `${file}:${index + 1}`;
    const task = validateTask(parseTaskLine(line, location), location);
    const before = lines.get(task.id);
    if (before !== undefined)
      throw createTaskError(location, `id "${task.id}" is already used in line ${before}`);
    lines.set(task.id, index + 1);
    return [task];
  });
  if (tasks.length === 0) throw new EvalError('bad-tasks-file', `${file} contains no tasks`);
  return tasks;
}

/** Validates tasks that were created in code, and assigns ids to tasks without one. */
export function validateTasks(tasks: readonly unknown[]): SuiteTask[] {
  return parseTasks(tasks.map((task) => JSON.stringify(task)).join('\n'), 'tasks');
}

function parseTaskLine(line: string, location: string): JsonObject {
  let value: JsonValue;
  try {
    value = JSON.parse(line) as JsonValue;
  } catch (thrown) {
    throw createTaskError(
      location,
      `is not valid JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  }
  if (!isJsonObject(value)) throw createTaskError(location, 'must be a JSON object');
  return value;
}

function validateTask(task: JsonObject, location: string): SuiteTask {
  const { id, messages, tools_allowed: tools, expected, limits, metadata } = task;
  if (id !== undefined && (typeof id !== 'string' || id === '')) {
    throw createTaskError(location, 'id must be a non-empty string');
  }
  if (!Array.isArray(messages) || messages.length === 0) {
    throw createTaskError(location, 'messages must be a non-empty list');
  }
  messages.forEach((message: JsonValue, index) => {
    if (!isJsonObject(message) || !ROLES.includes(message['role'] ?? null)) {
      throw createTaskError(
        location,
        `messages[${index}].role must be system, user, assistant or tool`,
      );
    }
    const { content = null } = message;
    const isContent = typeof content === 'string' || Array.isArray(content) || content === null;
    if (!isContent)
      throw createTaskError(
        location,
        `messages[${index}].content must be a string or a list of parts`,
      );
  });
  if (tools !== undefined && !isStringList(tools)) {
    throw createTaskError(location, 'tools_allowed must be a list of strings');
  }
  for (const [name, value] of Object.entries({ expected, limits, metadata })) {
    if (value !== undefined && !isJsonObject(value))
      throw createTaskError(location, `${name} must be an object`);
  }
  for (const [name, value] of Object.entries(limits ?? {})) {
    if (typeof value !== 'number' || value < 0) {
      throw createTaskError(location, `limits.${name} must be a number ≥ 0`);
    }
  }
  const named = id ?? hashJson(task).slice(0, ID_DIGITS);
  return { ...task, id: named } as unknown as SuiteTask;
}

function isStringList(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item: JsonValue) => typeof item === 'string');
}

function createTaskError(location: string, what: string): EvalError {
  return new EvalError('bad-task', `${location} ${what}`);
}
