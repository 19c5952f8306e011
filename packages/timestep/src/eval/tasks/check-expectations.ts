import { findSimilarWord } from '#core';
import { EvalError } from '../eval-error.ts';
import type { Grader } from '../grader.ts';
import { READERS } from '../graders/grader-specs.ts';
import type { SuiteTask } from '../suite-task.ts';

/** Limits that end an episode by themselves, so that no grader has to check them. */
const EPISODE_LIMITS = ['max_steps', 'time_limit_s', 'max_tokens', 'max_cost_usd'];

const FIELDS = ['id', 'messages', 'tools_allowed', 'expected', 'limits', 'metadata'];

/** Throws `EvalError` if no grader reads an expected field of a task, or if no grader judges the task. */
export function requireEveryExpectationGraded(
  tasks: readonly SuiteTask[],
  graders: readonly Grader[],
): void {
  if (graders.length === 0) {
    throw new EvalError(
      'bad-grader',
      'there are no graders, so every trial would pass: name at least one grader',
    );
  }
  for (const task of tasks) {
    // Graders check the task first, because their messages are the most specific.
    const judging = graders.filter((grader) => grader.expects?.(task) ?? true);
    const [unread] = describeUngradedExpectations(task, graders);
    if (unread !== undefined) {
      const message = `task ${task.id} has an expectation that nothing checks: ${unread}`;
      throw new EvalError('bad-task', message);
    }
    // A limit in the task itself counts as an expectation, a default limit for all tasks does not.
    const isChecked =
      judging.some(({ isDefaultLimit }) => !isDefaultLimit) || hasOwnToolCallLimit(task);
    if (judging.length > 0 && isChecked) continue;
    const what =
      judging.length === 0
        ? 'no grader applies to it: add an expectation or a grader'
        : 'nothing is checked: add an expectation, such as expected.final_contains, or name the graders of the run';
    throw new EvalError('bad-task', `task ${task.id} cannot be judged: ${what}`);
  }
}

function hasOwnToolCallLimit({ tools_allowed, limits }: SuiteTask): boolean {
  return tools_allowed !== undefined || limits?.max_tool_calls !== undefined;
}

/** Describes the expectations of a task that no grader reads, one sentence each. */
export function describeUngradedExpectations(
  task: SuiteTask,
  graders: readonly Grader[],
): string[] {
  const read = new Set(EPISODE_LIMITS.map((name) => `limits.${name}`));
  for (const { reads = [] } of graders) for (const path of reads) read.add(path);
  const given = [
    ...listFieldPaths('expected', task.expected),
    ...listFieldPaths('limits', task.limits),
  ];
  const unread = given.filter((path) => !read.has(path));
  // Custom graders may read any field. Even then, a field whose name is similar to a field that a grader
  // reads is probably misspelled.
  const isOpen = graders.some(({ reads }) => !reads);
  const wrong = isOpen ? unread.filter((path) => findSimilarWord(path, [...read])) : unread;
  return [
    ...describeMisspelledFields(task),
    ...wrong.map((path) => describeUnreadField(path, graders)),
  ];
}

function listFieldPaths(field: string, values: object = {}): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`${field}.${name}`],
  );
}

function describeUnreadField(path: string, graders: readonly Grader[]): string {
  const reader = READERS.get(path);
  if (reader === undefined) {
    const field = `${path.split('.', 1)[0]}.`;
    const known = [...READERS.keys(), ...EPISODE_LIMITS.map((name) => `limits.${name}`)];
    const names = [...new Set(known)].filter((one) => one.startsWith(field));
    const meant = findSimilarWord(path, names);
    if (meant !== undefined) return `no grader reads ${path}: did you mean ${meant}?`;
    return `no grader reads ${path}: use ${names.join(', ')}, or a custom grader`;
  }
  const present = graders.find(({ name }) => name === reader);
  if (!present) {
    return `${path} is read by ${reader}, which is not one of the graders: add the grader, or remove the expectation`;
  }
  const { spec = reader } = present;
  return `${path} is not read by ${spec}, because it has an argument: remove the argument or the expectation`;
}

function describeMisspelledFields(task: SuiteTask): string[] {
  return Object.keys(task).flatMap((name) => {
    if (FIELDS.includes(name)) return [];
    const meant =
      FIELDS.find((field) => normalizeFieldName(field) === normalizeFieldName(name)) ??
      findSimilarWord(name, FIELDS);
    return meant !== undefined ? [`${name} is not a field of a task: did you mean ${meant}?`] : [];
  });
}

/** Normalizes a field name, so that `expect`, `expects` and `Expected` are equal. */
function normalizeFieldName(name: string): string {
  return name.toLowerCase().replace(/(ed|s)$/, '');
}
