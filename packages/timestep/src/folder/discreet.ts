import { maskOf, TimestepError } from '../core/index.ts';
import type { ToolResult } from '../port/index.ts';
import { maskedValue } from './masked-value.ts';
import type { ToolServer } from './tool-server.ts';

/** The result or the failure of a call, without the secrets that the folder gave the server. */
export async function discreet(
  { secrets }: Pick<ToolServer, 'secrets'>,
  call: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const mask = maskOf(secrets);
  try {
    const result = await call();
    return secrets.length === 0 ? result : maskedValue(result, mask);
  } catch (thrown) {
    const message = mask(thrown instanceof Error ? thrown.message : String(thrown));
    throw new TimestepError(codeOf(thrown), message);
  }
}

function codeOf(thrown: unknown): string {
  return TimestepError.isInstance(thrown) ? thrown.code : 'tool-failed';
}
