import { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import { isAnswerTooLarge, isUnavailableStatus } from '#protocols/http';
import { McpError } from '../mcp-error.ts';
import { explainErrorWithCauses } from './explain.ts';
import { isUnauthorized } from './is-unauthorized.ts';
import { isServerExitError } from './command/name-exit.ts';
import { isNeverSentError } from './retry-policy.ts';
import { isStreamCutError } from './transport.ts';

/** Describes why a tool call has no result. Says that the call failed only if it certainly did not run. */
export function describeCallFailure(name: string, thrown: unknown): string {
  const why = explainErrorWithCauses(thrown);
  if (isAnswerTooLarge(thrown)) return `${name} has run, but its result cannot be read: ${why}`;
  if (!isDefiniteCallFailure(thrown))
    return `${name} may have run, but its result was lost: ${why}`;
  const data: unknown = ProtocolError.isInstance(thrown) ? thrown.data : undefined;
  return `${name} failed: ${why}${data === undefined ? '' : ` [data: ${JSON.stringify(data)}]`}`;
}

/** Returns whether a call was not sent, or its server answered that it did not succeed. */
function isDefiniteCallFailure(thrown: unknown): boolean {
  if (isServerExitError(thrown)) return false;
  if (thrown instanceof McpError || isNeverSentError(thrown) || isUnauthorized(thrown)) return true;
  if (ProtocolError.isInstance(thrown)) return !isStreamCutError(thrown);
  return SdkHttpError.isInstance(thrown) && !isUnavailableStatus(thrown.status);
}
