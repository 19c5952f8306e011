import { isList, type ExactJson, type ExactObject } from './exact-json.ts';
import {
  findValueError,
  getPythonValueKind,
  type ParameterType,
  type ValueError,
} from './match-value.ts';

/** An expected tool call, with the allowed values of each argument. */
export interface ExpectedCall {
  readonly name: string;
  /** Allowed values by argument. An empty string among them makes the argument optional. */
  readonly arguments: { readonly [argument: string]: readonly ExactJson[] };
}

/** A tool call that the agent made. */
export interface MadeCall {
  readonly name: string;
  readonly arguments: ExactObject;
}

/** Declaration of a function's parameters. A missing type is inferred from the allowed values. */
export interface DeclaredFunction {
  readonly name: string;
  readonly parameters: {
    readonly properties?: { readonly [argument: string]: ParameterType };
    readonly required?: readonly string[];
  };
}

/** Options for matching tool calls. */
export interface MatchOptions {
  readonly functions?: readonly DeclaredFunction[];
  /** Whether the calls may come in any order. Default: true if more than one call is expected. */
  readonly parallel?: boolean;
}

type CountChecker =
  | 'simple_function_checker'
  | 'multiple_function_checker'
  | 'parallel_function_checker_no_order';

type CallError =
  | 'simple_function_checker:wrong_func_name'
  | 'simple_function_checker:missing_required'
  | 'simple_function_checker:missing_optional'
  | 'simple_function_checker:unexpected_param'
  | ValueError;

/** Reason for a mismatch of calls, named like in the Berkeley leaderboard. */
export type MatchError =
  | `${CountChecker}:wrong_count`
  | 'parallel_function_checker_no_order:cannot_find_match'
  | CallError;

/** Result of comparing the calls made with the expected calls. */
export interface CallMatch {
  readonly valid: boolean;
  readonly errorType?: MatchError;
  readonly reason?: string;
}

/** Compares calls by the rules of the Berkeley leaderboard. Dots in names equal underscores. */
export function matchToolCalls(
  expected: readonly ExpectedCall[],
  made: readonly MadeCall[],
  { functions = [], parallel = expected.length > 1 }: MatchOptions = {},
): CallMatch {
  if (made.length !== expected.length) {
    const one = functions.length > 1 ? 'multiple_function_checker' : 'simple_function_checker';
    const checker = parallel ? 'parallel_function_checker_no_order' : one;
    const reason = `there were ${made.length} calls instead of ${expected.length}`;
    return createCallMismatch(`${checker}:wrong_count`, reason);
  }
  if (parallel) return matchAnyOrder(expected, made, functions);
  const [[call], [given]] = [expected, made];
  return call && given ? matchCall(call, given, functions) : { valid: true };
}

function matchAnyOrder(
  expected: readonly ExpectedCall[],
  made: readonly MadeCall[],
  functions: readonly DeclaredFunction[],
): CallMatch {
  const left = [...made];
  for (const call of expected) {
    const found = left.findIndex((given) => matchCall(call, given, functions).valid);
    if (found === -1) {
      const reason = `no call matches the expected ${call.name}`;
      return createCallMismatch('parallel_function_checker_no_order:cannot_find_match', reason);
    }
    left.splice(found, 1);
  }
  return { valid: true };
}

function matchCall(
  expected: ExpectedCall,
  given: MadeCall,
  functions: readonly DeclaredFunction[],
): CallMatch {
  const { name } = expected;
  const declared = functions.find((one) => one.name === name);
  if (normalizeName(given.name) !== normalizeName(name)) {
    const reason = `${given.name} was called instead of ${name}`;
    return createCallMismatch('simple_function_checker:wrong_func_name', reason);
  }
  const { properties, required = [] } = declared?.parameters ?? {};
  const missing = required.find((argument) => !Object.hasOwn(given.arguments, argument));
  if (missing !== undefined) {
    const reason = `the call of ${name} has no argument ${missing}`;
    return createCallMismatch('simple_function_checker:missing_required', reason);
  }
  for (const [argument, value] of Object.entries(given.arguments)) {
    const allowed = getOwnValue(expected.arguments, argument);
    const type = properties ? getOwnValue(properties, argument) : inferParameterType(allowed);
    if (!type || !allowed) {
      const reason = `the call of ${name} has an unexpected argument ${argument}`;
      return createCallMismatch('simple_function_checker:unexpected_param', reason);
    }
    const error = findValueError(value, allowed, type);
    const reason = `the argument ${argument} of ${name} does not have an allowed value`;
    if (error) return createCallMismatch(error, reason);
  }
  const left = Object.entries(expected.arguments).find(
    ([argument, allowed]) => !Object.hasOwn(given.arguments, argument) && !allowed.includes(''),
  );
  if (!left) return { valid: true };
  const reason = `the call of ${name} has no argument ${left[0]}`;
  return createCallMismatch('simple_function_checker:missing_optional', reason);
}

function getOwnValue<T>(from: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(from, key) ? from[key] : undefined;
}

function inferParameterType(allowed: readonly ExactJson[] | undefined): ParameterType | undefined {
  if (allowed === undefined) return undefined;
  const sample = allowed.find((one) => one !== '') ?? '';
  const kind = getPythonValueKind(sample);
  if (kind !== 'list' && kind !== 'null') return { type: kind };
  const [item] = isList(sample) ? sample : [];
  return { type: 'array', items: { type: inferParameterType([item ?? ''])?.type ?? 'string' } };
}

/** Replaces dots in a function name, because some models do not accept names with dots. */
function normalizeName(name: string): string {
  return name.replaceAll('.', '_');
}

function createCallMismatch(errorType: MatchError, reason: string): CallMatch {
  return { valid: false, errorType, reason };
}
