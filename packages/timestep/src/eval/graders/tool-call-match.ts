import { isJsonObject, type JsonValue, type ToolCallRecord } from '../../core/index.ts';
import type { Grader } from '../grader.ts';
import type { SuiteTask } from '../suite-task.ts';
import { exactOf, isExactObject, parseExact, type Exact } from './exact-json.ts';
import { badExpectation, codeGrader, demanded } from './grade-of.ts';
import {
  matchToolCalls,
  type DeclaredFunction,
  type ExpectedCall,
  type MadeCall,
  type MatchOptions,
} from './match-tool-calls.ts';

/**
 * The calls of the first reply that asks for any are those in `expected.tool_calls`:
 * `[{name, arguments: {argument: [allowed values]}}]`, with `""` among the values of an argument that
 * may be left out. An empty list expects no call. `expected.functions` may declare their parameters.
 */
export function toolCallMatch(options: MatchOptions = {}): Grader {
  return codeGrader(
    'ToolCallMatch',
    ({ messages, toolIndex, task }) => {
      const given = task.expected?.['tool_calls'];
      if (given === undefined || given === null) {
        if (task.expected?.['functions'] == null) return undefined;
        throw badExpectation(
          task,
          'functions',
          'needs expected.tool_calls: which calls are meant?',
        );
      }
      const expected = expectedCalls(task, given);
      const first = messages.find(
        (message) => message.role === 'assistant' && (message.tool_calls?.length ?? 0) > 0,
      );
      const count = first?.role === 'assistant' ? (first.tool_calls?.length ?? 0) : 0;
      const functions = task.expected?.['functions'] as readonly DeclaredFunction[] | undefined;
      const made = toolIndex.slice(0, count).map(madeCall);
      const match = matchToolCalls(expected, made, { ...(functions && { functions }), ...options });
      const { valid, errorType, reason } = match;
      return {
        passed: valid,
        details: {
          ...(errorType !== undefined && { error_type: errorType }),
          ...(reason !== undefined && { reason }),
        },
      };
    },
    {
      ...(Object.keys(options).length > 0 && { argument: JSON.stringify(options) }),
      reads: ['expected.tool_calls', 'expected.functions'],
      needsNoAnswer: true,
      judgesCalls: demanded,
    },
  );
}

/** A call of a transcript, with its numbers as the model wrote them. */
function madeCall({
  name,
  arguments_raw: text,
}: Pick<ToolCallRecord, 'name' | 'arguments_raw'>): MadeCall {
  let args: Exact;
  try {
    args = parseExact(text.trim() === '' ? '{}' : text);
  } catch {
    args = {};
  }
  return { name, arguments: isExactObject(args) ? args : {} };
}

function expectedCalls(task: SuiteTask, given: JsonValue): ExpectedCall[] {
  const form = 'must be a list of {name, arguments: {argument: [values]}}';
  if (!Array.isArray(given)) throw badExpectation(task, 'tool_calls', form);
  return given.map((call: JsonValue): ExpectedCall => {
    const args = isJsonObject(call) ? call['arguments'] : undefined;
    if (!isJsonObject(call) || typeof call['name'] !== 'string' || !isJsonObject(args)) {
      throw badExpectation(task, 'tool_calls', form);
    }
    const allowed = Object.entries(args).map(([argument, values]) => {
      if (!Array.isArray(values)) throw badExpectation(task, 'tool_calls', form);
      return [argument, values.map(exactOf)] as const;
    });
    return { name: call['name'], arguments: Object.fromEntries(allowed) };
  });
}
