import { isJsonObject } from '../../core/index.ts';
import { createPatternRunner, type PatternRunner } from '../../agents/model/index.ts';
import { EvalError } from '../eval-error.ts';
import type { Grader } from '../grader.ts';
import { parseJsonOrUndefined } from '../json-text.ts';
import {
  checkPattern,
  createCodeGrader,
  readExpectedText,
  readExpectedTexts,
  getAnswerText,
  compilePattern,
  shortenText,
  getTranscriptText,
  readsUnlessArgument,
  type TrialData,
  type CheckResult,
} from './code-grader.ts';

/** Passes if the answer matches `pattern` or the task's `expected.final_regex`, with flag `m`. */
export function finalRegex({ pattern }: { readonly pattern?: string | undefined } = {}): Grader {
  checkPattern('FinalRegex', pattern);
  const run = createPatternRunner();
  const find = ({ messages, task }: TrialData): CheckResult => {
    const source = readExpectedText(task, 'final_regex', pattern);
    if (source === undefined) return undefined;
    return checkPatternMatch(
      run,
      compilePattern(task, 'final_regex', source),
      getAnswerText(messages),
    );
  };
  return createCodeGrader('FinalRegex', find, readsUnlessArgument(pattern, 'expected.final_regex'));
}

/** Passes if the answer contains `text` or the task's `expected.final_contains`. */
export function finalContains({ text }: { readonly text?: string | undefined } = {}): Grader {
  const find = ({ messages, task }: TrialData): CheckResult => {
    const wanted = readExpectedText(task, 'final_contains', text);
    return wanted === undefined ? undefined : checkContains(wanted, getAnswerText(messages));
  };
  return createCodeGrader(
    'FinalContains',
    find,
    readsUnlessArgument(text, 'expected.final_contains'),
  );
}

/** Passes if the answer is an object with `keys` or `expected.final_json_required_keys`. */
export function finalJson({
  keys,
}: { readonly keys?: readonly string[] | undefined } = {}): Grader {
  const find = ({ messages, task }: TrialData): CheckResult => {
    const required = readExpectedTexts(task, 'final_json_required_keys', keys);
    if (required === undefined) return undefined;
    const text = getAnswerText(messages);
    const value = parseJsonOrUndefined(text);
    if (!isJsonObject(value)) {
      return {
        passed: false,
        details: { reason: 'the answer is not a JSON object', found: shortenText(text) },
      };
    }
    return checkKeys(required, Object.keys(value));
  };
  return createCodeGrader(
    'FinalJSON',
    find,
    readsUnlessArgument(keys, 'expected.final_json_required_keys'),
  );
}

/** Passes if the transcript contains `text` or the task's `expected.transcript_contains`. */
export function transcriptContains({ text }: { readonly text?: string | undefined } = {}): Grader {
  const find = ({ messages, task }: TrialData): CheckResult => {
    const wanted = readExpectedText(task, 'transcript_contains', text);
    return wanted === undefined ? undefined : checkContains(wanted, getTranscriptText(messages));
  };
  return createCodeGrader(
    'TranscriptContains',
    find,
    readsUnlessArgument(text, 'expected.transcript_contains'),
  );
}

/** Passes if the transcript matches `pattern` or `expected.transcript_regex`, with flag `m`. */
export function transcriptRegex({
  pattern,
}: { readonly pattern?: string | undefined } = {}): Grader {
  checkPattern('TranscriptRegex', pattern);
  const run = createPatternRunner();
  const find = ({ messages, task }: TrialData): CheckResult => {
    const source = readExpectedText(task, 'transcript_regex', pattern);
    if (source === undefined) return undefined;
    return checkPatternMatch(
      run,
      compilePattern(task, 'transcript_regex', source),
      getTranscriptText(messages),
    );
  };
  return createCodeGrader(
    'TranscriptRegex',
    find,
    readsUnlessArgument(pattern, 'expected.transcript_regex'),
  );
}

export function checkKeys(required: readonly string[], keys: readonly string[]): CheckResult {
  const missing = required.filter((key) => !keys.includes(key));
  return { passed: missing.length === 0, details: { required: [...required], missing } };
}

function checkPatternMatch(run: PatternRunner, pattern: RegExp, text: string): CheckResult {
  const match = run(pattern, text);
  if (match === 'too-slow') {
    const advice = 'avoid nested or adjacent repetitions of the same characters';
    throw new EvalError(
      'bad-task',
      `matching the pattern ${pattern.source} takes too long: ${advice}`,
    );
  }
  return {
    passed: match !== null,
    details: { expected: pattern.source, found: shortenText(text) },
  };
}

function checkContains(wanted: string, text: string): CheckResult {
  return { passed: text.includes(wanted), details: { expected: wanted, found: shortenText(text) } };
}
