import { isJsonObject } from '../../core/index.ts';
import type { Grader } from '../grader.ts';
import {
  badExpectation,
  codeGrader,
  demanded,
  expectedText,
  expectedTexts,
  shown,
  unlessGiven,
} from './grade-of.ts';
import { hasKeys } from './text-graders.ts';

/** Only tools in the task's `tools_allowed` were called. */
export function forbiddenTools(): Grader {
  return codeGrader(
    'ForbiddenTools',
    ({ toolIndex, task }) => {
      const allowed = task.tools_allowed;
      if (!allowed) return undefined;
      const forbidden = namesOf(toolIndex).filter((name) => !allowed.includes(name));
      return { passed: forbidden.length === 0, details: { allowed: [...allowed], forbidden } };
    },
    { reads: [], judgesCalls: demanded },
  );
}

/** No more calls than the task's `limits.max_tool_calls`, or than `most` where it has none. */
export function maxToolCalls({ most }: { readonly most?: number | undefined } = {}): Grader {
  return codeGrader(
    'MaxToolCalls',
    ({ toolIndex, task }) => {
      const limit = task.limits?.max_tool_calls ?? most;
      if (limit === undefined) return undefined;
      return {
        passed: toolIndex.length <= limit,
        details: { most: limit, found: toolIndex.length },
      };
    },
    {
      argument: most,
      reads: ['limits.max_tool_calls'],
      judgesCalls: (task) => task.limits?.max_tool_calls !== undefined,
    },
  );
}

/** No fewer calls than the task's `limits.min_tool_calls`, or than `least` where it has none. */
export function minToolCalls({ least }: { readonly least?: number | undefined } = {}): Grader {
  return codeGrader(
    'MinToolCalls',
    ({ toolIndex, task }) => {
      const limit = task.limits?.min_tool_calls ?? least;
      if (limit === undefined) return undefined;
      return {
        passed: toolIndex.length >= limit,
        details: { least: limit, found: toolIndex.length },
      };
    },
    { argument: least, reads: ['limits.min_tool_calls'], judgesCalls: demanded },
  );
}

/** The tool was called: `tool`, or the task's `expected.must_call_tool`. */
export function toolCallSequence({ tool }: { readonly tool?: string | undefined } = {}): Grader {
  return codeGrader(
    'ToolCallSequence',
    ({ toolIndex, task }) => {
      const wanted = expectedText(task, 'must_call_tool', tool);
      if (wanted === undefined) return undefined;
      const called = namesOf(toolIndex);
      return { passed: called.includes(wanted), details: { expected: wanted, called } };
    },
    { ...unlessGiven(tool, 'expected.must_call_tool'), judgesCalls: demanded },
  );
}

/**
 * The tools in `tools`, or in `expected.tool_call_order`, were called in this order; others may be
 * between.
 */
export function toolCallOrder({
  tools,
}: { readonly tools?: readonly string[] | undefined } = {}): Grader {
  return codeGrader(
    'ToolCallOrder',
    ({ toolIndex, task }) => {
      const wanted = expectedTexts(task, 'tool_call_order', tools);
      if (wanted === undefined) return undefined;
      if (wanted.length === 0) {
        throw badExpectation(task, 'tool_call_order', 'must name at least one tool');
      }
      const called = namesOf(toolIndex);
      let found = 0;
      for (const name of called) if (name === wanted[found]) found += 1;
      const details = { expected: [...wanted], called, missing: wanted.slice(found) };
      return {
        passed: found === wanted.length,
        score: found / wanted.length,
        details,
      };
    },
    { ...unlessGiven(tools, 'expected.tool_call_order'), judgesCalls: demanded },
  );
}

/** Which result is looked at, and which keys it must have. */
export interface ToolResultJsonOptions {
  /** Default: the task's `expected.tool_result_name`. */
  readonly tool?: string | undefined;
  /** Default: the task's `expected.tool_result_required_keys`. */
  readonly keys?: readonly string[] | undefined;
}

/** The last result of a tool is a JSON object with the keys. */
export function toolResultJson({ tool, keys }: ToolResultJsonOptions = {}): Grader {
  return codeGrader(
    'ToolResultJSON',
    ({ toolIndex, task }) => {
      const wanted = expectedText(task, 'tool_result_name', tool);
      const required = expectedTexts(task, 'tool_result_required_keys', keys) ?? [];
      if (wanted === undefined) {
        if (required.length === 0) return undefined;
        const what = 'needs expected.tool_result_name: whose result is meant?';
        throw badExpectation(task, 'tool_result_required_keys', what);
      }
      const last = toolIndex.findLast(({ name }) => name === wanted);
      if (!last) return { passed: false, details: { reason: `${wanted} was not called` } };
      if (!isJsonObject(last.result)) {
        const reason = `the result of ${wanted} is not a JSON object`;
        return { passed: false, details: { reason, found: shown(last.result_raw ?? '') } };
      }
      return hasKeys(required, Object.keys(last.result));
    },
    {
      argument: keys === undefined ? tool : [tool ?? '', ...keys],
      reads: [
        ...(tool === undefined ? ['expected.tool_result_name'] : []),
        ...(keys === undefined ? ['expected.tool_result_required_keys'] : []),
      ],
      judgesCalls: demanded,
    },
  );
}

function namesOf(toolIndex: readonly { readonly name: string }[]): string[] {
  return toolIndex.map(({ name }) => name);
}
