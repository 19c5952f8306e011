import { readFileSync } from 'node:fs';
import {
  describeTooDeep,
  isNestedTooDeep,
  readNumber,
  readObject,
  readObjects,
  readText,
  readTexts,
  readWord,
  reportField,
  reportMissing,
  toFields,
  type Fields,
  type JsonValue,
} from '#core';
import { createFieldRules, EvalError, getErrorMessage } from '../eval-error.ts';
import { hashJson, removeByteOrderMark } from '../json-text.ts';
import type { SuiteTask } from '../suite-task.ts';

const ROLES = ['system', 'user', 'assistant', 'tool'] as const;
const ID_DIGITS = 12;

/** Loads the tasks of a JSONL file. Throws `EvalError` if the file cannot be read or is invalid. */
export function loadTasksFile(file: string): SuiteTask[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (thrown) {
    throw new EvalError(
      'bad-tasks-file',
      `the tasks file ${file} cannot be read: ${getErrorMessage(thrown)}`,
    );
  }
  return parseTasks(text, file);
}

/**
 * Parses tasks from JSONL text. A task without an id gets a digest as its id. Throws `EvalError` with line
 * and field.
 */
export function parseTasks(text: string, file: string): SuiteTask[] {
  const lines = removeByteOrderMark(text).split('\n').entries();
  const filled = lines.filter(([, line]) => line.trim() !== '');
  return readTasks(
    filled.map(([index, line]) => [index, parseTask(line, `${file}:${index + 1}`)]),
    file,
  );
}

/** Validates tasks that were created in code, and assigns ids to tasks without one. */
export function validateTasks(tasks: readonly unknown[]): SuiteTask[] {
  return readTasks((tasks as readonly JsonValue[]).entries(), 'tasks');
}

function readTasks(values: Iterable<[number, JsonValue]>, file: string): SuiteTask[] {
  const tasks = new Map<string, { readonly line: number; readonly task: SuiteTask }>();
  for (const [index, value] of values) {
    const line = index + 1;
    const rules = { ...createFieldRules('bad-task', `${file}:${line}`), rejectsNull: true };
    const fields = toFields(value, rules, '');
    const task = readTask(fields);
    const same = tasks.get(task.id);
    if (same) reportField(fields, 'id', `"${task.id}" is already used in line ${same.line}`);
    tasks.set(task.id, { line, task });
  }
  if (tasks.size === 0)
    throw new EvalError('bad-tasks-file', `the tasks file ${file} contains no tasks`);
  return [...tasks.values()].map(({ task }) => task);
}

function parseTask(line: string, location: string): JsonValue {
  if (isNestedTooDeep(line))
    throw new EvalError(
      'bad-task',
      `the task at ${location} cannot be read, because it is ${describeTooDeep()}`,
    );
  try {
    return JSON.parse(line) as JsonValue;
  } catch (thrown) {
    throw new EvalError('bad-task', `${location} is not valid JSON: ${getErrorMessage(thrown)}`);
  }
}

function readTask(fields: Fields): SuiteTask {
  const id = readText(fields, 'id') ?? hashJson(fields.object).slice(0, ID_DIGITS);
  if (id === '') reportField(fields, 'id', 'must not be empty');
  const messages = readObjects(fields, 'messages') ?? [];
  if (messages.length === 0) reportField(fields, 'messages', 'must be a non-empty list');
  messages.forEach(reportMessageIfInvalid);
  readTexts(fields, 'tools_allowed');
  readObject(fields, 'expected');
  readObject(fields, 'metadata');
  const limits = readObject(fields, 'limits');
  if (limits) for (const name of Object.keys(limits.object)) readNumber(limits, name, { min: 0 });
  return { ...fields.object, id } as unknown as SuiteTask;
}

function reportMessageIfInvalid(message: Fields): void {
  const { content = null } = message.object;
  if (readWord(message, 'role', ROLES) === undefined) reportMissing(message, 'role');
  if (typeof content === 'string' || Array.isArray(content) || content === null) return;
  reportField(message, 'content', 'must be a string or a list of parts');
}
