import {
  createFields,
  findSimilarWord,
  formatForeignName,
  getText,
  readText,
  readTexts,
  type Fields,
  type JsonObject,
  type Message,
} from '#core';
import { createFieldRules, EvalError } from '../eval-error.ts';
import type { Grade, Grader, TrialEvidence } from '../grader.ts';
import type { SuiteTask } from '../suite-task.ts';
import { EMPTY_EPISODE_INFO } from '../trial.ts';
import { mayHaveUnreportedCalls, createUnobservableGrade } from './observable-calls.ts';

export type TrialData = Omit<TrialEvidence, 'outcome' | 'signal'>;

/** Result of a grader's check. Undefined if the task has no expectation for the grader. */
export type CheckResult =
  | { readonly passed: boolean; readonly score?: number; readonly details: JsonObject }
  | undefined;

export interface GraderFacts {
  readonly reads: readonly string[];
  readonly argument?: string | number | readonly string[] | undefined;
  readonly needsNoAnswer?: true;
  /**
   * Set if the grader judges tool calls, which transcripts of remote agents can lack. A function
   * returns whether the task requires the judgment.
   */
  readonly judgesCalls?: true | ((task: SuiteTask) => boolean);
}

/**
 * Creates a grader without a model. `check` also runs with an empty trial, to check the task's
 * expectations.
 */
export function createCodeGrader(
  name: string,
  check: (evidence: TrialData) => CheckResult,
  { argument, judgesCalls, ...facts }: GraderFacts,
): Grader {
  return {
    name,
    spec: formatGraderSpec(name, argument),
    ...facts,
    expects: (task) =>
      check({ messages: [], toolIndex: [], task, info: EMPTY_EPISODE_INFO }) !== undefined,
    grade(trial) {
      const found = check(trial);
      if (!found || !judgesCalls || !mayHaveUnreportedCalls(trial.messages)) {
        return createGrade(name, found);
      }
      return createUnobservableGrade(name, judgesCalls === true || judgesCalls(trial.task));
    },
  };
}

export function formatGraderSpec(name: string, argument: GraderFacts['argument']): string {
  return argument === undefined ? name : `${name}:${String(argument)}`;
}

/** Returns the task fields that a grader reads: none if the grader has an argument. */
export function createGraderFacts(
  argument: GraderFacts['argument'],
  ...reads: string[]
): GraderFacts {
  return { argument, reads: argument === undefined ? reads : [] };
}

export function createGrade(name: string, result: CheckResult): Grade {
  if (!result) return { name, passed: true, score: 1, details: {}, skipped: true };
  const { passed, score = passed ? 1 : 0, details } = result;
  return { name, passed, score, details };
}

export function getAnswerText(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.role === 'assistant');
  return last ? getText(last) : '';
}

export function getTranscriptText(messages: readonly Message[]): string {
  const texts = messages.flatMap((message) => {
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
    return [
      getText(message),
      ...calls.map(({ function: made }) => `${made.name}(${made.arguments})`),
    ];
  });
  return texts.join('\n');
}

export function shortenText(text: string): string {
  return text.length > MAX_SHOWN
    ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)`
    : text;
}

const MAX_SHOWN = 300;

/** Returns the text that a task expects. An argument of the grader takes precedence. */
export function readExpectedText(
  task: SuiteTask,
  field: string,
  argument?: string,
): string | undefined {
  const text = argument ?? readText(getExpectedFields(task), field);
  // An empty text is rejected, because every text contains it.
  if (text === '') throw createExpectationError(task, field, 'must not be empty');
  return text;
}

export function readExpectedTexts(
  task: SuiteTask,
  field: string,
  argument?: readonly string[],
): readonly string[] | undefined {
  return argument ?? readTexts(getExpectedFields(task), field);
}

function getExpectedFields({ id, expected = {} }: SuiteTask): Fields {
  return createFields(expected, createFieldRules('bad-task', `task ${id}:`), 'expected');
}

export function createExpectationError(task: SuiteTask, field: string, problem: string): EvalError {
  return new EvalError('bad-task', `task ${task.id}: expected.${field} ${problem}`);
}

/** Known fields of an expected call, and fields of other libraries that can be ignored. */
const CALL_FIELDS = ['name', 'arguments'];
const IGNORED_CALL_FIELDS = ['id', 'type'];

/**
 * Describes the first unknown field of an expected call, with the most similar known field.
 * `aliases` are other names of `arguments`.
 */
export function describeUnknownCallField(
  call: JsonObject,
  aliases: readonly string[] = [],
): string | undefined {
  const known = new Set([...CALL_FIELDS, ...aliases, ...IGNORED_CALL_FIELDS]);
  const other = Object.keys(call).find((field) => !known.has(field));
  if (other === undefined) return undefined;
  const meant = findSimilarWord(other, [...CALL_FIELDS, ...aliases]);
  const advice =
    meant === undefined ? `use ${CALL_FIELDS.join(' and ')}` : `did you mean ${meant}?`;
  return `has the unknown field ${formatForeignName(other)}: ${advice}`;
}
