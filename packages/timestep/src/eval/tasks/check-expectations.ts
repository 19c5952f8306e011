import { EvalError } from '../eval-error.ts';
import type { Grader } from '../grader.ts';
import { READERS } from '../graders/graders-from.ts';
import type { SuiteTask } from '../suite-task.ts';

/** Limits that end an episode by themselves, so that no grader need read them. */
const ENDING = ['max_steps', 'time_limit_s', 'max_tokens', 'max_cost_usd'];

const FIELDS = ['id', 'messages', 'tools_allowed', 'expected', 'limits', 'metadata'];

/**
 * Throws `EvalError` where a task has an expectation without effect: no grader reads it, no grader
 * judges the task, or the expectation cannot be judged.
 */
export function checkExpectations(tasks: readonly SuiteTask[], graders: readonly Grader[]): void {
  if (graders.length === 0) {
    throw new EvalError('bad-grader', 'there are no graders: every trial would pass');
  }
  for (const task of tasks) {
    // Asked first, because a grader gives the best message about the fields that it reads.
    const judging = graders.filter((grader) => grader.expects?.(task) ?? true);
    const [unread] = unreadIn(task, graders);
    if (unread !== undefined) throw new EvalError('bad-task', `task ${task.id}: ${unread}`);
    if (judging.length > 0) continue;
    const what = 'no grader judges it: say what is expected, or add a grader';
    throw new EvalError('bad-task', `task ${task.id}: ${what}`);
  }
}

/** The expectations of a task that no grader reads, each as a sentence for its author. */
export function unreadIn(task: SuiteTask, graders: readonly Grader[]): string[] {
  const read = new Set(ENDING.map((name) => `limits.${name}`));
  for (const { reads } of graders) {
    if (!reads) return [];
    for (const path of reads) read.add(path);
  }
  const given = [...pathsIn('expected', task.expected), ...pathsIn('limits', task.limits)];
  const unread = given.filter((path) => !read.has(path));
  return [...lookalikesIn(task), ...unread.map((path) => whyUnread(path, graders))];
}

function pathsIn(field: string, values: object = {}): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`${field}.${name}`],
  );
}

function whyUnread(path: string, graders: readonly Grader[]): string {
  const reader = READERS.get(path);
  if (reader === undefined) {
    const field = `${path.split('.', 1)[0]}.`;
    const known = [...READERS.keys(), ...ENDING.map((name) => `limits.${name}`)];
    const names = [...new Set(known)].filter((one) => one.startsWith(field));
    return `${path} is read by no grader: use ${names.join(', ')}, or a grader of your own`;
  }
  const present = graders.find(({ name }) => name === reader);
  if (!present) {
    return `${path} is read by ${reader}, which is not among the graders: add it, or expect less`;
  }
  const { spec = reader } = present;
  return `${path} is not read by ${spec}, which has an argument: leave out one of the two`;
}

/** Fields that no grader reads and that resemble known fields. */
function lookalikesIn(task: SuiteTask): string[] {
  return Object.keys(task).flatMap((name) => {
    const meant = FIELDS.find((field) => field !== name && stemOf(field) === stemOf(name));
    const isOther = meant !== undefined && !FIELDS.includes(name);
    return isOther ? [`${name} is not a field of a task: did you mean ${meant}?`] : [];
  });
}

/** `expect`, `expects` and `Expected` are alike, and so are `limit` and `limits`. */
function stemOf(name: string): string {
  return name.toLowerCase().replace(/(ed|s)$/, '');
}
