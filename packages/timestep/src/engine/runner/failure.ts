import { TimestepError, type Failure } from '#core';
import { describeToolThrow } from '#engine/tools';

export type FallbackCode = 'agent_failed' | 'environment_failed' | 'tool_failed';

/**
 * Converts an exception to a failure with a code and a sentence, without the stack trace. `tool` is
 * the name of the tool that threw it; the model receives that message.
 */
export type ToFailure = (thrown: unknown, fallbackCode: FallbackCode, tool?: string) => Failure;

/** Converts an exception to a failure with its message. For programs whose author is also the caller. */
export function toFailure(thrown: unknown, fallbackCode: FallbackCode): Failure {
  if (TimestepError.isInstance(thrown)) return { code: thrown.code, message: thrown.message };
  return { code: fallbackCode, message: getErrorText(thrown) };
}

/** An exception whose details callers do not receive. Its message starts with the id that they receive. */
class RecordedFailure extends TimestepError {}

/**
 * Creates a converter that shows callers only messages of `TimestepError`. For other exceptions
 * callers receive an id, and `onError` the details. The exception of a tool goes to the model and
 * also to `onError`, because the author of a tool does not read transcripts.
 */
export function createFailureRecorder(
  onError: (thrown: unknown) => void,
  newId: () => string,
): ToFailure {
  return (thrown, fallbackCode, tool) => {
    if (tool !== undefined) {
      const error = describeToolThrow(tool, thrown);
      if (error) onError(error);
      return toFailure(thrown, fallbackCode);
    }
    if (TimestepError.isInstance(thrown)) return toFailure(thrown, fallbackCode);
    const id = newId();
    onError(new RecordedFailure(fallbackCode, `${id}: ${getErrorText(thrown)}`, { cause: thrown }));
    return {
      code: fallbackCode,
      message: `${FAILURE_SENTENCES[fallbackCode]}: the server log has the details under ${id}`,
    };
  };
}

const FAILURE_SENTENCES: Readonly<Record<FallbackCode, string>> = {
  agent_failed: 'the agent failed',
  environment_failed: 'the environment of the agent failed',
  tool_failed: 'the tool failed',
};

function getErrorText(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    // Some thrown objects cannot be converted to a string.
    return 'something without a message was thrown';
  }
}
