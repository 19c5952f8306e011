import { maskOf, TimestepError } from '../core/index.ts';
import type { ToolResult } from '../port/index.ts';
import { maskedValue } from './masked-value.ts';
import type { ToolServer } from './tool-server.ts';

/** The result or the failure of a call, without the secrets that the folder gave the server, and its tokens. */
export async function discreet(
  { secrets }: Pick<ToolServer, 'secrets'>,
  tokens: () => readonly string[],
  call: () => Promise<ToolResult>,
): Promise<ToolResult> {
  // A token may be had during the call.
  const hidden = (): readonly string[] => [...secrets, ...tokens()];
  try {
    const result = await call();
    return hidden().length === 0 ? result : maskedValue(result, maskOf(hidden()));
  } catch (thrown) {
    const message = maskOf(hidden())(thrown instanceof Error ? thrown.message : String(thrown));
    throw new TimestepError(codeOf(thrown), message);
  }
}

function codeOf(thrown: unknown): string {
  return TimestepError.isInstance(thrown) ? thrown.code : 'tool-failed';
}
