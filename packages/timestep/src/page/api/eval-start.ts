import { isJsonObject, type JsonValue } from '../../core/index.ts';
import type { EvalStart } from '../../view/index.ts';

/** Beginning with a letter or a digit, so that it is neither hidden nor leads elsewhere. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;
const MOST_TRIALS = 1000;
const MOST_AT_A_TIME = 64;

/** The run that a body asks for, or why it asks for none. */
export function readEvalStart(body: JsonValue): EvalStart | string {
  if (!isJsonObject(body)) return 'write an object with name, suite, agent, trials and concurrency';
  const { name, suite, agent, trials, concurrency } = body;
  if (typeof name !== 'string' || !NAME.test(name)) {
    return 'a name of a run has up to 80 letters, digits, ".", "_" and "-", and begins with a letter or a digit';
  }
  if (typeof suite !== 'string' || suite === '') return 'choose a suite';
  if (typeof agent !== 'string' || agent === '') return 'choose an agent';
  if (!isCount(trials, MOST_TRIALS)) return `trials of a task are from 1 to ${MOST_TRIALS}`;
  if (!isCount(concurrency, MOST_AT_A_TIME)) {
    return `trials at a time are from 1 to ${MOST_AT_A_TIME}`;
  }
  return { name, suite, agent, trials, concurrency };
}

function isCount(value: JsonValue | undefined, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
}
