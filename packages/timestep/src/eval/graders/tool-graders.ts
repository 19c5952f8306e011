import { isJsonObject } from '#core';
import type { Grader } from '../grader.ts';
import {
  createExpectationError,
  createCodeGrader,
  readExpectedText,
  readExpectedTexts,
  shortenText,
  createGraderFacts,
} from './code-grader.ts';
import { checkRequiredKeys } from './text-graders.ts';

/** Passes if only tools in the task's `tools_allowed` were called. */
export function forbiddenTools(): Grader {
  return createCodeGrader(
    'ForbiddenTools',
    ({ toolIndex, task }) => {
      const allowed = task.tools_allowed;
      if (!allowed) return undefined;
      const forbidden = getToolNames(toolIndex).filter((name) => !allowed.includes(name));
      return { passed: forbidden.length === 0, details: { allowed: [...allowed], forbidden } };
    },
    { reads: [], judgesCalls: true },
  );
}

/** Passes with at most `limits.max_tool_calls` of the task or, by default, `most` calls. */
export function maxToolCalls({ most }: { readonly most?: number | undefined } = {}): Grader {
  return createCodeGrader(
    'MaxToolCalls',
    ({ toolIndex: { length: found }, task }) => {
      const limit = task.limits?.max_tool_calls ?? most;
      if (limit === undefined) return undefined;
      return { passed: found <= limit, details: { most: limit, found } };
    },
    {
      argument: most,
      reads: ['limits.max_tool_calls'],
      judgesCalls: (task) => task.limits?.max_tool_calls !== undefined,
    },
  );
}

/** Passes with at least `limits.min_tool_calls` of the task or, by default, `least` calls. */
export function minToolCalls({ least }: { readonly least?: number | undefined } = {}): Grader {
  return createCodeGrader(
    'MinToolCalls',
    ({ toolIndex: { length: found }, task }) => {
      const limit = task.limits?.min_tool_calls ?? least;
      if (limit === undefined) return undefined;
      return { passed: found >= limit, details: { least: limit, found } };
    },
    { argument: least, reads: ['limits.min_tool_calls'], judgesCalls: true },
  );
}

/** Passes if the tool was called: `tool` or the task's `expected.must_call_tool`. */
export function toolCallSequence({ tool }: { readonly tool?: string | undefined } = {}): Grader {
  return createCodeGrader(
    'ToolCallSequence',
    ({ toolIndex, task }) => {
      const wanted = readExpectedText(task, 'must_call_tool', tool);
      if (wanted === undefined) return undefined;
      const called = getToolNames(toolIndex);
      return { passed: called.includes(wanted), details: { expected: wanted, called } };
    },
    {
      ...createGraderFacts(tool, 'expected.must_call_tool'),
      judgesCalls: true,
    },
  );
}

/** Passes if `tools` or `expected.tool_call_order` were called in order, perhaps among others. */
export function toolCallOrder({
  tools,
}: { readonly tools?: readonly string[] | undefined } = {}): Grader {
  return createCodeGrader(
    'ToolCallOrder',
    ({ toolIndex, task }) => {
      const wanted = readExpectedTexts(task, 'tool_call_order', tools);
      if (wanted === undefined) return undefined;
      if (wanted.length === 0) {
        throw createExpectationError(task, 'tool_call_order', 'must name at least one tool');
      }
      const called = getToolNames(toolIndex);
      let found = 0;
      for (const name of called) if (name === wanted[found]) found += 1;
      const details = { expected: [...wanted], called, missing: wanted.slice(found) };
      return { passed: found === wanted.length, score: found / wanted.length, details };
    },
    {
      ...createGraderFacts(tools, 'expected.tool_call_order'),
      judgesCalls: true,
    },
  );
}

/** Options for checking the result of a tool. */
export interface ToolResultJsonOptions {
  /** Name of the tool. Default: the task's `expected.tool_result_name`. */
  readonly tool?: string | undefined;
  /** Required keys of the result. Default: the task's `expected.tool_result_required_keys`. */
  readonly keys?: readonly string[] | undefined;
}

/** Passes if the last result of a tool is a JSON object with the required keys. */
export function toolResultJson({ tool, keys }: ToolResultJsonOptions = {}): Grader {
  return createCodeGrader(
    'ToolResultJSON',
    ({ toolIndex, task }) => {
      const wanted = readExpectedText(task, 'tool_result_name', tool);
      const required = readExpectedTexts(task, 'tool_result_required_keys', keys) ?? [];
      if (wanted === undefined) {
        if (required.length === 0) return undefined;
        const what = 'requires expected.tool_result_name: add the name of the tool';
        throw createExpectationError(task, 'tool_result_required_keys', what);
      }
      const last = toolIndex.findLast(({ name }) => name === wanted);
      if (!last) return { passed: false, details: { reason: `${wanted} was not called` } };
      if (!isJsonObject(last.result)) {
        const reason = `the result of ${wanted} is not a JSON object`;
        return { passed: false, details: { reason, found: shortenText(last.result_raw ?? '') } };
      }
      return checkRequiredKeys(required, Object.keys(last.result));
    },
    {
      argument: keys === undefined ? tool : [tool ?? '', ...keys],
      reads: [
        ...(tool === undefined ? ['expected.tool_result_name'] : []),
        ...(keys === undefined ? ['expected.tool_result_required_keys'] : []),
      ],
      judgesCalls: true,
    },
  );
}

function getToolNames(toolIndex: readonly { readonly name: string }[]): string[] {
  return toolIndex.map(({ name }) => name);
}
