import { isJsonObject, parseJson, type Message } from '#core';
import { createPatternRunner } from '#agents/model';
import { EvalError } from '../eval-error.ts';
import type { Grader } from '../grader.ts';
import type { SuiteTask } from '../suite-task.ts';
import {
  createCodeGrader,
  createExpectationError,
  getAnswerText,
  getTranscriptText,
  readExpectedText,
  readExpectedTexts,
  createGraderFacts,
  shortenText,
  type CheckResult,
} from './code-grader.ts';

/** Passes if the answer matches `pattern` or the task's `expected.final_regex`, with flag `m`. */
export function finalRegex({ pattern }: { readonly pattern?: string | undefined } = {}): Grader {
  return createPatternGrader('FinalRegex', 'final_regex', pattern, getAnswerText);
}

/** Passes if the answer contains `text` or the task's `expected.final_contains`. */
export function finalContains({ text }: { readonly text?: string | undefined } = {}): Grader {
  return createTextGrader('FinalContains', 'final_contains', text, getAnswerText);
}

/** Passes if the answer is an object with `keys` or `expected.final_json_required_keys`. */
export function finalJson({
  keys,
}: { readonly keys?: readonly string[] | undefined } = {}): Grader {
  const field = 'final_json_required_keys';
  return createCodeGrader(
    'FinalJSON',
    ({ messages, task }) => {
      const required = readExpectedTexts(task, field, keys);
      if (required === undefined) return undefined;
      const text = getAnswerText(messages);
      const value = parseJson(text);
      if (isJsonObject(value)) return checkRequiredKeys(required, Object.keys(value));
      const reason = 'the answer is not a JSON object';
      return { passed: false, details: { reason, found: shortenText(text) } };
    },
    createGraderFacts(keys, `expected.${field}`),
  );
}

/** Passes if the transcript contains `text` or the task's `expected.transcript_contains`. */
export function transcriptContains({ text }: { readonly text?: string | undefined } = {}): Grader {
  return createTextGrader('TranscriptContains', 'transcript_contains', text, getTranscriptText);
}

/** Passes if the transcript matches `pattern` or `expected.transcript_regex`, with flag `m`. */
export function transcriptRegex({
  pattern,
}: { readonly pattern?: string | undefined } = {}): Grader {
  return createPatternGrader('TranscriptRegex', 'transcript_regex', pattern, getTranscriptText);
}

export function checkRequiredKeys(
  required: readonly string[],
  present: readonly string[],
): CheckResult {
  const missing = required.filter((key) => !present.includes(key));
  return { passed: missing.length === 0, details: { required: [...required], missing } };
}

function createPatternGrader(
  name: string,
  field: string,
  argument: string | undefined,
  getJudgedText: (messages: readonly Message[]) => string,
): Grader {
  if (argument !== undefined) {
    const createError = (problem: string) =>
      new EvalError('bad-grader', `the argument of the grader ${name}:${argument} ${problem}`);
    compilePattern(argument, createError);
  }
  const run = createPatternRunner();
  return createTextGrader(name, field, argument, getJudgedText, (source, text, task) => {
    const pattern = compilePattern(source, (problem) =>
      createExpectationError(task, field, problem),
    );
    const match = run(pattern, text);
    if (match !== 'too-slow') return match !== null;
    const advice = 'avoid nested or adjacent repetitions of the same characters';
    const message = `matching the pattern ${source} takes too long: ${advice}`;
    throw new EvalError('bad-task', message);
  });
}

/**
 * Compiles a pattern in which `^` and `$` match at line breaks. Understands flags at the start,
 * such as `(?i)`, as in Python, Go, Java and PCRE.
 */
function compilePattern(source: string, createError: (problem: string) => EvalError): RegExp {
  const [start = '', flags = ''] = /^\(\?([ims]+)\)/.exec(source) ?? [];
  try {
    return new RegExp(source.slice(start.length), [...new Set(`m${flags}`)].join(''));
  } catch (thrown) {
    const advice = /\(\?[a-z-]+\)/i.test(source)
      ? ': flags such as (?i) must stand at the beginning, and i, m and s are known'
      : '';
    throw createError(`is not a valid regular expression: ${String(thrown)}${advice}`);
  }
}

function createTextGrader(
  name: string,
  field: string,
  argument: string | undefined,
  getJudgedText: (messages: readonly Message[]) => string,
  matches: (expected: string, text: string, task: SuiteTask) => boolean = (expected, text) =>
    text.includes(expected),
): Grader {
  return createCodeGrader(
    name,
    ({ messages, task }) => {
      const expected = readExpectedText(task, field, argument);
      if (expected === undefined) return undefined;
      if (
        getJudgedText === getTranscriptText &&
        matches(expected, getTranscriptText(task.messages), task)
      ) {
        throw createExpectationError(
          task,
          field,
          'is met by the messages of the task itself, so that any agent would pass',
        );
      }
      const text = getJudgedText(messages);
      const passed = matches(expected, text, task);
      return { passed, details: { expected, found: shortenText(text) } };
    },
    createGraderFacts(argument, `expected.${field}`),
  );
}
