import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, parseJson, type JsonValue } from '#core';
import type { Grader } from '../grader.ts';
import {
  createExpectationError,
  createCodeGrader,
  describeUnknownCallField,
} from './code-grader.ts';

/**
 * How calls are compared. `strict`: the same calls in the same order; `unordered`: the same calls
 * in any order; `subset`: only expected calls; `superset`: at least the expected calls.
 */
export type TrajectoryMode = 'strict' | 'unordered' | 'subset' | 'superset';

interface TrajectoryStep {
  readonly name: string;
  /** Expected arguments. Undefined if any arguments are accepted. */
  readonly arguments?: JsonValue;
}

/** Passes if the calls match `expected.trajectory`: `[{name, arguments?}]`. Default: `strict`. */
export function trajectory({
  mode = 'strict',
}: { readonly mode?: TrajectoryMode | undefined } = {}): Grader {
  return createCodeGrader(
    'Trajectory',
    ({ toolIndex, task }) => {
      const given = task.expected?.['trajectory'];
      if (given === undefined || given === null) return undefined;
      if (!Array.isArray(given))
        throw createExpectationError(task, 'trajectory', 'must be a list of calls');
      const expected = given.map((step: JsonValue, index) =>
        parseTrajectoryStep(step, (problem) =>
          createExpectationError(task, `trajectory[${index}]`, problem),
        ),
      );
      const made = toolIndex.map(({ name, arguments: args }) => ({ name, arguments: args }));
      const { missing, unexpected } = listMissingAndUnexpectedCalls(expected, made);
      const isSame = missing.length === 0 && unexpected.length === 0;
      const isInOrder = expected.every((step, at) => isExpectedCall(step, made[at]));
      const passed = {
        strict: isSame && isInOrder,
        unordered: isSame,
        subset: unexpected.length === 0,
        superset: missing.length === 0,
      }[mode];
      const details = {
        mode,
        missing: missing.map(formatTrajectoryStep),
        unexpected: unexpected.map(formatTrajectoryStep),
        ...(mode === 'strict' && { in_order: isInOrder }),
      };
      return { passed, details };
    },
    { argument: mode, reads: ['expected.trajectory'], judgesCalls: true },
  );
}

/** Names that other libraries give to the arguments of a call. */
const ARGUMENT_FIELDS = ['arguments', 'args', 'input'] as const;

function parseTrajectoryStep(
  step: JsonValue,
  createError: (problem: string) => Error,
): TrajectoryStep {
  const unknown = isJsonObject(step) ? describeUnknownCallField(step, ARGUMENT_FIELDS) : undefined;
  if (unknown !== undefined) throw createError(unknown);
  if (!isJsonObject(step) || typeof step['name'] !== 'string') {
    throw createError('must be {name, arguments?}');
  }
  const { name } = step;
  const [given, second] = ARGUMENT_FIELDS.filter((field) => Object.hasOwn(step, field));
  if (given === undefined) return { name };
  if (second !== undefined) throw createError(`has both ${given} and ${second}: keep one`);
  const value = step[given] ?? {};
  // OpenAI represents arguments as a JSON string.
  const args = typeof value === 'string' ? parseJson(value) : value;
  if (!isJsonObject(args)) throw createError(`has ${given} that are not an object`);
  return { name, arguments: args };
}

/** Pairs calls one to one, first those with expected arguments, because fewer calls match them. */
function listMissingAndUnexpectedCalls(
  expected: readonly TrajectoryStep[],
  made: readonly TrajectoryStep[],
): { readonly missing: TrajectoryStep[]; readonly unexpected: TrajectoryStep[] } {
  const unexpected = [...made];
  const missing: TrajectoryStep[] = [];
  const choosy = expected.toSorted((a, b) => Number('arguments' in b) - Number('arguments' in a));
  for (const step of choosy) {
    const found = unexpected.findIndex((call) => isExpectedCall(step, call));
    if (found === -1) missing.push(step);
    else unexpected.splice(found, 1);
  }
  return { missing, unexpected };
}

function isExpectedCall(step: TrajectoryStep, call: TrajectoryStep | undefined): boolean {
  if (call?.name !== step.name) return false;
  return step.arguments === undefined || isDeepStrictEqual(step.arguments, call.arguments);
}

function formatTrajectoryStep({ name, arguments: args }: TrajectoryStep): string {
  return args === undefined ? name : `${name}(${JSON.stringify(args)})`;
}
