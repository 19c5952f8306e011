import { isJsonObject, type JsonValue, type ToolCallRecord } from '#core';
import type { Grader } from '../grader.ts';
import type { SuiteTask } from '../suite-task.ts';
import { toExactJson, isExactObject, parseExactJson, type ExactJson } from './exact-json.ts';
import {
  createExpectationError,
  createCodeGrader,
  describeUnknownCallField,
} from './code-grader.ts';
import {
  matchToolCalls,
  type DeclaredFunction,
  type ExpectedCall,
  type MadeCall,
  type MatchOptions,
} from './match-tool-calls.ts';

/**
 * Passes if the first reply with calls matches `expected.tool_calls`: `[{name, arguments: {argument:
 * [allowed values]}}]`. `""` makes an argument optional; `expected.functions` declares parameters.
 */
export function toolCallMatch(options: MatchOptions = {}): Grader {
  return createCodeGrader(
    'ToolCallMatch',
    ({ messages, toolIndex, task }) => {
      const given = task.expected?.['tool_calls'];
      if (given === undefined || given === null) {
        if (task.expected?.['functions'] == null) return undefined;
        const problem = 'requires expected.tool_calls: add the expected calls';
        throw createExpectationError(task, 'functions', problem);
      }
      const expected = readExpectedCalls(task, given);
      const counts = messages.map(
        (one) => (one.role === 'assistant' && one.tool_calls?.length) || 0,
      );
      const count = counts.find((calls) => calls > 0) ?? 0;
      const functions = task.expected?.['functions'] as readonly DeclaredFunction[] | undefined;
      const made = toolIndex.slice(0, count).map(recordToMadeCall);
      const match = matchToolCalls(expected, made, { ...(functions && { functions }), ...options });
      const { valid, errorType, reason } = match;
      const error = errorType !== undefined && { error_type: errorType };
      return { passed: valid, details: { ...error, ...(reason !== undefined && { reason }) } };
    },
    {
      ...(Object.keys(options).length > 0 && { argument: JSON.stringify(options) }),
      reads: ['expected.tool_calls', 'expected.functions'],
      needsNoAnswer: true,
      judgesCalls: true,
    },
  );
}

/** Converts a tool call of a transcript, keeping numbers as the model wrote them. */
function recordToMadeCall({ name, arguments_raw: text }: ToolCallRecord): MadeCall {
  let args: ExactJson;
  try {
    args = parseExactJson(text.trim() === '' ? '{}' : text);
  } catch {
    args = {};
  }
  return { name, arguments: isExactObject(args) ? args : {} };
}

function readExpectedCalls(task: SuiteTask, given: JsonValue): ExpectedCall[] {
  const form = 'must be a list of {name, arguments: {argument: [values]}}';
  if (!Array.isArray(given)) throw createExpectationError(task, 'tool_calls', form);
  return given.map((call: JsonValue, index): ExpectedCall => {
    const unknown = isJsonObject(call) ? describeUnknownCallField(call) : undefined;
    if (unknown !== undefined) throw createExpectationError(task, `tool_calls[${index}]`, unknown);
    const args = isJsonObject(call) ? call['arguments'] : undefined;
    if (!isJsonObject(call) || typeof call['name'] !== 'string' || !isJsonObject(args)) {
      throw createExpectationError(task, 'tool_calls', form);
    }
    const allowed = Object.entries(args).map(([argument, values]) => {
      if (!Array.isArray(values)) throw createExpectationError(task, 'tool_calls', form);
      return [argument, values.map(toExactJson)] as const;
    });
    return { name: call['name'], arguments: Object.fromEntries(allowed) };
  });
}
