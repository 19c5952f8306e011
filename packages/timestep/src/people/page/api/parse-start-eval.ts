import { isJsonObject, type JsonValue } from '#core';
import type { StartEvalRequest } from '#people/view';

/** Allowed names of runs: plain folder names that do not begin with `.`. */
const RUN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;
const MAX_TRIALS = 1000;
const MAX_CONCURRENCY = 64;

/** Parses a request to start an evaluation. Returns an error message if the body is invalid. */
export function parseStartEvalRequest(body: JsonValue): StartEvalRequest | string {
  if (!isJsonObject(body))
    return 'invalid request body: expected an object with name, suite, agent, trials and concurrency';
  const { name, suite, agent, trials, concurrency } = body;
  if (typeof name !== 'string' || !RUN_NAME.test(name)) {
    return 'invalid run name: use up to 80 letters, digits, ".", "_" and "-", beginning with a letter or a digit';
  }
  if (typeof suite !== 'string' || suite === '') return 'choose a suite';
  if (typeof agent !== 'string' || agent === '') return 'choose an agent';
  if (!isPositiveIntegerUpTo(trials, MAX_TRIALS))
    return `trials per task must be from 1 to ${MAX_TRIALS}`;
  if (!isPositiveIntegerUpTo(concurrency, MAX_CONCURRENCY)) {
    return `concurrent trials must be from 1 to ${MAX_CONCURRENCY}`;
  }
  return { name, suite, agent, trials, concurrency };
}

function isPositiveIntegerUpTo(value: JsonValue | undefined, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max;
}
