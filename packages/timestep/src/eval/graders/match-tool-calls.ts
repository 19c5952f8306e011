import { isExactObject, isList, type Exact, type ExactObject } from './exact-json.ts';
import { wrongWithValue, type ParameterType, type ValueError } from './match-value.ts';

/** A call that is expected: for each argument the values that are allowed. */
export interface ExpectedCall {
  readonly name: string;
  /** An empty text among the values says that the argument may be left out. */
  readonly arguments: { readonly [argument: string]: readonly Exact[] };
}

/** A call as it was made. */
export interface MadeCall {
  readonly name: string;
  readonly arguments: ExactObject;
}

/** The parameters that a function declares; a missing type is taken from the allowed values. */
export interface DeclaredFunction {
  readonly name: string;
  readonly parameters: {
    readonly properties?: { readonly [argument: string]: ParameterType };
    readonly required?: readonly string[];
  };
}

/** The functions that may be called, and whether the order of calls counts. */
export interface MatchOptions {
  readonly functions?: readonly DeclaredFunction[];
  /** Calls side by side may come in any order. Default: when several are expected. */
  readonly parallel?: boolean;
}

type CallError =
  | 'simple_function_checker:wrong_func_name'
  | 'simple_function_checker:missing_required'
  | 'simple_function_checker:missing_optional'
  | 'simple_function_checker:unexpected_param'
  | ValueError;

/** Why calls are not those that were expected, in the terms of the Berkeley leaderboard. */
export type MatchError =
  | 'simple_function_checker:wrong_count'
  | 'multiple_function_checker:wrong_count'
  | 'parallel_function_checker_no_order:wrong_count'
  | 'parallel_function_checker_no_order:cannot_find_match'
  | CallError;

/** Whether calls are those that were expected, and if not, why. */
export interface Match {
  readonly valid: boolean;
  /** In the terms of the Berkeley leaderboard's checker; absent where the calls match. */
  readonly errorType?: MatchError;
  /** What did not match, for people. */
  readonly reason?: string;
}

/**
 * Compares the calls that were made with those expected, by the rules of the Berkeley Function
 * Calling Leaderboard: the same number of calls, the same names except for dots and underscores,
 * every argument with an allowed value, no required argument missing and no unexpected one.
 */
export function matchToolCalls(
  expected: readonly ExpectedCall[],
  made: readonly MadeCall[],
  { functions = [], parallel = expected.length > 1 }: MatchOptions = {},
): Match {
  if (parallel) return matchAnyOrder(expected, made, functions);
  if (made.length !== expected.length) {
    const checker = functions.length > 1 ? 'multiple' : 'simple';
    return wrong(`${checker}_function_checker:wrong_count`, countReason(expected, made));
  }
  const [call] = expected;
  const [given] = made;
  return call && given ? matchCall(call, given, functions) : { valid: true };
}

function matchAnyOrder(
  expected: readonly ExpectedCall[],
  made: readonly MadeCall[],
  functions: readonly DeclaredFunction[],
): Match {
  if (made.length !== expected.length) {
    return wrong('parallel_function_checker_no_order:wrong_count', countReason(expected, made));
  }
  const left = [...made];
  for (const call of expected) {
    const found = left.findIndex((given) => matchCall(call, given, functions).valid);
    if (found === -1) {
      const reason = `no call matches the expected ${call.name}`;
      return wrong('parallel_function_checker_no_order:cannot_find_match', reason);
    }
    left.splice(found, 1);
  }
  return { valid: true };
}

function matchCall(
  expected: ExpectedCall,
  given: MadeCall,
  functions: readonly DeclaredFunction[],
): Match {
  const { name } = expected;
  const declared = functions.find((one) => one.name === name);
  if (plainName(given.name) !== plainName(name)) {
    return wrong('simple_function_checker:wrong_func_name', `${given.name} instead of ${name}`);
  }
  const { properties, required = [] } = declared?.parameters ?? {};
  const missing = required.find((argument) => !Object.hasOwn(given.arguments, argument));
  if (missing !== undefined) {
    return wrong('simple_function_checker:missing_required', `${name} lacks ${missing}`);
  }
  for (const [argument, value] of Object.entries(given.arguments)) {
    const type = properties
      ? ownOf(properties, argument)
      : typeOfAllowed(ownOf(expected.arguments, argument));
    const allowed = ownOf(expected.arguments, argument);
    if (!type || !allowed) {
      return wrong('simple_function_checker:unexpected_param', `${name} has ${argument} as well`);
    }
    const error = wrongWithValue(value, allowed, type);
    if (error) return wrong(error, `${argument} of ${name} is not a value that is allowed`);
  }
  const left = Object.entries(expected.arguments).find(
    ([argument, allowed]) => !Object.hasOwn(given.arguments, argument) && !allowed.includes(''),
  );
  if (left) return wrong('simple_function_checker:missing_optional', `${name} lacks ${left[0]}`);
  return { valid: true };
}

function ownOf<T>(from: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(from, key) ? from[key] : undefined;
}

/** The type of a parameter that is not declared, taken from its allowed values. */
function typeOfAllowed(allowed: readonly Exact[] | undefined): ParameterType | undefined {
  if (allowed === undefined) return undefined;
  const sample = allowed.find((one) => one !== '') ?? '';
  switch (typeof sample) {
    case 'bigint':
      return { type: 'integer' };
    case 'number':
      return { type: 'float' };
    case 'boolean':
      return { type: 'boolean' };
    case 'string':
      return { type: 'string' };
    default: {
      if (isExactObject(sample)) return { type: 'dict' };
      const [item] = isList(sample) ? sample : [];
      return { type: 'array', items: { type: typeOfAllowed([item ?? ''])?.type ?? 'string' } };
    }
  }
}

/** A name without dots, because some models cannot be offered names with dots. */
function plainName(name: string): string {
  return name.replaceAll('.', '_');
}

function countReason(expected: readonly unknown[], made: readonly unknown[]): string {
  return `${made.length} calls instead of ${expected.length}`;
}

function wrong(errorType: MatchError, reason: string): Match {
  return { valid: false, errorType, reason };
}
