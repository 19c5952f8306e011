import { TimestepError, type Failure } from '../core/index.ts';

/** What failed, where nothing thrown says it better. */
export type FallbackCode = 'agent_failed' | 'environment_failed' | 'tool_failed';

/** Makes data of anything thrown: a code and a sentence, never a stack trace. */
export type TellFailure = (thrown: unknown, fallbackCode: FallbackCode) => Failure;

/** Tells what was thrown as it is, for programs that have no other callers than their author. */
export function failureOf(thrown: unknown, fallbackCode: FallbackCode): Failure {
  if (TimestepError.isInstance(thrown)) return { code: thrown.code, message: thrown.message };
  return { code: fallbackCode, message: textOf(thrown) };
}

/** An exception that callers were not told of: its message begins with the id that they were told. */
class UntoldFailure extends TimestepError {}

/**
 * Tells callers what was meant for them, which is what a `TimestepError` says. Of any other exception
 * they are told an id, and `onError` is told the rest.
 */
export function discreetly(onError: (thrown: unknown) => void, newId: () => string): TellFailure {
  return (thrown, fallbackCode) => {
    if (TimestepError.isInstance(thrown)) return failureOf(thrown, fallbackCode);
    const id = newId();
    onError(new UntoldFailure(fallbackCode, `${id}: ${textOf(thrown)}`, { cause: thrown }));
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
