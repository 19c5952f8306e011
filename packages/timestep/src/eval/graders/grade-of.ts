import {
  textOf,
  type EpisodeInfo,
  type JsonObject,
  type JsonValue,
  type Message,
  type ToolCallRecord,
} from '../../core/index.ts';
import { EvalError } from '../eval-error.ts';
import type { Grade, Grader } from '../grader.ts';
import { expectedOf, type SuiteTask } from '../suite-task.ts';
import { hidesCalls, notObservable } from './observable-calls.ts';

/** Everything a grader of code looks at. */
export interface Evidence {
  readonly messages: readonly Message[];
  readonly toolIndex: readonly ToolCallRecord[];
  readonly task: SuiteTask;
  readonly info: EpisodeInfo;
}

/**
 * A pass or a fail with its reasons; nothing where the task expects nothing that the grader judges.
 */
export type Finding =
  | { readonly passed: boolean; readonly score?: number; readonly details: JsonObject }
  | undefined;

/** What must be known of a grader before it judges. */
export interface GraderFacts {
  readonly reads: readonly string[];
  /** The argument of the grader; absent: none. */
  readonly argument?: string | number | readonly string[] | undefined;
  readonly needsNoAnswer?: true;
  /**
   * Present where it judges which tools were called, which some transcripts do not show; the
   * function returns whether the task itself demands that, and not only a bound for every task.
   */
  readonly judgesCalls?: (task: SuiteTask) => boolean;
}

/** The `judgesCalls` of a grader whose every judgement is demanded by the task. */
export const demanded = (): boolean => true;

/**
 * A grader that decides without a model. `find` checks what the task expects before it looks at
 * anything else, so that mistakes in a task are found on a trial in which nothing happened.
 */
export function codeGrader(
  name: string,
  find: (evidence: Evidence) => Finding,
  { argument, judgesCalls, ...facts }: GraderFacts,
): Grader {
  return {
    name,
    spec: specOf(name, argument),
    ...facts,
    expects: (task) =>
      find({ messages: [], toolIndex: [], task, info: NOTHING_DONE }) !== undefined,
    grade({ messages, toolIndex, task, info }) {
      const found = find({ messages, toolIndex, task, info });
      const isUnseen = found !== undefined && judgesCalls !== undefined && hidesCalls(messages);
      return isUnseen ? notObservable(name, judgesCalls(task)) : gradeOf(name, found);
    },
  };
}

const NOTHING_DONE: EpisodeInfo = {
  task_id: '',
  trial: 0,
  seed: 0,
  steps: 0,
  tool_calls: 0,
  duration_s: 0,
  terminated_reason: 'final_answer',
  error: null,
  input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
  cost_usd: 0,
};

/** The spec of a grader, from its name and its argument. */
export function specOf(name: string, argument: GraderFacts['argument']): string {
  return argument === undefined ? name : `${name}:${String(argument)}`;
}

/** The fields that a grader reads, unless it has an argument. */
export function unlessGiven(argument: GraderFacts['argument'], ...reads: string[]): GraderFacts {
  return { argument, reads: argument === undefined ? reads : [] };
}

export function gradeOf(name: string, found: Finding): Grade {
  if (!found) return { name, passed: true, score: 1, details: {}, skipped: true };
  const { passed, score = passed ? 1 : 0, details } = found;
  return { name, passed, score, details };
}

/** The text of the last assistant message, which is the answer. */
export function finalText(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.role === 'assistant');
  return last ? textOf(last) : '';
}

/** All texts and calls of a transcript, in order. */
export function transcriptText(messages: readonly Message[]): string {
  return messages
    .flatMap((message) => {
      const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
      return [
        textOf(message),
        ...calls.map((call) => `${call.function.name}(${call.function.arguments})`),
      ];
    })
    .join('\n');
}

/** Cuts a long text, because people read the details. */
export function shown(text: string): string {
  return text.length > MOST_SHOWN
    ? `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)`
    : text;
}

const MOST_SHOWN = 300;

/** The text that a task expects; an argument of the grader takes precedence. */
export function expectedText(task: SuiteTask, field: string, given?: string): string | undefined {
  const value = given ?? expectedOf(task, field);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw badExpectation(task, field, 'must be text');
  // Every text holds an empty one, and every text matches an empty pattern.
  if (value === '') throw badExpectation(task, field, 'must not be empty');
  return value;
}

export function expectedTexts(
  task: SuiteTask,
  field: string,
  given?: readonly string[],
): readonly string[] | undefined {
  const value = given ?? expectedOf(task, field);
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.every((item: JsonValue) => typeof item === 'string')) {
    return value;
  }
  throw badExpectation(task, field, 'must be a list of texts');
}

export function badExpectation(task: SuiteTask, field: string, what: string): EvalError {
  return new EvalError('bad-task', `task ${task.id}: expected.${field} ${what}`);
}

/** A pattern as task files write it: `^` and `$` match at lines. */
export function patternOf(task: SuiteTask, field: string, source: string): RegExp {
  try {
    return new RegExp(source, 'm');
  } catch (thrown) {
    throw badExpectation(task, field, `is not a regular expression: ${String(thrown)}`);
  }
}

/** Throws `EvalError` where the argument of a grader is not a pattern. */
export function checkPattern(name: string, source: string | undefined): void {
  try {
    if (source !== undefined) void new RegExp(source, 'm');
  } catch (thrown) {
    const message = `${name}:${source} is not a regular expression: ${String(thrown)}`;
    throw new EvalError('bad-grader', message);
  }
}
