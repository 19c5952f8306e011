import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import type { Grader } from '../grader.ts';
import { badExpectation, codeGrader, demanded } from './grade-of.ts';

/**
 * `strict`: the same calls in the same order; `unordered`: the same calls; `subset`: no calls but
 * these; `superset`: these calls at least.
 */
export type TrajectoryMode = 'strict' | 'unordered' | 'subset' | 'superset';

interface Step {
  readonly name: string;
  /** Absent: any arguments. */
  readonly arguments?: JsonValue;
}

/**
 * The calls made are those in `expected.trajectory`: `[{name, arguments?}]`. Without a `mode` it is
 * `strict`.
 */
export function trajectory({
  mode = 'strict',
}: { readonly mode?: TrajectoryMode | undefined } = {}): Grader {
  return codeGrader(
    'Trajectory',
    ({ toolIndex, task }) => {
      const given = task.expected?.['trajectory'];
      if (given === undefined || given === null) return undefined;
      if (!Array.isArray(given))
        throw badExpectation(task, 'trajectory', 'must be a list of calls');
      const expected = given.map((step: JsonValue) => {
        if (isJsonObject(step) && typeof step['name'] === 'string')
          return step as JsonObject & Step;
        throw badExpectation(task, 'trajectory', 'must be a list of {name, arguments?}');
      });
      const made = toolIndex.map(({ name, arguments: args }) => ({ name, arguments: args }));
      const { missing, unexpected } = difference(expected, made);
      const isSame = missing.length === 0 && unexpected.length === 0;
      const details = { mode, missing: missing.map(nameOf), unexpected: unexpected.map(nameOf) };
      switch (mode) {
        case 'strict': {
          const isInOrder = expected.every((step, at) => isMatch(step, made[at]));
          return { passed: isSame && isInOrder, details: { ...details, in_order: isInOrder } };
        }
        case 'unordered':
          return { passed: isSame, details };
        case 'subset':
          return { passed: unexpected.length === 0, details };
        case 'superset':
          return { passed: missing.length === 0, details };
      }
    },
    { argument: mode, reads: ['expected.trajectory'], judgesCalls: demanded },
  );
}

/**
 * Pairs calls one to one; expected calls with arguments come first, because fewer calls match them.
 */
function difference(
  expected: readonly Step[],
  made: readonly Step[],
): { readonly missing: Step[]; readonly unexpected: Step[] } {
  const unexpected = [...made];
  const missing: Step[] = [];
  const choosy = expected.toSorted((a, b) => Number('arguments' in b) - Number('arguments' in a));
  for (const step of choosy) {
    const found = unexpected.findIndex((call) => isMatch(step, call));
    if (found === -1) missing.push(step);
    else unexpected.splice(found, 1);
  }
  return { missing, unexpected };
}

function isMatch(step: Step, call: Step | undefined): boolean {
  if (call?.name !== step.name) return false;
  return step.arguments === undefined || isDeepStrictEqual(step.arguments, call.arguments);
}

function nameOf({ name, arguments: args }: Step): string {
  return args === undefined ? name : `${name}(${JSON.stringify(args)})`;
}
