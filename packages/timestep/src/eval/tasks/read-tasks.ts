import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { EvalError } from '../eval-error.ts';
import type { SuiteTask } from '../suite-task.ts';
import { digestOf } from './digest-of.ts';

const ROLES: readonly JsonValue[] = ['system', 'user', 'assistant', 'tool'];
const ID_DIGITS = 12;

/**
 * Reads the tasks of a JSONL file. Throws `EvalError` naming the file, the line and the field. A
 * task without an id is named by a digest of its contents, so the name changes only with them.
 */
export function readTasks(text: string, file: string): SuiteTask[] {
  const lines = new Map<string, number>();
  const tasks = text.split('\n').flatMap((line, index): SuiteTask[] => {
    if (line.trim() === '') return [];
    const place = `${file}:${index + 1}`;
    const task = taskIn(parsed(line, place), place);
    const before = lines.get(task.id);
    if (before !== undefined) throw bad(place, `id "${task.id}" is that of line ${before} already`);
    lines.set(task.id, index + 1);
    return [task];
  });
  if (tasks.length === 0) throw new EvalError('bad-tasks-file', `${file} holds no tasks`);
  return tasks;
}

/** Checks tasks that were made in a program, and names those without an id. */
export function checkedTasks(tasks: readonly unknown[]): SuiteTask[] {
  return readTasks(tasks.map((task) => JSON.stringify(task)).join('\n'), 'tasks');
}

function parsed(line: string, place: string): JsonObject {
  let value: JsonValue;
  try {
    value = JSON.parse(line) as JsonValue;
  } catch (thrown) {
    throw bad(place, `is not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  if (!isJsonObject(value)) throw bad(place, 'must be a JSON object');
  return value;
}

function taskIn(task: JsonObject, place: string): SuiteTask {
  const { id, messages, tools_allowed: tools, expected, limits, metadata } = task;
  if (id !== undefined && (typeof id !== 'string' || id === '')) {
    throw bad(place, 'id must be a text that is not empty');
  }
  if (!Array.isArray(messages) || messages.length === 0) {
    throw bad(place, 'messages must be a list of at least one message');
  }
  messages.forEach((message: JsonValue, index) => {
    if (!isJsonObject(message) || !ROLES.includes(message['role'] ?? null)) {
      throw bad(place, `messages[${index}].role must be system, user, assistant or tool`);
    }
    const { content = null } = message;
    const isContent = typeof content === 'string' || Array.isArray(content) || content === null;
    if (!isContent) throw bad(place, `messages[${index}].content must be text or a list of parts`);
  });
  if (tools !== undefined && !isTexts(tools)) {
    throw bad(place, 'tools_allowed must be a list of texts');
  }
  for (const [name, value] of Object.entries({ expected, limits, metadata })) {
    if (value !== undefined && !isJsonObject(value)) throw bad(place, `${name} must be an object`);
  }
  for (const [name, value] of Object.entries(limits ?? {})) {
    if (typeof value !== 'number' || value < 0) {
      throw bad(place, `limits.${name} must be a number of at least 0`);
    }
  }
  const named = id ?? digestOf(task).slice(0, ID_DIGITS);
  return { ...task, id: named } as unknown as SuiteTask;
}

function isTexts(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item: JsonValue) => typeof item === 'string');
}

function bad(place: string, what: string): EvalError {
  return new EvalError('bad-task', `${place} ${what}`);
}
