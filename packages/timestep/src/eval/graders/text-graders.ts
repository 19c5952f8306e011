import { isJsonObject, type JsonValue } from '../../core/index.ts';
import { patternRunner, type PatternRunner } from '../../model/index.ts';
import { EvalError } from '../eval-error.ts';
import type { Grader } from '../grader.ts';
import {
  checkPattern,
  codeGrader,
  expectedText,
  expectedTexts,
  finalText,
  patternOf,
  shown,
  transcriptText,
  unlessGiven,
  type Evidence,
  type Finding,
} from './grade-of.ts';

/** The answer matches `pattern`, or the task's `expected.final_regex`; `^` and `$` are at lines. */
export function finalRegex({ pattern }: { readonly pattern?: string | undefined } = {}): Grader {
  checkPattern('FinalRegex', pattern);
  const run = patternRunner();
  const find = ({ messages, task }: Evidence): Finding => {
    const source = expectedText(task, 'final_regex', pattern);
    if (source === undefined) return undefined;
    return matches(run, patternOf(task, 'final_regex', source), finalText(messages));
  };
  return codeGrader('FinalRegex', find, unlessGiven(pattern, 'expected.final_regex'));
}

/** The answer holds `text`, or the task's `expected.final_contains`. */
export function finalContains({ text }: { readonly text?: string | undefined } = {}): Grader {
  const find = ({ messages, task }: Evidence): Finding => {
    const wanted = expectedText(task, 'final_contains', text);
    return wanted === undefined ? undefined : contains(wanted, finalText(messages));
  };
  return codeGrader('FinalContains', find, unlessGiven(text, 'expected.final_contains'));
}

/** The answer is a JSON object with `keys`, or those in `expected.final_json_required_keys`. */
export function finalJson({
  keys,
}: { readonly keys?: readonly string[] | undefined } = {}): Grader {
  const find = ({ messages, task }: Evidence): Finding => {
    const required = expectedTexts(task, 'final_json_required_keys', keys);
    if (required === undefined) return undefined;
    const text = finalText(messages);
    const value = parsed(text);
    if (!isJsonObject(value)) {
      return {
        passed: false,
        details: { reason: 'the answer is not a JSON object', found: shown(text) },
      };
    }
    return hasKeys(required, Object.keys(value));
  };
  return codeGrader('FinalJSON', find, unlessGiven(keys, 'expected.final_json_required_keys'));
}

/** The transcript holds `text`, or the task's `expected.transcript_contains`. */
export function transcriptContains({ text }: { readonly text?: string | undefined } = {}): Grader {
  const find = ({ messages, task }: Evidence): Finding => {
    const wanted = expectedText(task, 'transcript_contains', text);
    return wanted === undefined ? undefined : contains(wanted, transcriptText(messages));
  };
  return codeGrader('TranscriptContains', find, unlessGiven(text, 'expected.transcript_contains'));
}

/** The transcript matches `pattern` somewhere, or the task's `expected.transcript_regex`. */
export function transcriptRegex({
  pattern,
}: { readonly pattern?: string | undefined } = {}): Grader {
  checkPattern('TranscriptRegex', pattern);
  const run = patternRunner();
  const find = ({ messages, task }: Evidence): Finding => {
    const source = expectedText(task, 'transcript_regex', pattern);
    if (source === undefined) return undefined;
    return matches(run, patternOf(task, 'transcript_regex', source), transcriptText(messages));
  };
  return codeGrader('TranscriptRegex', find, unlessGiven(pattern, 'expected.transcript_regex'));
}

export function hasKeys(required: readonly string[], keys: readonly string[]): Finding {
  const missing = required.filter((key) => !keys.includes(key));
  return { passed: missing.length === 0, details: { required: [...required], missing } };
}

export function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function matches(run: PatternRunner, pattern: RegExp, text: string): Finding {
  const match = run(pattern, text);
  if (match === 'too-slow') {
    const advice = 'write it without nested or neighbouring repeats of the same characters';
    throw new EvalError('bad-task', `the pattern ${pattern.source} takes too long: ${advice}`);
  }
  return { passed: match !== null, details: { expected: pattern.source, found: shown(text) } };
}

function contains(wanted: string, text: string): Finding {
  return { passed: text.includes(wanted), details: { expected: wanted, found: shown(text) } };
}
