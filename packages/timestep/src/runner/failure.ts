import { TimestepError, type Failure } from '../core/index.ts';

/** The code of a failure that was not thrown as a `TimestepError`. */
export type FallbackCode = 'agent_failed' | 'environment_failed' | 'tool_failed';

/** Turns anything thrown into data: a code and a sentence, never a stack trace. */
export type RecordFailure = (thrown: unknown, fallbackCode: FallbackCode) => Failure;

/** Passes on the message of any exception, for programs whose only caller is their author. */
export function failureOf(thrown: unknown, fallbackCode: FallbackCode): Failure {
  if (TimestepError.isInstance(thrown)) return { code: thrown.code, message: thrown.message };
  return { code: fallbackCode, message: textOf(thrown) };
}

/** An exception that was hidden from callers: its message begins with the id that they received. */
class RecordedFailure extends TimestepError {}

/**
 * Passes on to callers only the message of a `TimestepError`, which is meant for them. For any
 * other exception they receive an id, and `onError` receives the rest.
 */
export function recordFailures(
  onError: (thrown: unknown) => void,
  newId: () => string,
): RecordFailure {
  return (thrown, fallbackCode) => {
    if (TimestepError.isInstance(thrown)) return failureOf(thrown, fallbackCode);
    const id = newId();
    onError(new RecordedFailure(fallbackCode, `${id}: ${textOf(thrown)}`, { cause: thrown }));
    return {
      code: fallbackCode,
      message: `${SENTENCES[fallbackCode]}: its log says why, under ${id}`,
    };
  };
}

const SENTENCES: Readonly<Record<FallbackCode, string>> = {
  agent_failed: 'the agent failed',
  environment_failed: 'the environment of the agent failed',
  tool_failed: 'the tool failed',
};

function textOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
